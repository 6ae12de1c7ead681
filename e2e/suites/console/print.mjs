// Pages on paper: what a person reads is there in full, and what they would press is not.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import * as person from "../../harness/person.mjs";
import { until } from "../../harness/until.mjs";
import { PROJECT } from "../../harness/world.mjs";

const { sees } = person;
const TITLE = "Print this job with all lines of its prompt";
/** More lines than the page of a job shows at first. */
const LINES = Array.from({ length: 40 }, (_, n) => `Line ${n + 1} of the prompt.`);

/** Shows a page as it is printed. */
async function print(page) {
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
}

/** Waits until nothing can be pressed, and no other page is offered. */
async function hasNoControls(page) {
  for (const role of ["button", "navigation", "textbox", "searchbox", "checkbox"]) {
    await until(`there is no ${role}`, async () => (await page.getByRole(role).count()) === 0);
  }
}

export function paper(docket) {
  describe("on paper", () => {
    test("a job has its whole prompt, and no controls", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.goto(docket.jobs);
      await person.startJob(page, [TITLE, ...LINES, "[sim: 1s, pr]"].join("\n"));
      await person.seesJob(page, TITLE, "Completed");
      await person.openJob(page, TITLE);
      await sees(page.getByRole("button", { name: "Show all 42 lines" }));
      await print(page);
      await hasNoControls(page);
      await sees(person.heading(page, TITLE));
      const prompt = page.getByRole("list", { name: "Timeline" }).getByText(LINES.at(-1));
      await sees(prompt);
      const isWhole = await prompt.evaluate((element) => element.scrollHeight <= element.clientHeight);
      assert.ok(isWhole, "the prompt is cut");
      // On paper, the address of a link follows its text.
      await sees(page.getByRole("link", { name: /#\d+ .*https:/ }).first());
      await visit.end();
    });

    test("the visitors have their table with every loaded row, and no controls", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.goto(docket.url(`/p/${PROJECT}/visitors?from=2026-08-01&to=2026-08-31&compare=none`));
      const paths = page.getByRole("table", { name: "Unique visitors by path" }).getByRole("rowheader");
      await sees(paths.first());
      await page.getByRole("slider", { name: "Day" }).focus();
      await page.keyboard.press("Home");
      await page.getByRole("button", { name: /^(Add|Edit) note on / }).first().click();
      await sees(page.getByRole("textbox", { name: "Note on Aug 1, 2026" }));
      await print(page);
      await hasNoControls(page);
      await sees(person.heading(page, "Visitors"));
      await until("every loaded row is there", async () => (await paths.count()) >= 250);
      await sees(paths.first());
      const isCut = (cells) => cells.some((cell) => cell.scrollWidth > cell.clientWidth);
      assert.ok(!(await paths.evaluateAll(isCut)), "a path is cut");
      const [last, end] = [await paths.nth(249).boundingBox(), await page.evaluate(() => document.documentElement.scrollHeight)];
      assert.ok(last.y + last.height <= end, "the last row is beyond the page");
      await visit.end();
    });
  });
}
