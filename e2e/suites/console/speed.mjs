// What a second visit loads: the data, and no file of the app that the browser has.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import * as person from "../../harness/person.mjs";

/** A file with the hash of its content in its name. */
const HASHED = /-[0-9a-f]{10,16}(_bg)?\.(js|wasm|css)$/;

/** Opens the jobs, and returns the bytes that each file of the app took from the network, of those that are there. */
async function load(page, docket) {
  await page.goto(docket.jobs);
  await person.sees(page.getByRole("table").getByRole("row").nth(1));
  const resources = await page.evaluate(() =>
    performance.getEntriesByType("resource").map(({ name, transferSize }) => ({ path: new URL(name).pathname, transferSize })),
  );
  return resources.filter(({ path }) => HASHED.test(path));
}

export function speed(docket) {
  describe("a second visit", () => {
    test("takes the files of the app from the browser's cache", async () => {
      const visit = await docket.signedIn();
      const first = await load(visit.page, docket);
      assert.ok(first.some(({ path, transferSize }) => path.endsWith(".wasm") && transferSize > 0), JSON.stringify(first));
      const second = await load(visit.page, docket);
      assert.ok(second.some(({ path }) => path.endsWith(".wasm")), JSON.stringify(second));
      const known = first.map(({ path }) => path);
      assert.deepEqual(second.filter(({ path, transferSize }) => known.includes(path) && transferSize > 0), []);
      await visit.end();
    });
  });
}
