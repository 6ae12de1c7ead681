// Prompt templates: created, edited, deleted and restored.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import * as person from "../../harness/person.mjs";
import { fillStorage } from "../../harness/storage.mjs";
import { PROJECT } from "../../harness/world.mjs";

const { sees } = person;
const PATH = `/p/${PROJECT}/templates`;

/** Opens their page. */
export async function openTemplates(docket, options) {
  const visit = await docket.signedIn(options);
  await visit.page.goto(docket.url(PATH));
  await sees(person.heading(visit.page, "Templates"));
  return visit;
}

/** The template with this name in the list. */
export const template = (page, name) =>
  page.getByRole("list", { name: "Templates" }).getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });

/** Discards what is typed into the form of a template in `scope`, and answers the question about it. */
export async function discardChanges(scope) {
  await scope.getByRole("button", { name: "Discard changes" }).click();
  await scope.getByRole("button", { name: "Discard them" }).click();
}

/** Makes a template on its page. */
export async function makeTemplate(page, name, text) {
  await beginTemplate(page);
  const form = page.getByRole("form", { name: "New template" });
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("Prompt").fill(text);
  await form.getByRole("button", { name: "Save template" }).click();
  await sees(template(page, name));
}

/** Opens the form of a new template. It takes the focus to the name, where text for another field would arrive before that. */
async function beginTemplate(page) {
  await page.getByRole("button", { name: "New template" }).click();
  await person.seesFocus(page.getByRole("form", { name: "New template" }).getByLabel("Name"));
}

/** The same of a template that is there. */
async function editTemplate(page, name) {
  await page.getByRole("button", { name: `Edit ${name}` }).click();
  await person.seesFocus(template(page, name).getByRole("form", { name: "Edit template" }).getByLabel("Name"));
}

/** Changes a template behind the page's back. */
export const sendTemplate = (page, method, path, body) =>
  page.evaluate(
    async ([method, path, body]) => {
      const headers = { "X-Docket": "1", "Content-Type": "application/json" };
      const response = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
      return response.json();
    },
    [method, `/api/projects/${PROJECT}/templates${path}`, body],
  );

/** The id of the template with this name. */
const idOf = async (page, name) => (await sendTemplate(page, "GET", "")).templates.find((each) => each.name === name).id;

/** Deletes a template behind the page's back. */
async function removeTemplate(page, name) {
  const path = `/api/projects/${PROJECT}/templates/${await idOf(page, name)}`;
  await page.evaluate((path) => fetch(path, { method: "DELETE", headers: { "X-Docket": "1" } }).then(() => {}), path);
}

