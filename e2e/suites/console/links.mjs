// A link shows a colleague the same page.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import * as person from "../../harness/person.mjs";
import { PROJECT } from "../../harness/world.mjs";

const { sees } = person;

export function links(docket) {
  describe("a link", () => {
    test("to days, a zone and a choice of paths shows a colleague the same", async () => {
      const mine = await docket.signedIn();
      const { page } = mine;
      await page.goto(docket.url(`/p/${PROJECT}/visitors`));
      await page.getByLabel("From", { exact: true }).fill("2025-03-01");
      await page.getByLabel("To", { exact: true }).fill("2025-03-31");
      await page.getByRole("button", { name: "Apply" }).click();
      // The list is filled when it is opened.
      await page.getByLabel("Time zone").focus();
      await page.getByLabel("Time zone").selectOption("Asia/Tokyo");
      await page.getByLabel("Path prefix").fill("/guides/");
      await page.waitForURL(/prefix=%2Fguides%2F/);
      // Until then, what is above the table may still get other lines, and move its header away from the pointer.
      await sees(page.getByText(/^[\d,]+ of [\d,]+ paths\./));
      await page.getByRole("columnheader", { name: "AI", exact: true }).getByRole("link").click();
      await page.waitForURL(/sort=ai/);
      const seen = await visitors(page);
      const link = page.url();
      await mine.end();

      const theirs = await docket.visit();
      await theirs.page.goto(link);
      await sees(person.heading(theirs.page, "Sign in"));
      await person.signIn(theirs.page);
      assert.deepEqual(await visitors(theirs.page), seen);
      assert.equal(theirs.page.url(), link);
      await theirs.end();
    });

    test("to a prompt without a job leads there after the sign-in", async () => {
      const visit = await docket.visit();
      const { page } = visit;
      const link = docket.url(`/p/${PROJECT}/jobs#submission-sub_0`);
      await page.goto(link);
      await sees(person.heading(page, "Sign in"));
      await person.signIn(page);
      await person.isLive(page);
      assert.equal(page.url(), link);
      await visit.end();
    });

    test("to an unknown page says so, and links to the jobs", async () => {
      const visit = await docket.signedIn({ expected: [/^404 GET \/p\/acme-docs\/nothing$/] });
      const { page } = visit;
      await page.goto(docket.url("/p/acme-docs/nothing"));
      await sees(person.heading(page, "Page not found"));
      await page.getByRole("link", { name: "Go to your jobs" }).click();
      await person.seesFocus(person.heading(page, "Jobs"));
      await visit.end();
    });
  });
}

/** The visitors of March 2025 in Tokyo. */
async function visitors(page) {
  await page.getByText("Mar 1 – 31, 2025 · Asia/Tokyo", { exact: true }).click();
  await sees(page.getByText("Exact interval: 2025-02-28T15:00:00Z to 2025-03-31T15:00:00Z, end excluded"));
  await sees(page.getByText(/ of [\d,]+ paths\. Sorted within the [\d,]+ loaded paths\./));
  const totals = await page.getByRole("region", { name: "Totals" }).innerText();
  const table = await page.getByRole("table", { name: "Unique visitors by path" }).innerText();
  return { totals, table };
}
