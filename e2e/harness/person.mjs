// What a person does and sees, by role and accessible name.

import assert from "node:assert/strict";

import { until } from "./until.mjs";
import { PERSON } from "./world.mjs";

/** Waits until the element is visible. */
export const sees = (locator) => locator.waitFor({ state: "visible" });

/** Waits until the page has handled what came before, and shows it. */
export const frames = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Presses keys that belong together, and have to follow each other within a second, without a wait between them. */
export const pressInTurn = (page, ...keys) => Promise.all(keys.map((key) => page.keyboard.press(key)));

/** The button with exactly this name, on a page or in a part of it. */
export const button = (within, name) => within.getByRole("button", { name, exact: true });

/** Signs in on the sign-in page. */
export async function signIn(page, passphrase = PERSON.passphrase, name = PERSON.name) {
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Passphrase").fill(passphrase);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** The field for new jobs, and the one for follow-ups on the page of a job. */
export const newJob = (page) => page.getByRole("textbox", { name: "New job" });
export const followUp = (page) => page.getByRole("textbox", { name: /follow-up/i });

/** Waits until a field has this text, or none. */
export const holds = (field, text) => until(`a field holds "${text}"`, async () => (await field.inputValue()) === text);
export const isEmpty = (field) => holds(field, "");

/** Waits until the chips of a field for labels are these. */
export const hasLabels = (page, labels) =>
  until(`the field has the labels ${labels.join(", ") || "of nobody"}`, async () => {
    const chips = await page.getByRole("list", { name: "Chosen labels" }).getByRole("button").all();
    const names = await Promise.all(chips.map((chip) => chip.getAttribute("aria-label")));
    return names.join() === labels.map((label) => `Remove ${label}`).join();
  });

/** The outcome that a form shows beside its field. */
export const outcome = (page, form) => page.getByRole("form", { name: form }).getByRole("status");

/** Starts a job. */
export async function startJob(page, prompt) {
  await newJob(page).fill(prompt);
  await page.getByRole("button", { name: "Start job" }).click();
}

/** The row of the job with this title. */
export const jobRow = (page, title) =>
  page.getByRole("table").getByRole("row").filter({ has: page.getByRole("link", { name: title, exact: true }) });

/** Waits until the job with this title has this status. */
export const seesJob = (page, title, status) =>
  sees(jobRow(page, title).getByRole("cell", { name: status, exact: true }));

/** Waits until the page of a job shows this status. */
export const seesStatus = (page, status) =>
  sees(page.getByRole("status", { name: "Status of the job" }).getByText(status, { exact: true }));

/** Opens the page of the job with this title from the list. */
export async function openJob(page, title) {
  await page.getByRole("link", { name: title, exact: true }).click();
  await sees(heading(page, title));
}

/** A prompt without a job, above the list. */
export const strayPrompt = (page, title) =>
  page.getByRole("region", { name: "Prompts without a job" }).getByRole("article").filter({ hasText: title });

/** Shows the prompts without a job that failed before the page was opened. */
export const showEarlier = (page) =>
  page.getByRole("region", { name: "Prompts without a job" }).getByRole("button", { name: /^Show (earlier ones|them)$/ }).click();

/** The actions of the prompt with this first line. */
export const actions = (page, title) => page.getByRole("group", { name: title, exact: true });
export const act = (page, title, name) => button(actions(page, title), name).click();

/** The entries of the timeline that contain this text. */
export const story = (page, text) =>
  page.getByRole("list", { name: "Timeline" }).getByRole("listitem").filter({ hasText: text });

/** Sends a follow-up on the page of a job, and waits until Docket has accepted it. */
export async function sendFollowUp(page, prompt) {
  await followUp(page).fill(prompt);
  await page.getByRole("button", { name: "Send follow-up" }).click();
  await isEmpty(followUp(page));
}

/** A link to a pull request. */
export const pullRequest = (within) => within.getByRole("link", { name: /#\d+$/ });

/** Waits until the connection has this state. */
export const seesConnection = (page, word) => sees(page.getByRole("status", { name: `Connection: ${word}` }));
export const isLive = (page) => seesConnection(page, "Live");

/** The heading of the page. */
export const heading = (page, name) => page.getByRole("heading", { level: 1, name });

/**
 * Records what a screen reader announces on the pages that are opened from now on. Returns a function that returns it: the text of
 * each live region of the current page after every change.
 */
export async function recordAnnouncements(page) {
  await page.addInitScript(() => {
    const texts = (window.docketAnnouncements = []);
    const record = ({ target }) => {
      const element = target instanceof Element ? target : target.parentElement;
      const text = element?.closest("[aria-live], [role=status], [role=alert]")?.textContent.trim();
      if (text && text !== texts.at(-1)) texts.push(text);
    };
    const options = { subtree: true, childList: true, characterData: true };
    new MutationObserver((changes) => changes.forEach(record)).observe(document, options);
  });
  return () => page.evaluate(() => window.docketAnnouncements);
}

/** Whether the focus is within the element. */
export const hasFocusWithin = (locator) => locator.evaluate((element) => element.contains(document.activeElement));

/** Waits until the element has the focus. */
export async function seesFocus(locator) {
  await locator.waitFor({ state: "attached" });
  await until(`the focus is on ${locator}`, () => locator.evaluate((element) => document.activeElement === element));
}

/** Presses Tab until the element has the focus. */
export async function tabTo(page, locator) {
  for (let presses = 0; presses < 40; presses += 1) {
    if (await locator.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab does not lead to ${locator}`);
}