export function templates(docket) {
  const open = (options) => openTemplates(docket, options);

  describe("prompt templates", () => {
    test("that could not be loaded without a connection are loaded when it is back", async () => {
      const visit = await open({ expected: [/ERR_INTERNET_DISCONNECTED/] });
      const { page, context } = visit;
      const complete = page.getByRole("list", { name: "Templates" }).or(page.getByText("No templates yet."));
      await sees(complete);
      await page.getByRole("link", { name: "Jobs", exact: true }).click();
      await sees(person.heading(page, "Jobs"));
      await person.isLive(page);
      await context.setOffline(true);
      await person.seesConnection(page, "Offline");
      await page.getByRole("link", { name: "Templates", exact: true }).click();
      const problem = page.getByRole("main").getByRole("alert");
      await sees(problem.getByText(/^Docket did not respond\./));
      await context.setOffline(false);
      await person.isLive(page);
      await sees(complete);
      assert.equal(await problem.count(), 0);
      await visit.end();
    });

    test("begin with a starter, are edited, and go back to an older version", async () => {
      const visit = await open();
      const { page } = visit;
      const name = "Update a page for a release";
      await page.getByRole("button", { name: `Start with this: ${name}` }).click();
      const form = page.getByRole("form", { name: "New template" });
      await sees(form.getByText("2 variables: page, release."));
      await form.getByRole("button", { name: "Save template" }).click();
      await sees(template(page, name).getByText("Version 1 by dev"));
      await sees(page.getByRole("button", { name: "Start with this: Improve a popular page" }));
      assert.equal(await page.getByRole("button", { name: `Start with this: ${name}` }).count(), 0);

      await editTemplate(page, name);
      const editor = page.getByRole("form", { name: "Edit template" });
      await person.seesFocus(editor.getByLabel("Name"));
      await editor.getByLabel("Prompt").fill("Rewrite {{page}}.");
      await page.keyboard.press("Control+Enter");
      await sees(template(page, name).getByText("Version 2 by dev"));

      await page.getByRole("button", { name: `Versions of ${name}` }).click();
      await page.getByRole("button", { name: "Show version 1" }).click();
      await sees(page.getByText("Compare it with the changelog"));
      await page.getByRole("button", { name: "Show version 2" }).click();
      await sees(page.getByText("Compared with version 1: added text is underlined, removed text is struck through."));
      await sees(page.getByRole("insertion").getByText("Rewrite"));
      await sees(page.getByRole("deletion").getByText("Compare it with the changelog"));
      await page.getByRole("button", { name: "Restore version 1" }).click();
      await sees(template(page, name).getByText("Version 3 by dev"));
      await sees(template(page, name).getByText("page, release"));

      // Each question gives the focus to its own safe answer.
      const other = "Improve a popular page";
      await page.getByRole("button", { name: `Start with this: ${other}` }).click();
      await page.getByRole("button", { name: "Save template" }).click();
      const both = [other, name];
      for (const each of both) {
        await page.getByRole("button", { name: `Delete ${each}` }).click();
        await person.seesFocus(template(page, each).getByRole("button", { name: "Keep it" }));
      }
      for (const each of both) {
        await template(page, each).getByRole("button", { name: "Delete it" }).click();
        await template(page, each).waitFor({ state: "detached" });
      }
      await visit.end();
    });

    test("keep what is typed over a reload, and say what is wrong with it", async () => {
      const visit = await open();
      const { page } = visit;
      await beginTemplate(page);
      const form = page.getByRole("form", { name: "New template" });
      await form.getByLabel("Prompt").fill("Half of a template about {{page}}");
      await sees(form.getByText("Saved in this browser until you save it."));
      await page.reload();
      await person.holds(form.getByLabel("Prompt"), "Half of a template about {{page}}");
      await form.getByRole("button", { name: "Save template" }).click();
      await sees(form.getByRole("alert").getByText("the name must have 1 to 80 characters"));
      await person.seesFocus(form.getByLabel("Name"));
      const described = await form.getByLabel("Name").getAttribute("aria-describedby");
      await sees(page.locator(`[id="${described}"]`).getByText("the name must have 1 to 80 characters"));
      await form.getByLabel("Prompt").fill("x".repeat(100_002));
      await sees(form.getByText("Too long: 2 over the limit of 100,000 bytes."));
      // Escape asks as the button does, and closes the question again.
      await form.getByLabel("Prompt").press("Escape");
      await person.seesFocus(form.getByRole("button", { name: "Keep editing" }));
      await page.keyboard.press("Escape");
      await person.seesFocus(form.getByRole("button", { name: "Discard changes" }));
      await discardChanges(form);
      await form.waitFor({ state: "detached" });
      await page.reload();
      await sees(page.getByRole("button", { name: "New template" }));
      await visit.end();
    });

    test("are saved while the browser's storage is full, which the form says", async () => {
      const visit = await open();
      const { page } = visit;
      const name = "Edited on a full disk";
      await makeTemplate(page, name, "first");
      await editTemplate(page, name);
      const editor = template(page, name).getByRole("form", { name: "Edit template" });
      await fillStorage(page);
      await editor.getByLabel("Prompt").fill("second, about {{page}}");
      await sees(editor.getByRole("status").getByText(/^This browser's storage is full or disabled: save the template/));
      await person.holds(editor.getByLabel("Prompt"), "second, about {{page}}");
      for (const other of [`Versions of ${name}`, `Delete ${name}`]) {
        await page.getByRole("button", { name: other }).click();
        await person.seesFocus(editor.getByRole("button", { name: "Keep editing" }));
        await page.keyboard.press("Enter");
        await person.holds(editor.getByLabel("Prompt"), "second, about {{page}}");
      }
      await editor.getByRole("button", { name: "Save template" }).click();
      await sees(template(page, name).getByText("Version 2 by dev"));
      await editor.waitFor({ state: "detached" });
      await page.reload();
      await sees(template(page, name).getByText("Version 2 by dev"));
      assert.equal(await editor.count(), 0);
      await visit.end();
    });

    test("stay as they are, with the focus, while another one is saved, which takes no text meanwhile", async () => {
      const visit = await open();
      const { page } = visit;
      for (const name of ["Saved slowly", "Written meanwhile"]) await makeTemplate(page, name, "first");
      const editor = (name) => template(page, name).getByRole("form", { name: "Edit template" });
      for (const name of ["Saved slowly", "Written meanwhile"]) {
        await editTemplate(page, name);
        await editor(name).getByLabel("Prompt").fill(`second of ${name}`);
      }
      let release;
      const held = new Promise((done) => (release = done));
      await page.route("**/templates/**", async (route) => {
        await held;
        await route.continue();
      });
      await editor("Saved slowly").getByRole("button", { name: "Save template" }).click();
      await sees(editor("Saved slowly").getByText("Saving…"));
      assert.equal(await editor("Saved slowly").getByLabel("Prompt").isEditable(), false);
      const other = editor("Written meanwhile").getByLabel("Prompt");
      await other.focus();
      release();
      await sees(template(page, "Saved slowly").getByText("Version 2 by dev"));
      await editor("Saved slowly").waitFor({ state: "detached" });
      await person.holds(other, "second of Written meanwhile");
      await person.seesFocus(other);
      await discardChanges(editor("Written meanwhile"));
      await visit.end();
    });

    test("are saved whatever is opened meanwhile", async () => {
      const visit = await open();
      const { page } = visit;
      const name = "Saved behind its versions";
      await makeTemplate(page, name, "first");
      const prompt = template(page, name).getByRole("form", { name: "Edit template" }).getByLabel("Prompt");
      await editTemplate(page, name);
      await prompt.fill("second");
      let release;
      const held = new Promise((done) => (release = done));
      await page.route("**/templates/**", async (route) => {
        if (route.request().method() === "PUT") await held;
        await route.continue();
      });
      await template(page, name).getByRole("button", { name: "Save template" }).click();
      await page.getByRole("button", { name: `Versions of ${name}` }).click();
      await prompt.waitFor({ state: "detached" });
      release();
      // The list of versions has it too, as soon as that is there.
      await sees(template(page, name).getByText("Version 2 by dev").first());
      await sees(template(page, name).getByRole("list", { name: "Versions" }));
      await editTemplate(page, name);
      await person.holds(prompt, "second");
      await prompt.fill("third");
      await page.keyboard.press("Control+Enter");
      await sees(template(page, name).getByText("Version 3 by dev"));
      await visit.end();
    });

    test("lose nothing that another tab writes when changes are discarded", async () => {
      const visit = await open();
      const { page } = visit;
      const form = (page) => page.getByRole("form", { name: "New template" });
      await page.getByRole("button", { name: "New template" }).click();
      const second = await page.context().newPage();
      await second.goto(docket.url(PATH));
      await second.getByRole("button", { name: "New template" }).click();
      await form(second).getByLabel("Name").fill("Of the second tab");
      await form(page).getByLabel("Name").fill("Of the first tab");
      await discardChanges(form(second));
      await form(second).waitFor({ state: "detached" });
      await page.reload();
      await person.holds(form(page).getByLabel("Name"), "Of the first tab");
      await discardChanges(form(page));
      await form(page).waitFor({ state: "detached" });
      await second.close();
      await visit.end();
    });

    test("have a text of their own in each tab, also of the same template", async () => {
      const visit = await open();
      const { page } = visit;
      const name = "Edited in two tabs";
      await makeTemplate(page, name, "first");
      const prompt = (page) => template(page, name).getByRole("form", { name: "Edit template" }).getByLabel("Prompt");
      await editTemplate(page, name);
      const second = await page.context().newPage();
      await second.goto(docket.url(PATH));
      await editTemplate(second, name);
      await prompt(page).fill("of the first tab");
      await prompt(second).fill("of the second tab");
      for (const tab of [page, second]) await tab.reload();
      await person.holds(prompt(page), "of the first tab");
      await person.holds(prompt(second), "of the second tab");
      for (const tab of [page, second]) {
        await discardChanges(tab);
        await prompt(tab).waitFor({ state: "detached" });
      }
      await page.reload();
      await sees(template(page, name));
      assert.equal(await prompt(page).count(), 0);
      await second.close();
      await visit.end();
    });

    test("that somebody deletes meanwhile are saved as new ones, or continued as such", async () => {
      const visit = await open({ expected: [/^404 PUT /] });
      const { page } = visit;
      const name = "Deleted by a colleague";
      await makeTemplate(page, name, "first");
      await editTemplate(page, name);
      const editor = page.getByRole("form", { name: "Edit template" });
      await editor.getByLabel("Prompt").fill("second");
      await removeTemplate(page, name);
      await editor.getByRole("button", { name: "Save template" }).click();
      await sees(editor.getByRole("alert").getByText("Not saved: someone has deleted this template."));
      await editor.getByRole("button", { name: "Save as new template" }).click();
      await editor.waitFor({ state: "detached" });
      assert.equal((await sendTemplate(page, "GET", `/${await idOf(page, name)}`)).text, "second");
      await page.reload();

      // Without an attempt to save it, the text is that of a new template on the next visit.
      await editTemplate(page, name);
      await editor.getByLabel("Prompt").fill("third");
      await removeTemplate(page, name);
      await page.reload();
      const form = page.getByRole("form", { name: "New template" });
      await person.holds(form.getByLabel("Prompt"), "third");
      await page.reload();
      await person.holds(form.getByLabel("Prompt"), "third");
      await discardChanges(form);
      await form.waitFor({ state: "detached" });
      await visit.end();
    });

    test("show an edit that came before, and keep both", async () => {
      const visit = await open({ expected: [/^409 PUT /] });
      const { page } = visit;
      const name = "Edited by two";
      await makeTemplate(page, name, "first");
      await editTemplate(page, name);
      const editor = page.getByRole("form", { name: "Edit template" });
      await editor.getByLabel("Prompt").fill("mine");
      const { templates } = await sendTemplate(page, "GET", "");
      const { id } = templates.find((each) => each.name === name);
      await sendTemplate(page, "PUT", `/${id}`, { name, text: "theirs", version: 1 });
      await editor.getByRole("button", { name: "Save template" }).click();
      await sees(editor.getByRole("alert").getByText("version 2 is the newest"));
      await sees(editor.getByText("theirs", { exact: true }));
      assert.equal(await editor.getByLabel("Prompt").inputValue(), "mine");
      await editor.getByRole("button", { name: "Save mine as version 3" }).click();
      await sees(template(page, name).getByText("Version 3 by dev"));
      assert.equal((await sendTemplate(page, "GET", `/${id}?version=2`)).text, "theirs");
      await visit.end();
    });

    test("of somebody else arrive when a person comes back, and disturb nothing that is open", async () => {
      const visit = await open();
      const { page } = visit;
      const [mine, gone, theirs] = ["Stay open while others save", "Stay although it is deleted", "Saved by a colleague"];
      await makeTemplate(page, mine, "As it was");
      await makeTemplate(page, gone, "Soon deleted");
      await editTemplate(page, mine);
      await template(page, mine).getByLabel("Prompt").fill("Half typed");
      await editTemplate(page, gone);
      const prompt = template(page, gone).getByLabel("Prompt");
      await prompt.fill("Half typed, too");
      await sendTemplate(page, "POST", "", { name: theirs, text: "Check {{page}}." });
      await removeTemplate(page, gone);
      assert.equal(await template(page, theirs).count(), 0);
      await page.evaluate(() => window.dispatchEvent(new Event("focus")));
      await sees(template(page, theirs));
      await person.seesFocus(prompt);
      await person.holds(prompt, "Half typed, too");
      await person.holds(template(page, mine).getByLabel("Prompt"), "Half typed");
      await discardChanges(template(page, mine));
      await discardChanges(template(page, gone));
      await template(page, mine).getByRole("button", { name: "Edit" }).focus();
      await page.evaluate(() => window.dispatchEvent(new Event("focus")));
      await template(page, gone).waitFor({ state: "detached" });
      await visit.end();
    });

    test("stay where they are if they cannot be loaded again", async () => {
      const visit = await open({ expected: [/ERR_FAILED/] });
      const { page } = visit;
      const name = "Stay in the list";
      await makeTemplate(page, name, "Text");
      const failed = page.waitForEvent("requestfailed");
      await page.route(/\/templates$/, (route) => (route.request().resourceType() === "fetch" ? route.abort() : route.continue()));
      await page.evaluate(() => window.dispatchEvent(new Event("focus")));
      await failed;
      await person.frames(page);
      await sees(template(page, name));
      assert.equal(await page.getByRole("main").getByRole("alert").count(), 0);
      await visit.end();
    });

    test("give way to an edit that came before, and nothing is left of them", async () => {
      const visit = await open({ expected: [/^409 PUT /] });
      const { page } = visit;
      const name = "Replaced by theirs";
      await makeTemplate(page, name, "first");
      const { templates } = await sendTemplate(page, "GET", "");
      const { id } = templates.find((each) => each.name === name);
      const editor = template(page, name).getByRole("form", { name: "Edit template" });
      const lose = async (version) => {
        await editTemplate(page, name);
        await editor.getByLabel("Prompt").fill("mine");
        await sendTemplate(page, "PUT", `/${id}`, { name, text: `theirs ${version}`, version });
        await editor.getByRole("button", { name: "Save template" }).click();
        await sees(editor.getByRole("button", { name: `Save mine as version ${version + 2}` }));
      };
      await lose(1);
      await editor.getByRole("button", { name: "Use the newest version" }).click();
      await person.holds(editor.getByLabel("Prompt"), "theirs 1");
      await person.seesFocus(editor.getByLabel("Name"));
      await editor.getByRole("alert").waitFor({ state: "detached" });
      assert.equal(await editor.getByRole("button", { name: "Save mine as version 3" }).count(), 0);
      await sees(template(page, name).getByText("Version 2 by dev"));
      await page.reload();
      await sees(template(page, name).getByText("Version 2 by dev"));
      assert.equal(await editor.count(), 0, "the draft is gone");
      await lose(2);
      await discardChanges(editor);
      await editor.waitFor({ state: "detached" });
      await sees(template(page, name).getByText("Version 3 by dev"));
      await visit.end();
    });
  });
}
