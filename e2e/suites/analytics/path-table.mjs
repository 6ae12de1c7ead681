// The table of paths: by keys and folders, what a search looks at, and what an export costs and saves.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";

import * as person from "../../harness/person.mjs";
import { until } from "../../harness/until.mjs";
import { openVisitors, paths, requestsLeft, table } from "../../harness/visitors.mjs";
import { PATHS } from "../../harness/world.mjs";

const { sees } = person;
const frame = (page) => table(page).getByRole("rowgroup", { name: "Paths" });

export function pathTable(docket) {
  describe("the table of paths", () => {
    test("the paths are one stop of the Tab key, and arrow keys move between their rows", async () => {
      const visit = await openVisitors(docket, "from=2026-05-01&to=2026-05-31&compare=none");
      const { page } = visit;
      await page.getByRole("button", { name: "Load all paths" }).click();
      await sees(page.getByText(new RegExp(`^All ${PATHS} paths\\.`)));
      const row = (index) => table(page).locator(`[aria-rowindex="${index + 2}"]`);
      await frame(page).focus();
      await page.keyboard.press("ArrowDown");
      await person.seesFocus(row(0).getByRole("rowheader"));
      await page.keyboard.press("ArrowDown");
      await person.seesFocus(row(1).getByRole("rowheader"));
      await page.keyboard.press("End");
      await person.seesFocus(row(PATHS - 1).getByRole("rowheader"));
      await page.keyboard.press("Home");
      await person.seesFocus(row(0).getByRole("rowheader"));
      // The next stops are the controls of this row, and they are the only ones.
      const controls = [
        row(0).getByLabel(/^Select \//),
        row(0).getByLabel(/^Daily visitors of \//),
        row(0).getByRole("rowheader").getByRole("link"),
        row(0).getByLabel(/^New job for \//),
      ];
      for (const control of controls) {
        await page.keyboard.press("Tab");
        await person.seesFocus(control);
      }
      const stops = await frame(page).evaluate((rows) =>
        [...rows.querySelectorAll("a, button, input, [tabindex]")].filter((element) => element.tabIndex >= 0).length);
      assert.equal(stops, controls.length);
      await visit.end();
    });

    test("Back from the prompt for a page leads to its row", async () => {
      const visit = await openVisitors(docket, "from=2026-08-01&to=2026-08-31&compare=none");
      const { page } = visit;
      const focusedRow = () => page.evaluate(() => Number(document.activeElement.closest("[aria-rowindex]")?.ariaRowIndex ?? 0));
      await frame(page).focus();
      await page.keyboard.press("PageDown");
      await page.keyboard.press("PageDown");
      await until("a row further down has the focus", async () => (await focusedRow()) > 20);
      const row = table(page).locator(`[aria-rowindex="${await focusedRow()}"]`);
      const button = await row.getByLabel(/^New job for /).getAttribute("aria-label");
      await page.keyboard.press("c");
      await person.seesFocus(person.newJob(page));
      await person.newJob(page).fill("");
      await page.goBack();
      await person.seesFocus(row.getByRole("rowheader"));
      assert.equal(await row.getByLabel(/^New job for /).getAttribute("aria-label"), button);
      await sees(row.getByRole("rowheader"));
      await visit.end();
    });

    test("folders lead down and up again, and none leads to itself", async () => {
      const visit = await openVisitors(docket, "from=2026-08-01&to=2026-08-31&compare=none&group=folder");
      const { page } = visit;
      const breadcrumbs = page.getByRole("navigation", { name: "Parent folders" });
      await table(page).getByRole("link", { name: "/guides/", exact: true }).click();
      await sees(breadcrumbs.getByText("/guides/", { exact: true }));
      await until("the rows are of this folder", async () =>
        (await paths(page).allInnerTexts()).every((name) => name.includes("/guides/")));
      await person.seesFocus(paths(page).first().locator("> *"));
      const links = await table(page).getByRole("rowheader").getByRole("link").evaluateAll((all) => all.map((a) => a.href));
      assert.ok(links.every((href) => href !== page.url()), "no row leads to the page that it is on");
      for (const name of await paths(page).allInnerTexts()) assert.notEqual(name.trim(), "");
      await page.getByLabel("Compare with").selectOption("year");
      await page.waitForURL(/compare=year/);
      const everyLink = breadcrumbs.getByRole("link").or(table(page).getByRole("rowheader").getByRole("link"));
      await until("every link keeps the comparison", async () =>
        (await everyLink.evaluateAll((all) => all.map((a) => a.href))).every((href) => href.includes("compare=year")));
      await breadcrumbs.getByRole("link", { name: "All folders" }).click();
      await breadcrumbs.waitFor({ state: "hidden" });
      assert.match(page.url(), /compare=year/);
      await person.seesFocus(frame(page));
      await sees(table(page).getByRole("link", { name: "/guides/", exact: true }));
      await visit.end();
    });

    test("a search says that it looks at the loaded paths only, and a prefix needs no slash", async () => {
      const visit = await openVisitors(docket, "from=2026-07-01&to=2026-07-31&compare=none");
      const { page } = visit;
      // As for a site with more paths than one request loads.
      await page.route(/visitors\/rows\?.*q=/, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), loaded: 250, complete: false } });
      });
      await page.getByLabel("Search paths").fill("no such path anywhere");
      await sees(page.getByText(/^None of the 250 loaded paths match the filter\. There are more/));
      await page.getByRole("link", { name: "Clear filter" }).click();
      await person.seesFocus(page.getByLabel("Search paths"));
      await person.isEmpty(page.getByLabel("Search paths"));
      await page.getByLabel("Path prefix").fill("guides");
      await page.waitForURL(/prefix=%2Fguides/);
      await until("only guides are shown", async () => {
        const shown = await paths(page).allInnerTexts();
        return shown.length > 0 && shown.every((path) => path.startsWith("/guides"));
      });
      await visit.end();
    });

    test("an export says what it costs, counts its rows, and saves a table that spreadsheets read", async () => {
      const visit = await openVisitors(docket, "from=2026-06-01&to=2026-06-30&compare=none");
      const { page } = visit;
      await sees(page.getByText(/^Exporting loads the other paths: (about|at least) \d+ requests?, 1 request per 250\./));
      const before = await requestsLeft(page);
      const arrives = page.waitForEvent("download");
      await page.getByRole("button", { name: "Export CSV" }).click();
      const text = await readFile(await (await arrives).path(), "utf8");
      const lines = text.trimEnd().split("\n");
      assert.equal(lines[0], "\ufeffpath,human,ai,total");
      // A path can have a line break, so a row can have two lines.
      assert.equal(lines.filter((line) => line.startsWith('"')).length, PATHS);
      assert.deepEqual(lines.filter((line) => line.startsWith("#")), []);
      await sees(page.getByText(`${PATHS} rows exported.`));
      await until("the budget says what the export cost", async () => (await requestsLeft(page)) < before);
      await visit.end();
    });
  });
}
