// A person who opens a job and returns finds the list as they left it.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import * as person from "../../harness/person.mjs";
import { until } from "../../harness/until.mjs";
import { LONG_PROJECT } from "../../harness/world.mjs";

const { sees } = person;
const TITLE = "Job number 40";

export function returning(docket) {
  describe("returning to the list", () => {
    const link = (page) => page.getByRole("link", { name: TITLE, exact: true });
    const scrolled = (page) => page.evaluate(() => window.scrollY);

    // The suite about the list made these jobs.
    for (const [way, back] of [
      ["by Back", (page) => page.goBack()],
      ["by the link", (page) => page.getByRole("main").getByRole("link", { name: "Jobs", exact: true }).click()],
    ]) {
      test(`${way} restores scroll, focus and filter`, async () => {
        const visit = await docket.signedIn();
        const { page } = visit;
        await page.goto(docket.url(`/p/${LONG_PROJECT}/jobs?q=job+number`));
        await person.isLive(page);
        await link(page).scrollIntoViewIfNeeded();
        const before = await scrolled(page);
        assert.ok(before > 500, `${before} pixels`);
        await link(page).click();
        await sees(person.heading(page, TITLE));
        await sees(page.getByRole("list", { name: "Timeline" }));
        await back(page);
        await person.seesFocus(link(page));
        await until("the list is scrolled as before", async () => Math.abs((await scrolled(page)) - before) < 2);
        assert.equal(new URL(page.url()).searchParams.get("q"), "job number");
        await visit.end();
      });
    }
  });
}
