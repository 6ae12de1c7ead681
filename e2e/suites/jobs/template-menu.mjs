// Prompt templates in use: in the field for a prompt, and for a page's visitors.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import * as person from "../../harness/person.mjs";
import { fillStorage } from "../../harness/storage.mjs";
import { PROJECT } from "../../harness/world.mjs";
import { makeTemplate, openTemplates, sendTemplate, template } from "../../harness/templates.mjs";

const { sees } = person;

export function templateMenu(docket) {
  const open = () => openTemplates(docket);

  describe("prompt templates in use", () => {
    test("fill the field for a prompt, and keep what is written there", async () => {
      const visit = await open();
      const { page } = visit;
      const name = "Explain a term";
      await makeTemplate(page, name, "Explain {{the term}} on {{page}}.");
      await page.goto(docket.jobs);
      await person.newJob(page).fill("Written before");
      await page.getByText("Use a template").click();
      await person.button(page, name).click();
      await page.getByRole("button", { name: "Other templates" }).click();
      await person.seesFocus(person.button(page, name));
      await page.keyboard.press("Enter");
      await page.getByLabel("the term").fill("idempotency");
      await page.getByRole("button", { name: "Fill in the prompt" }).click();
      await sees(page.getByText("Fill in Page."));
      await page.getByLabel("Page", { exact: true }).fill("/concepts");
      await sees(page.getByRole("region", { name: "Prompt" }).getByText("Explain idempotency on /concepts."));
      await page.getByRole("button", { name: "Fill in the prompt" }).click();
      await page.getByRole("button", { name: "Add below it" }).click();
      await person.holds(person.newJob(page), "Written before\n\nExplain idempotency on /concepts.");
      await person.seesFocus(person.newJob(page));
      await person.newJob(page).fill("");
      await visit.end();
    });

    test("keep the values that were typed, until they fill in the prompt", async () => {
      const visit = await open();
      const { page } = visit;
      const [one, other] = ["Explain a limit", "Explain a price"];
      await makeTemplate(page, one, "Explain the limit {{limit}}.");
      await makeTemplate(page, other, "Explain the price {{price}}.");
      await page.goto(docket.jobs);
      const choose = async (name) => {
        await page.getByText("Use a template").click();
        await person.button(page, name).click();
      };
      await choose(one);
      await page.getByLabel("limit", { exact: true }).fill("of requests");
      await page.reload();
      await choose(one);
      await person.holds(page.getByLabel("limit", { exact: true }), "of requests");
      await page.getByRole("button", { name: "Other templates" }).click();
      await person.button(page, other).click();
      await person.isEmpty(page.getByLabel("price", { exact: true }));
      await page.getByRole("button", { name: "Other templates" }).click();
      await person.button(page, one).click();
      await person.holds(page.getByLabel("limit", { exact: true }), "of requests");
      await page.getByRole("button", { name: "Fill in the prompt" }).click();
      await person.holds(person.newJob(page), "Explain the limit of requests.");
      await person.newJob(page).fill("");
      await choose(one);
      await person.isEmpty(page.getByLabel("limit", { exact: true }));
      await fillStorage(page);
      await page.getByLabel("limit", { exact: true }).fill("of bytes");
      await sees(page.getByRole("status").getByText("fill in the prompt before you leave the page."));
      await visit.end();
    });

    test("are there as soon as a colleague has saved them and the menu is opened", async () => {
      const visit = await open();
      const { page } = visit;
      const [known, theirs] = ["Known in the menu", "New in the menu"];
      await makeTemplate(page, known, "Check {{page}}.");
      await page.goto(docket.jobs);
      const summary = page.getByText("Use a template");
      const choice = (name) => person.button(page, name);
      await summary.click();
      await sees(choice(known));
      await summary.click();
      await sendTemplate(page, "POST", "", { name: theirs, text: "Check {{page}} again." });
      await summary.click();
      await sees(choice(theirs));
      await choice(known).focus();
      await sendTemplate(page, "POST", "", { name: `${theirs}, too`, text: "Check {{page}} once more." });
      await page.evaluate(() => window.dispatchEvent(new Event("focus")));
      await sees(choice(`${theirs}, too`));
      await person.seesFocus(choice(known));
      await visit.end();
    });

    test("are not replaced by one that was chosen before and comes later", async () => {
      const visit = await open();
      const { page } = visit;
      const [late, wanted] = ["Comes late", "Comes at once"];
      await makeTemplate(page, late, "Late {{late value}}");
      await makeTemplate(page, wanted, "Wanted {{wanted value}}");
      const { templates } = await sendTemplate(page, "GET", "");
      const { id } = templates.find((each) => each.name === late);
      await page.goto(docket.jobs);
      let release;
      const held = new Promise((done) => (release = done));
      const of = new RegExp(`/templates/${id}$`);
      await page.route(of, async (route) => {
        await held;
        await route.continue();
      });
      await page.getByText("Use a template").click();
      await person.button(page, late).click();
      await person.button(page, wanted).click();
      await page.getByLabel("wanted value", { exact: true }).fill("mine");
      const response = page.waitForResponse(of);
      release();
      await (await response).finished();
      // What a response changes is on the screen by then.
      await person.frames(page);
      assert.equal(await page.getByLabel("wanted value", { exact: true }).inputValue(), "mine");
      assert.equal(await page.getByLabel("late value", { exact: true }).count(), 0);
      await visit.end();
    });

    test("are offered for the page of a row of visitors, with its figures", async () => {
      const visit = await open();
      const { page } = visit;
      const name = "Improve what many read";
      await makeTemplate(page, name, "Improve {{page}}.\n\n{{figures}}");
      await makeTemplate(page, "About no page", "Check all links");
      await page.goto(docket.url(`/p/${PROJECT}/visitors?from=2026-10-01&to=2026-10-31&sort=total`));
      const path = await page.getByRole("table", { name: "Unique visitors by path" }).getByRole("rowheader").first().innerText();
      await person.button(page, `New job for ${path}`).click();
      await sees(page.getByText("For the page"));
      assert.equal(await page.getByRole("button", { name: "About no page" }).count(), 0);
      await person.button(page, name).click();
      await page.getByRole("button", { name: "Fill in the prompt" }).click();
      await person.seesFocus(person.newJob(page));
      const prompt = await person.newJob(page).inputValue();
      assert.ok(prompt.startsWith(`Improve ${path}.\n\nFrom 2026-10-01 to 2026-10-31 (UTC) it had `), prompt);
      assert.match(prompt, /\d+ human and \d+ AI\.\nFigures: http/);
      await person.newJob(page).fill("");
      await visit.end();
    });

    test("are made and used by keyboard alone", async () => {
      // The list has a row, whichever tests have run before.
      await docket.world.startByProgram("Stand in the list [sim: 1s]");
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.goto(docket.jobs);
      await person.isLive(page);
      await person.pressInTurn(page, "g", "t");
      await sees(person.heading(page, "Templates"));
      await person.tabTo(page, page.getByRole("button", { name: "New template" }));
      await page.keyboard.press("Enter");
      await person.seesFocus(page.getByRole("form", { name: "New template" }).getByLabel("Name"));
      await page.keyboard.type("By keyboard");
      await page.keyboard.press("Tab");
      await page.keyboard.type("Check {{what}}");
      await page.keyboard.press("Control+Enter");
      await sees(template(page, "By keyboard"));
      await person.pressInTurn(page, "g", "j");
      await person.tabTo(page, page.locator(".template-menu summary"));
      await page.keyboard.press("Enter");
      await person.tabTo(page, person.button(page, "By keyboard"));
      await page.keyboard.press("Enter");
      await person.seesFocus(page.getByLabel("what", { exact: true }));
      await page.keyboard.type("links");
      await person.tabTo(page, page.getByRole("button", { name: "Fill in the prompt" }));
      await page.keyboard.press("Enter");
      await person.holds(person.newJob(page), "Check links");
      await person.newJob(page).fill("");
      // The menu is folded away, so the next row is none of its templates.
      await person.newJob(page).blur();
      await page.keyboard.press("j");
      await sees(page.locator(".jobs__link:focus, .submission:focus"));
      await visit.end();
    });
  });
}
