// All paths as a file: exported, cancelled, and resumed after a lost connection.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";

import * as person from "../../harness/person.mjs";
import { until } from "../../harness/until.mjs";
import { openVisitors } from "../../harness/visitors.mjs";
import { PATHS, PROJECT } from "../../harness/world.mjs";

const { sees } = person;

export function fileExport(docket) {
  const open = (query) => openVisitors(docket, query);

  describe("an export of visitors", () => {
    test("exports all rows as a table, and as a file that says where it comes from", async () => {
      const visit = await open("from=2026-08-01&to=2026-08-31");
      const { page } = visit;
      const save = async (name) => {
        const arrives = page.waitForEvent("download");
        await page.getByRole("button", { name }).click();
        const lines = (await readFile(await (await arrives).path(), "utf8")).trimEnd().split("\n");
        await sees(page.getByText(`${PATHS} rows exported.`));
        return lines;
      };
      const csv = await save("Export CSV");
      // A path can have a line break, so a row can have two lines.
      assert.equal(csv.filter((line) => line.startsWith('"')).length, PATHS);
      const ndjson = await save("Export NDJSON");
      const { end, rows } = JSON.parse(ndjson.at(-1));
      assert.deepEqual({ end, rows, lines: ndjson.length }, { end: true, rows: PATHS, lines: PATHS + 2 });
      // The rows of other days are not exported yet.
      await page.getByLabel("From", { exact: true }).fill("2026-08-30");
      await page.getByRole("button", { name: "Apply" }).click();
      await page.getByText(`${PATHS} rows exported.`).waitFor({ state: "hidden" });
      await visit.end();
    });

    test("an export goes on when its button is pressed again, and one that is cancelled says what it has spent", async () => {
      const visit = await open("from=2026-08-01&to=2026-08-31");
      const { page } = visit;
      let release;
      let requests = 0;
      await page.route("**/visitors/export?*", async (route) => {
        requests += 1;
        await new Promise((done) => (release = done));
        await route.continue();
      });
      const button = page.getByRole("button", { name: "Export CSV" });
      await button.click();
      await sees(page.getByRole("button", { name: "Export CSV", disabled: true }));
      await page.keyboard.press("d");
      const arrives = page.waitForEvent("download");
      await until("the export is requested", () => requests === 1);
      release();
      await arrives;
      await sees(page.getByText(`${PATHS} rows exported.`));
      assert.equal(requests, 1);
      await button.click();
      await until("another export is requested", () => requests === 2);
      const refreshed = page.waitForResponse(/\/visitors\/budget/);
      await page.getByRole("button", { name: "Cancel export" }).click();
      release();
      await refreshed;
      await visit.end();
    });

    test("an export whose connection breaks keeps its whole rows, and is resumed after them", async () => {
      const visit = await docket.signedIn({ expected: [/ERR_INTERNET_DISCONNECTED/] });
      const { page } = visit;
      await page.goto(docket.url(`/p/${PROJECT}/visitors?from=2026-08-01&to=2026-08-31`));
      await page.route("**/visitors/export?*", async (route) => {
        const response = await route.fetch();
        const body = await response.text();
        await route.fulfill({ response, body: body.slice(0, body.length / 2) });
      });
      await page.getByRole("button", { name: "Export CSV" }).click();
      await sees(page.getByRole("alert").getByText(/^Export interrupted after \d+ rows: the connection was lost\./));
      await page.unroute("**/visitors/export?*");
      // A line that is down for longer loses nothing either.
      await visit.context.setOffline(true);
      for (const name of ["Resume", "Export CSV"]) {
        const fails = page.waitForEvent("requestfailed", (request) => request.url().includes("/visitors/export"));
        await page.getByRole("button", { name }).click();
        await fails;
        await sees(page.getByRole("alert").getByText(/^Export interrupted after [1-9]\d* rows: /));
      }
      await visit.context.setOffline(false);
      const arrives = page.waitForEvent("download");
      await page.getByRole("button", { name: "Resume" }).click();
      const lines = (await readFile(await (await arrives).path(), "utf8")).trimEnd().split("\n");
      await sees(page.getByText(`${PATHS} rows exported.`));
      const rows = lines.filter((line) => line.startsWith('"'));
      assert.equal(rows.length, PATHS);
      assert.equal(new Set(rows).size, PATHS, "no row is there twice");
      assert.equal(lines.filter((line) => line.startsWith("#")).length, 0);
      await visit.end();
    });

    test("an interrupted export names its days once others are chosen, and can be dismissed", async () => {
      const visit = await open("from=2026-08-01&to=2026-08-31");
      const { page } = visit;
      await page.route("**/visitors/export?*", async (route) => {
        const response = await route.fetch();
        const body = await response.text();
        await route.fulfill({ response, body: body.slice(0, body.length / 2) });
      });
      const button = page.getByRole("button", { name: "Export CSV" });
      await button.click();
      const alert = page.getByRole("alert").filter({ hasText: "Export interrupted" });
      await sees(alert);
      await page.getByLabel("From", { exact: true }).fill("2026-08-30");
      await page.getByRole("button", { name: "Apply" }).click();
      await page.waitForURL(/from=2026-08-30/);
      await sees(alert.filter({ hasText: "The export is of Aug 1 – 31, 2026 · UTC." }));
      await page.getByRole("button", { name: "Dismiss" }).click();
      await alert.waitFor({ state: "detached" });
      await person.seesFocus(button);
      assert.equal(await page.getByRole("button", { name: "Resume" }).count(), 0);
      await visit.end();
    });
  });
}
