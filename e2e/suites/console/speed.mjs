// The time to the first paint and to the first jobs. Printed, not asserted, because machines differ.

import { describe, test } from "node:test";

import * as person from "../../harness/person.mjs";

export function speed(docket) {
  describe("speed", () => {
    for (const visitNumber of ["first", "second"]) {
      test(`of the ${visitNumber} visit`, async (t) => {
        const visit = await docket.signedIn();
        const { page } = visit;
        if (visitNumber === "second") await load(page, docket);
        t.diagnostic(await load(page, docket));
        await visit.end();
      });
    }
  });
}

async function load(page, docket) {
  await page.goto(docket.jobs);
  await person.sees(page.getByRole("table").getByRole("row").nth(1));
  const times = await page.evaluate(() => ({
    view: performance.now(),
    paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN,
  }));
  return `first paint after ${times.paint.toFixed(0)} ms, jobs after ${times.view.toFixed(0)} ms`;
}
