// The table of paths as a file, where it is not all pages: the rows of a view, and folders.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";

import * as person from "../../harness/person.mjs";
import { table } from "../../harness/visitors.mjs";
import { PATHS, PROJECT } from "../../harness/world.mjs";

const { sees } = person;
const DAYS = "from=2026-08-01&to=2026-08-31";
/** The number of rows of the table, on the screen or not. */
const count = async (page) => Number(await table(page).getAttribute("aria-rowcount")) - 1;
/** How a row of CSV begins: a path can have a line break, so a row can have two lines. */
const isRow = (line) => line.startsWith('"');

/** What the page says after a file with this number of rows. */
const exported = (rows) => `${rows} ${rows === 1 ? "row" : "rows"} of this table exported.`;

/** Saves a file with a button of the table's export: its name and its lines. */
const save = (page, name) =>
  saved(page, () => person.button(page.getByRole("group", { name: "Export table" }), name).click());

/** The file that an action saves: its name and its lines. */
async function saved(page, act) {
  const arrives = page.waitForEvent("download");
  await act();
  const download = await arrives;
  const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\n");
  return { name: download.suggestedFilename(), lines };
}

export function viewExport(docket) {
  const open = async (query) => {
    const visit = await docket.signedIn();
    await visit.page.goto(docket.url(`/p/${PROJECT}/visitors?${query}`));
    await sees(table(visit.page).getByRole("rowheader").first());
    return visit;
  };

  describe("the export of a table", () => {
    test("has the rows of a view with both periods, and says what it holds", async () => {
      const visit = await open(`${DAYS}&compare=none`);
      const { page } = visit;
      const loadAll = person.button(page, "Load all paths");
      const all = page.getByText(new RegExp(`^All ${PATHS} paths\\.`));
      await sees(loadAll.or(all));
      if (await loadAll.isVisible()) await loadAll.click();
      await sees(all);
      assert.equal(await page.getByRole("group", { name: "Export table" }).count(), 0, "all pages are one export");

      await page.goto(docket.url(`/p/${PROJECT}/visitors?${DAYS}&view=new&compare=previous`));
      const loadOthers = page.getByRole("button", { name: /^Load all paths of / });
      const rule = page.getByText(new RegExp(`pages? of ${PATHS} paths\\.`));
      await sees(loadOthers.or(rule));
      if (await loadOthers.isVisible()) await loadOthers.click();
      await sees(rule);
      await page.getByLabel("View").selectOption("ai");
      await page.waitForURL(/view=ai/);
      await sees(table(page).getByRole("rowheader").first());
      const rows = await count(page);
      assert.ok(rows > 0 && rows < PATHS, `${rows} rows`);

      const csv = await save(page, "CSV of the view");
      assert.equal(csv.name, `visitors-${PROJECT}-ai-2026-08-01-to-2026-08-31.csv`);
      assert.equal(csv.lines[0].replace("\ufeff", ""), "path,human,ai,total");
      assert.equal(csv.lines.filter(isRow).length, rows);
      await sees(page.getByText(exported(rows)));
      const ndjson = await save(page, "NDJSON of the view");
      const lines = ndjson.lines.map((line) => JSON.parse(line));
      const { docket: head } = lines.at(0);
      assert.deepEqual([head.view, head.from, head.to, head.loaded, head.complete], ["ai", "2026-08-01", "2026-08-31", PATHS, true]);
      assert.deepEqual(lines.at(-1), { rows, end: true });
      assert.equal(lines.length, rows + 2);
      for (const { ai, human } of lines.slice(1, -1)) assert.ok(ai >= 20 && ai >= 4 * human);

      // A filter narrows the file as it narrows the table.
      const [{ path }] = lines.slice(1);
      const group = page.getByRole("group", { name: "Export table" });
      await page.getByLabel("Search paths").fill("no such path");
      await sees(group.getByText("The view has none to export."));
      await page.getByLabel("Search paths").fill(path);
      await sees(group.getByRole("button", { name: "CSV of the view" }));
      const one = await save(page, "CSV of the view");
      assert.equal(one.name, `visitors-${PROJECT}-ai-filtered-2026-08-01-to-2026-08-31.csv`);
      assert.equal(one.lines.filter(isRow).length, 1);

      await page.goto(docket.url(`/p/${PROJECT}/visitors?${DAYS}&view=falling&compare=previous`));
      await sees(page.getByText(new RegExp(`pages? of ${PATHS} paths\\.`)));
      const fallen = await save(page, "CSV of the view");
      assert.equal(fallen.lines[0].replace("\ufeff", ""), "path,human,ai,total,human_before,ai_before,total_before");
      assert.ok(fallen.lines.filter(isRow).length > 0, "no page fell");
      await visit.end();
    });

    test("does not say that a view is empty whose pages are not known yet", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      // As before the paths of the earlier period are loaded.
      await page.route(/visitors\/rows\?.*view=falling/, async (route) => {
        const response = await route.fetch();
        const rows = await response.json();
        const compared = { ...rows.compared, rows: [], complete: false, backfill: null };
        await route.fulfill({ response, json: { ...rows, rows: [], matched: 0, hasMore: false, compared } });
      });
      await page.goto(docket.url(`/p/${PROJECT}/visitors?${DAYS}&view=falling&compare=previous`));
      await sees(page.getByText(/^This view needs all paths of both periods\./));
      const group = page.getByRole("group", { name: "Export table" });
      await sees(group.getByText("Those of the view are known once all paths are loaded."));
      assert.equal(await group.getByText("The view has none to export.").count(), 0);
      await visit.end();
    });

    test("has folders with the least that each can have", async () => {
      const visit = await open(`${DAYS}&compare=none&group=folder`);
      const { page } = visit;
      const rows = await count(page);
      const { name, lines } = await save(page, "CSV of the folders");
      assert.match(name, /^visitors-acme-docs-folders-(of-first-\d+-paths-)?2026-08-01-to-2026-08-31\.csv$/);
      for (const [key, other] of [[",", name], [";", name.replace(/csv$/, "ndjson")]]) {
        assert.equal((await saved(page, () => page.keyboard.press(key))).name, other);
      }
      assert.equal(lines[0].replace("\ufeff", ""), "folder,pages,human_at_least,ai_at_least,total_at_least");
      assert.equal(lines.filter(isRow).length, rows);
      await sees(page.getByText(exported(rows)));
      await visit.end();
    });
  });
}
