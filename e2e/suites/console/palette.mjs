// The command palette: pages, jobs, templates and actions by their words.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";

import { axeSource, violations } from "../../harness/axe.mjs";
import * as person from "../../harness/person.mjs";
import { send } from "../../harness/session.mjs";
import { until } from "../../harness/until.mjs";
import { LONG_PROJECT, PROJECT } from "../../harness/world.mjs";

const { sees } = person;
const TITLE = "Palette: explain the retry header";
/** A job whose title does not have the word by which it is found. */
const DEEP = "Palette: a prompt of two lines";
const DEEP_WORD = "chrysanthemum";

const dialog = (page) => page.getByRole("dialog", { name: "Commands" });
const field = (page) => dialog(page).getByRole("combobox");
const option = (page, name) => dialog(page).getByRole("option", { name, exact: true });
const action = (page, name) => dialog(page).getByRole("group", { name: "Actions" }).getByRole("option", { name });

/** Waits until no dialog is on the page: one that has closed still gets the keys until it is removed. */
const isClosed = (page) => page.locator("dialog").waitFor({ state: "detached" });

/** Opens the palette, and types. */
async function asks(page, query) {
  await page.keyboard.press("Control+k");
  await person.seesFocus(field(page));
  await field(page).fill(query);
}

/** Chooses what is called so. */
async function chooses(page, query, name = query) {
  await asks(page, query);
  await until(`${name} is the first choice`, async () => {
    const active = await field(page).getAttribute("aria-activedescendant");
    return active !== null && (await page.locator(`#${active}`).innerText()).startsWith(name);
  });
  await page.keyboard.press("Enter");
  await isClosed(page);
}

