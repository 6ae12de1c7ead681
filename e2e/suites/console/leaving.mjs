// A page that a person leaves while it is busy: what it started must end with it.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { hold } from "../../harness/hold.mjs";
import { shortenIntervals } from "../../harness/intervals.mjs";
import * as person from "../../harness/person.mjs";
import { PROJECT } from "../../harness/world.mjs";

const { sees } = person;
const DATA = new RegExp(`/(api/projects|v1/analytics|v2/agent)/${PROJECT}/`);
/** Longer than the time between two polls of a backfill's progress. */
const POLLED_WITHIN_MS = 3000;
const isProgress = (request) => request.method() === "GET" && request.url().includes("/visitors/");

/** Opens the page of the other tab, and waits until it is there. */
async function goTo(page, tab) {
  await page.getByRole("link", { name: tab, exact: true }).click();
  await sees(person.heading(page, tab));
}

export function leaving(docket) {
  const visitors = (days) => docket.url(`/p/${PROJECT}/visitors?${days}&compare=none`);

  describe("a page that was left", () => {
    for (const [what, days, method] of [
      ["its data", "from=2024-01-01&to=2024-01-03", "GET"],
      ["the start of a backfill", "from=2024-02-01&to=2024-02-03", "POST"],
    ]) {
      test(`ignores ${what}`, async () => {
        const visit = await docket.signedIn();
        const { page } = visit;
        const held = await hold(page, DATA, { method, afterwards: true });
        await page.goto(visitors(days));
        await held.isAskedFor();
        await goTo(page, "Jobs");
        await held.release();
        // The app still works: a panic would have ended it.
        await goTo(page, "Visitors");
        await goTo(page, "Jobs");
        await person.isLive(page);
        await visit.end();
      });
    }

    test("no longer polls the progress of a backfill", async () => {
      await docket.world.sim("POST", "faults", { operation: "get-visitors", fault: "timeout 1s", times: 40 });
      const visit = await docket.signedIn();
      const { page } = visit;
      await shortenIntervals(page);
      await page.goto(visitors("from=2024-03-01&to=2024-04-29"));
      await page.getByRole("button", { name: /^Load \d+ days/ }).click();
      await sees(page.getByRole("progressbar", { name: "Loading days" }));
      await page.waitForRequest(isProgress);

      await goTo(page, "Jobs");
      await docket.world.sim("DELETE", "faults");
      const polls = [];
      page.on("request", (request) => isProgress(request) && polls.push(request.url()));
      await page.evaluate((ms) => new Promise((done) => window.setInterval(done, ms)), POLLED_WITHIN_MS);
      // A poll would have begun before this request.
      await page.evaluate(() => fetch("/robots.txt"));
      assert.deepEqual(polls, []);
      // The app still works: a panic would have ended it.
      await goTo(page, "Visitors");
      await visit.end();
    });
  });
}
