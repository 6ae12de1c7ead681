// Edits of prompt templates that meet others: of another tab, of somebody else, or of what is opened meanwhile.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import * as person from "../../harness/person.mjs";
import { PATH, discardChanges, editTemplate, idOf, makeTemplate, openTemplates, removeTemplate, sendTemplate, template } from "../../harness/templates.mjs";

const { sees } = person;

export function templateEdits(docket) {
  const open = (options) => openTemplates(docket, options);

  describe("edits of prompt templates", () => {
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
