// What a path of the visitors page leads to: its page, and new jobs about it.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import * as person from "../../harness/person.mjs";
import { until } from "../../harness/until.mjs";
import { openVisitors, paths, showsExactly, table } from "../../harness/visitors.mjs";
import { PROJECT } from "../../harness/world.mjs";

const { sees } = person;

export function pathLinks(docket) {
  const open = (query) => openVisitors(docket, query);

  describe("a path of the visitors page", () => {
    test("a prompt has the visitors of the days that its row was counted in, whatever range is chosen since", async () => {
      const visit = await open("from=2026-08-01&to=2026-08-31&compare=none&sort=total");
      const { page } = visit;
      const row = (path) => table(page).getByRole("row").filter({ has: page.getByLabel(`Select ${path}`, { exact: true }) });
      const all = async (path) => (await row(path).locator("[data-name=All]").innerText()).replaceAll(",", "");
      const path = (await paths(page).first().innerText()).trim();
      const inAugust = await all(path);

      // While the rows of other days are loaded, those of the days before can be used.
      let release;
      const held = new Promise((done) => (release = done));
      await page.route(/visitors\/rows\?/, async (route) => {
        await held;
        // Its page is left by then.
        await route.continue().catch(() => {});
      });
      await page.getByRole("link", { name: "7 days", exact: true }).click();
      await page.waitForURL(/range=7d/);
      await sees(page.locator(".data--old").filter({ has: table(page) }));
      await sees(page.locator(".data--old").getByText(/paths\. .*Loaded/));
      await person.button(page, `New job for ${path}`).click();
      await person.seesFocus(person.newJob(page));
      const draft = await person.newJob(page).inputValue();
      assert.ok(draft.includes(`From 2026-08-01 to 2026-08-31 (UTC) it had ${inAugust} unique visitors`), draft);
      await person.newJob(page).fill("");
      release();
      await page.unroute(/visitors\/rows\?/);

      // The row of a selected page is counted again with the table.
      await page.goto(docket.url(`/p/${PROJECT}/visitors?from=2026-08-01&to=2026-08-31&compare=none&sort=total`));
      await row(path).getByRole("checkbox").check();
      await page.getByLabel("From", { exact: true }).fill("2026-08-25");
      await page.getByRole("button", { name: "Apply" }).click();
      await until("the row has fewer visitors", async () => (await row(path).count()) === 1 && (await all(path)) !== inAugust);
      const inAWeek = await all(path);
      assert.ok(await row(path).getByRole("checkbox").isChecked());
      await person.button(page, "New jobs for 1 page").click();
      await sees(person.heading(page, "Jobs for many pages"));
      const stored = await page.evaluate(() => JSON.stringify(localStorage));
      assert.ok(stored.includes(`From 2026-08-25 to 2026-08-31 (UTC) it had ${inAWeek} unique visitors`), stored);
      await page.getByRole("textbox", { name: "Pages" }).fill("");
      await visit.end();
    });

    test("a path leads to the page of the documentation", async () => {
      const visit = await open("from=2026-09-01&to=2026-09-03&compare=none");
      const { page } = visit;
      const link = table(page).getByRole("rowheader").getByRole("link").nth(1);
      const path = await link.innerText();
      assert.equal(await link.getAttribute("href"), `https://docs.acme.example/en${path}`);
      await page.context().route("https://docs.acme.example/**", (route) => route.fulfill({ body: "the page" }));
      await table(page).getByRole("rowgroup", { name: "Paths" }).focus();
      await page.keyboard.press("j");
      await page.keyboard.press("j");
      const [opened] = await Promise.all([page.context().waitForEvent("page"), page.keyboard.press("v")]);
      await opened.waitForURL(`https://docs.acme.example/en${path}`);
      assert.equal(await opened.evaluate(() => window.opener), null);
      await visit.end();
    });

    test("the suggestion for a page takes the place of one that nobody changed, and of nothing else", async () => {
      const visit = await open("from=2026-08-01&to=2026-08-31");
      const { page } = visit;
      const [first, second] = (await paths(page).allInnerTexts()).slice(0, 2);
      const begin = (path) => person.button(page, `New job for ${path}`).click();
      const field = person.newJob(page);
      await begin(first);
      await sees(field);
      await page.goBack();
      await begin(second);
      await until("only the second page is in the prompt", async () => {
        const prompt = await field.inputValue();
        return prompt.includes(`page ${second}:`) && !prompt.includes(`page ${first}:`);
      });
      await person.seesFocus(field);
      await field.fill("Written by hand");
      await page.goBack();
      await begin(first);
      await until("the text stays above", async () => (await field.inputValue()).startsWith("Written by hand\n\nImprove"));
      await field.fill("");
      await visit.end();
    });

    test("starts a job about a path, and the job links back to its visitors", async () => {
      const visit = await open("from=2026-08-01&to=2026-08-31");
      const { page } = visit;
      const path = await paths(page).first().innerText();
      const shown = await table(page).getByRole("row").nth(1).locator("[data-name=All]").innerText();
      const total = shown.replaceAll(",", "");
      await person.button(page, `New job for ${path}`).click();
      const field = person.newJob(page);
      await person.seesFocus(field);
      // The caret is behind the colon.
      await page.keyboard.type("add an example.");
      const prompt = await field.inputValue();
      assert.ok(prompt.includes(`Improve the page ${path}: add an example.\n`), prompt);
      assert.ok(prompt.includes(`From 2026-08-01 to 2026-08-31 (UTC) it had ${total} unique visitors`), prompt);
      await field.fill(`${prompt}\n[sim: 1s, no-pr]`);
      await page.getByRole("button", { name: "Start job" }).click();
      await page.getByRole("link", { name: "Open the job" }).click();
      await page.getByRole("link", { name: "Visitor data for this prompt" }).first().click();
      await showsExactly(page, "Aug 1 – 31, 2026 · UTC", "2026-08-01 to 2026-09-01 UTC, end excluded");
      await until("the row is shown", async () => (await paths(page).allInnerTexts()).includes(path));
      await visit.end();
    });
  });
}