export function palette(docket) {
  async function opened(options, path = docket.jobs) {
    const visit = await docket.signedIn(options);
    await visit.page.goto(path);
    await person.isLive(visit.page);
    return visit;
  }

  describe("the command palette", () => {
    before(async () => {
      await docket.world.startByProgram(`${TITLE}\n[sim: 10m, pr]`);
      await docket.world.startByProgram(`${DEEP}\nIt is about the ${DEEP_WORD}. [sim: 10m, pr]`);
    });

    test("is closed by the browser's Back, which leaves the page", async () => {
      const visit = await opened();
      const { page } = visit;
      await page.getByRole("link", { name: "Visitors", exact: true }).click();
      await sees(person.heading(page, "Visitors"));
      await asks(page, "jobs");
      await page.goBack();
      await isClosed(page);
      await sees(person.heading(page, "Jobs"));
      await visit.end();
    });

    test("shows what is selected in forced colours", async () => {
      const visit = await opened({ forcedColors: "active" });
      const { page } = visit;
      await asks(page, "");
      const background = (option) => option.evaluate((element) => getComputedStyle(element).backgroundColor);
      const [selected, other] = [true, false].map((selected) => dialog(page).getByRole("option", { selected }).first());
      assert.notEqual(await background(selected), await background(other));
      await visit.end();
    });

    test("goes to a page and to a job, which have the focus then", async () => {
      const visit = await opened();
      const { page } = visit;
      await sees(person.jobRow(page, TITLE));
      await chooses(page, "visit", "Visitors");
      await person.seesFocus(person.heading(page, "Visitors"));
      await chooses(page, "retry head", TITLE);
      await person.seesFocus(person.heading(page, TITLE));
      await visit.end();
    });

    test("is a combobox: keys move in the list, and say which choice is active", async () => {
      const visit = await opened();
      const { page } = visit;
      await asks(page, "");
      assert.equal(await field(page).getAttribute("aria-expanded"), "true");
      const list = await field(page).getAttribute("aria-controls");
      assert.equal(await page.locator(`#${list}`).getAttribute("role"), "listbox");
      const active = async () => {
        const id = await field(page).getAttribute("aria-activedescendant");
        assert.equal(await page.locator(`#${id}`).getAttribute("aria-selected"), "true");
        return dialog(page).getByRole("option").evaluateAll((all, id) => all.findIndex((one) => one.id === id), id);
      };
      const count = await dialog(page).getByRole("option").count();
      for (const [key, index] of [["ArrowDown", 1], ["ArrowUp", 0], ["ArrowUp", count - 1], ["ArrowDown", 0], ["End", count - 1], ["Home", 0]]) {
        await page.keyboard.press(key);
        await until(`${key} leads to ${index}`, async () => (await active()) === index);
      }
      // These select text in the field.
      await page.keyboard.press("Shift+End");
      await person.frames(page);
      assert.equal(await active(), 0);
      // The group with the best match comes first on the screen as well.
      await field(page).fill("the");
      await until("the first choice is active", async () => (await active()) === 0);
      await sees(dialog(page).getByRole("status").getByText(/^\d+ results$/));
      // No timer runs between microtasks: what the page says now, it says at each key.
      const [options, announced] = await field(page).evaluate(async (field) => {
        field.value = "zzzz";
        field.dispatchEvent(new Event("input", { bubbles: true }));
        for (let turn = 0; turn < 100; turn += 1) await undefined;
        const dialog = field.closest("dialog");
        return [dialog.querySelectorAll("[role=option]").length, dialog.querySelector("[role=status]").textContent];
      });
      assert.equal(options, 0);
      assert.match(announced, /^\d+ results$/, "a key alone announces nothing");
      await sees(dialog(page).getByText("Nothing matches."));
      await sees(dialog(page).getByRole("status").getByText("No results"));
      const { promise: answered, resolve: answer } = Promise.withResolvers();
      await page.route(/\/jobs\?.*q=yyyy/, async (route) => {
        await answered;
        await route.continue();
      });
      await field(page).fill("yyyy");
      await sees(dialog(page).getByText("Searching…"));
      assert.equal(await dialog(page).getByText("Nothing matches.").count(), 0);
      answer();
      await sees(dialog(page).getByText("Nothing matches."));
      await visit.end();
    });

    test("opens in a field, keeps its text, and gives the focus back", async () => {
      const visit = await opened();
      const { page } = visit;
      await person.newJob(page).pressSequentially("Half a prompt");
      await page.keyboard.press("Control+k");
      await person.seesFocus(field(page));
      await page.keyboard.press("Escape");
      await isClosed(page);
      await person.seesFocus(person.newJob(page));
      // The browser puts the caret back a moment later.
      const isAtEnd = (field) => field.selectionStart === field.value.length;
      await until("the caret is where it was", () => person.newJob(page).evaluate(isAtEnd));
      await page.keyboard.type("!");
      await person.holds(person.newJob(page), "Half a prompt!");
      await person.newJob(page).fill("");

      const link = page.getByRole("link", { name: TITLE, exact: true });
      await link.focus();
      await page.keyboard.press("Control+k");
      await person.seesFocus(field(page));
      await page.keyboard.press("Escape");
      await person.seesFocus(link);
      await visit.end();
    });

    test("does not open over another dialog", async () => {
      const visit = await opened();
      const { page } = visit;
      // Once the module of the palette is here, its keys would open it at once.
      await asks(page, "");
      await page.keyboard.press("Escape");
      await isClosed(page);
      await page.keyboard.press("?");
      const shortcuts = page.getByRole("dialog", { name: "Keyboard shortcuts" });
      await sees(shortcuts);
      await page.keyboard.press("Control+k");
      const choice = shortcuts.getByRole("checkbox").first();
      await choice.focus();
      await person.seesFocus(choice);
      assert.equal(await page.getByRole("dialog").count(), 1);
      await page.keyboard.press("Escape");
      await isClosed(page);
      await asks(page, "keyboard");
      await page.keyboard.press("Enter");
      await sees(page.getByRole("dialog", { name: "Keyboard shortcuts" }));
      assert.equal(await page.getByRole("dialog").count(), 1);
      await visit.end();
    });

    test("finds jobs that are not loaded, and says when it cannot", async () => {
      const search = new RegExp(`/api/projects/${PROJECT}/jobs\\?q=`);
      const visit = await opened({ expected: [/^failed: GET .*jobs\?/, /^console: Failed to load resource: net::ERR_FAILED/] });
      const { page } = visit;
      await asks(page, DEEP_WORD);
      await sees(option(page, `${DEEP} Active`));
      await page.route(search, (route) => route.abort());
      await field(page).fill("narcissus");
      await sees(dialog(page).getByRole("alert").filter({ hasText: "Only loaded jobs are searched" }));
      await page.unroute(search);
      await visit.end();
    });

    test("goes to another project", async () => {
      const visit = await opened();
      const { page } = visit;
      await chooses(page, "Acme SDK", "Acme SDK reference");
      await until("the other project is open", () => page.url().includes(`/p/${LONG_PROJECT}/jobs`));
      await visit.end();
    });

    test("offers what the page of a job can do, and does it", async () => {
      const title = "Palette: hide me";
      await docket.world.startByProgram(`${title}\n[sim: 10m, pr]`);
      const visit = await opened();
      const { page } = visit;
      await person.openJob(page, title);
      await sees(person.button(page, "Hide"));
      await chooses(page, "hide", "Hide");
      await sees(page.getByRole("button", { name: "Unhide" }));
      const canBe = (name) => sees(page.getByRole("button", { name, exact: true, disabled: false }));
      await canBe("Stop polling");
      await chooses(page, "stop poll", "Stop polling");
      await canBe("Resume polling");
      await chooses(page, "resume", "Resume polling");
      await canBe("Stop polling");
      // Titles of jobs that begin with the first word would come before it.
      await chooses(page, "write a follow", "Write a follow-up");
      await person.seesFocus(person.followUp(page));
      await visit.end();
    });

    test("presses the control of the page, also if the row with the focus has its key", async () => {
      const title = "Palette: go on with me";
      const { id } = await docket.world.startByProgram(`${title}\n[sim: 1s, pr]`);
      const visit = await opened({}, `${docket.jobs}/${id}`);
      const { page, context } = visit;
      await context.route((url) => url.origin !== docket.world.url, (route) => route.fulfill({ body: "a pull request" }));
      await person.seesStatus(page, "Completed");
      await person.sendFollowUp(page, "Go on.\n[sim: 10m, no-pr]");
      await person.seesStatus(page, "Active");
      await person.sendFollowUp(page, "And then do more.");
      const queued = person.actions(page, "And then do more.").getByRole("button", { name: "Cancel" });
      await queued.focus();
      const pullRequest = await person.pullRequest(page.getByRole("main")).first().innerText();
      const opens = page.waitForEvent("popup");
      await chooses(page, pullRequest);
      await (await opens).close();
      await person.seesFocus(queued);
      await sees(person.story(page, "And then do more.").getByText("Queued: will be sent when the job finishes"));
      await visit.end();
    });

    test("has the actions that belong to no page", async () => {
      const visit = await opened({ permissions: ["clipboard-read", "clipboard-write"] }, docket.url(`/p/${PROJECT}/visitors?range=7d`));
      const { page } = visit;
      await chooses(page, "copy link", "Copy link to this page");
      await until("the link is copied", async () => (await page.evaluate(() => navigator.clipboard.readText())) === page.url());
      await chooses(page, "dark", "Theme: dark");
      assert.equal(await page.locator("html").getAttribute("data-theme"), "dark");
      // Once the module of the list of shortcuts is here, its key would open it at once.
      await page.keyboard.press("?");
      await sees(page.getByRole("dialog", { name: "Keyboard shortcuts" }));
      await page.keyboard.press("Escape");
      await isClosed(page);
      await chooses(page, "single", "Turn single-key shortcuts off");
      await page.keyboard.press("?");
      // The palette does not open over another dialog.
      await chooses(page, "single", "Turn single-key shortcuts on");
      await chooses(page, "new job", "New job");
      await person.seesFocus(person.newJob(page));
      await visit.end();
    });

    test("changes the theme in the person's menu and in other tabs, too", async () => {
      const visit = await opened();
      const { page, context } = visit;
      const other = await context.newPage();
      await other.goto(docket.jobs);
      await person.isLive(other);
      const hasTheme = async (page, name) => {
        await page.getByRole("button", { name: /^Signed in as/ }).click();
        await until(`the menu has the theme ${name}`, () => page.getByRole("radio", { name, exact: true }).isChecked());
        await page.keyboard.press("Escape");
      };
      for (const each of [page, other]) await hasTheme(each, "System");
      await chooses(page, "dark", "Theme: dark");
      for (const each of [page, other]) {
        await until("the page is dark", async () => (await each.locator("html").getAttribute("data-theme")) === "dark");
        await hasTheme(each, "Dark");
      }
      await visit.end();
    });

    test("fills the composer of new jobs with a template", async () => {
      const name = "Palette: a release note";
      const visit = await opened({}, docket.url(`/p/${PROJECT}/jobs`));
      const { page } = visit;
      /** Sends a request about the templates, as this person. */
      const sendOf = (method, path, body) => send(page, method, `/api/projects/${PROJECT}/templates${path}`, body);
      const created = await sendOf("POST", "", { name, text: "Write the release note of {{release}}." });
      const { id } = await created.json();
      await person.openJob(page, TITLE);
      await chooses(page, "release note", name);
      await page.getByLabel("release", { exact: true }).fill("4.2");
      await page.getByRole("button", { name: "Fill in the prompt" }).click();
      await person.holds(person.newJob(page), "Write the release note of 4.2.");
      // The menu is on the page already.
      await person.newJob(page).fill("");
      await chooses(page, "release note", name);
      await sees(page.getByLabel("release", { exact: true }));
      // Another test begins with the starters, which only a project without templates offers.
      await sendOf("DELETE", `/${id}`);
      await visit.end();
    });

    for (const colorScheme of ["light", "dark"]) {
      test(`has no serious violation in ${colorScheme}, and fits a phone`, async () => {
        const visit = await opened({ colorScheme, viewport: { width: 360, height: 640 } });
        const { page } = visit;
        await page.getByRole("button", { name: /^Signed in as/ }).click();
        await page.getByRole("button", { name: /^Commands/ }).click();
        await person.seesFocus(field(page));
        await sees(action(page, "Sign out"));
        assert.deepEqual(await violations(page, await axeSource()), []);
        const box = await dialog(page).boundingBox();
        assert.ok(box.x >= 0 && box.x + box.width <= 360 && box.y + box.height <= 640, JSON.stringify(box));
        await page.keyboard.press("Escape");
        await person.seesFocus(page.getByRole("button", { name: /^Signed in as/ }));
        await visit.end();
      });
    }

    test("signs out", async () => {
      // A search for jobs with these words may arrive after the end of the session.
      const visit = await docket.visit({ expected: [/^401 GET .*q=sign%20out/] });
      const { page } = visit;
      await page.goto(docket.jobs);
      await person.signIn(page);
      await person.isLive(page);
      await asks(page, "sign out");
      await page.keyboard.press("Enter");
      await sees(person.heading(page, "Sign in"));
      // Nothing says what this person worked on.
      await person.seesFocus(page.getByLabel("Name"));
      assert.equal(await page.title(), "Sign in · Docket");
      assert.equal(await page.locator("[aria-live=polite]").first().textContent(), "");
      await visit.end();
    });
  });
}
