// Prompt templates: created, edited, deleted and restored.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import * as person from "../../harness/person.mjs";
import { fillStorage } from "../../harness/storage.mjs";
import { beginTemplate, discardChanges, editTemplate, makeTemplate, openTemplates, template } from "../../harness/templates.mjs";

const { sees } = person;

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

    test("with a name that is written from right to left have it in that direction", async () => {
      const visit = await open();
      const { page } = visit;
      const name = "דוח (2)";
      await makeTemplate(page, name, "Write it for {{page}}.");
      const heading = template(page, name).getByRole("heading");
      assert.equal(await heading.evaluate((element) => getComputedStyle(element).direction), "rtl");
      await sees(template(page, name).getByText("Version 1 by dev"));
      await visit.end();
    });

    test("begin with a starter, are edited, and go back to an older version", async () => {
      const visit = await open();
      const { page } = visit;
      const name = "Update a page for a release";
      await page.getByRole("button", { name: `Start with this: ${name}` }).click();
      const form = page.getByRole("form", { name: "New template" });
      await sees(form.getByText("2 variables: page, release."));
      // A reload keeps it open, and nobody is asked about what they have not typed.
      await page.reload();
      await person.holds(form.getByLabel("Name"), name);
      await form.getByRole("button", { name: "Discard changes" }).click();
      await form.waitFor({ state: "detached" });
      await page.getByRole("button", { name: `Start with this: ${name}` }).click();
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
      // The tab keeps it when its page is left.
      await page.getByRole("link", { name: "Jobs", exact: true }).click();
      await sees(person.heading(page, "Jobs"));
      await page.getByRole("link", { name: "Templates", exact: true }).click();
      await person.holds(editor.getByLabel("Prompt"), "second, about {{page}}");
      await sees(editor.getByRole("status").getByText(/^This browser's storage is full or disabled: save the template/));
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
  });
}
