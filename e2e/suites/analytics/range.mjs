// The selection of days, time zone and comparison, and what a wrong date says.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import * as person from "../../harness/person.mjs";
import { until } from "../../harness/until.mjs";
import { openVisitors } from "../../harness/visitors.mjs";
import { PROJECT } from "../../harness/world.mjs";

const { sees } = person;
const DAYS = "from=2026-09-01&to=2026-09-10&compare=none";

export function range(docket) {
  describe("the selected days", () => {
    test("a range that ends after today is refused where it was typed", async () => {
      const visit = await openVisitors(docket, DAYS);
      const { page } = visit;
      const tomorrow = new Date(Date.now() + 2 * 24 * 3_600_000).toISOString().slice(0, 10);
      const form = page.getByRole("form", { name: "Custom range" });
      const before = await form.boundingBox();
      await page.getByLabel("To", { exact: true }).fill(tomorrow);
      await form.getByRole("button", { name: "Apply" }).click();
      await sees(page.getByRole("alert").getByText(/^The last day must not be after today, /));
      assert.deepEqual(await form.boundingBox(), before, "no control moves");
      const invalid = () => Promise.all(["From", "To"].map((name) => page.getByLabel(name, { exact: true }).getAttribute("aria-invalid")));
      assert.deepEqual(await invalid(), ["true", "true"]);
      assert.match(page.url(), /to=2026-09-10/);
      await page.goto(docket.url(`/p/${PROJECT}/visitors?from=2026-09-01&to=${tomorrow}`));
      await sees(page.getByText(/The last day must not be after today, /));
      await visit.end();
    });

    test("days that a comparison or the time zone rules out are refused where they were typed", async () => {
      const visit = await openVisitors(docket, "from=2026-09-01&to=2026-09-10&zone=Pacific%2FApia");
      const { page } = visit;
      const apply = async (from, to) => {
        await page.getByLabel("From", { exact: true }).fill(from);
        await page.getByLabel("To", { exact: true }).fill(to);
        await page.getByRole("button", { name: "Apply" }).click();
      };
      await apply("2000-01-05", "2000-01-10");
      const early = "The period to compare with must not begin before 2000. Select later days or no comparison.";
      await sees(page.getByRole("alert").getByText(early));
      await apply("2011-12-30", "2011-12-30");
      await sees(page.getByRole("alert").getByText("The clocks of Pacific/Apia skipped Dec 30, 2011. Select another day."));
      assert.match(page.url(), /from=2026-09-01/);
      await apply("2011-12-29", "2011-12-31");
      await page.waitForURL(/from=2011-12-29/);
      await page.goto(docket.url(`/p/${PROJECT}/visitors?from=2000-01-05&to=2000-01-10`));
      await sees(page.getByText(early));
      await visit.end();
    });

    test("what was wrong with typed days is gone, and so are they, once another range is chosen", async () => {
      const visit = await openVisitors(docket, DAYS);
      const { page } = visit;
      await page.getByLabel("From", { exact: true }).fill("2026-09-20");
      await page.getByRole("button", { name: "Apply" }).click();
      const problem = page.getByText("The first day must not be after the last day.");
      await sees(problem);
      await page.getByRole("link", { name: "7 days", exact: true }).click();
      await page.waitForURL(/range=7d/);
      await problem.waitFor({ state: "hidden" });
      const [from, to] = await Promise.all(["From", "To"].map((name) => page.getByLabel(name, { exact: true }).inputValue()));
      assert.ok(from < to, `${from} to ${to}`);
      await visit.end();
    });

    test("time zones are listed when the list is opened", async () => {
      const visit = await openVisitors(docket, DAYS, { timezoneId: "Europe/Berlin" });
      const { page } = visit;
      const options = page.getByLabel("Time zone").locator("option");
      assert.equal(await options.count(), 2);
      await page.getByLabel("Time zone").focus();
      await until("all zones are listed", async () => (await options.count()) > 300);
      await page.getByLabel("Time zone").selectOption("Asia/Tokyo");
      await page.waitForURL(/zone=Asia%2FTokyo/);
      await page.getByLabel("Time zone").selectOption("Asia/Seoul");
      await page.waitForURL(/zone=Asia%2FSeoul/);
      await person.holds(page.getByLabel("Time zone"), "Asia/Seoul");
      await page.goBack();
      await person.holds(page.getByLabel("Time zone"), "Asia/Tokyo");
      await visit.end();
    });

    test("a time zone is listed once, whichever of its names the address has", async () => {
      const visit = await openVisitors(docket, `${DAYS}&zone=Asia%2FKathmandu`, { timezoneId: "Europe/Berlin" });
      const { page } = visit;
      const zone = page.getByLabel("Time zone");
      const options = zone.locator("option");
      const first = await zone.inputValue();
      await zone.focus();
      await until("all zones are listed", async () => (await options.count()) > 300);
      const names = (await options.allTextContents()).filter((name) => /^Asia\/Kath?mandu$/.test(name));
      assert.equal(names.length, 1);
      await person.holds(zone, names[0]);
      assert.match(first, /^Asia\/Kath?mandu$/);
      await visit.end();
    });

    test("what is compared is selected, also after a step back", async () => {
      const visit = await openVisitors(docket, DAYS);
      const { page } = visit;
      const compare = page.getByLabel("Compare with");
      await compare.selectOption("none");
      await page.waitForURL(/compare=none/);
      await compare.selectOption("year");
      await page.waitForURL(/compare=year/);
      await page.goBack();
      await person.holds(compare, "none");
      await visit.end();
    });
  });
}
