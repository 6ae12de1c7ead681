// The chart of daily visitors: by pointer, finger and keys, as a table and a file, and with colours of the person's own.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";

import { hold } from "../../harness/hold.mjs";
import * as person from "../../harness/person.mjs";
import { until } from "../../harness/until.mjs";
import { numbers, openVisitors, paths, table } from "../../harness/visitors.mjs";
import { PROJECT } from "../../harness/world.mjs";

const { sees } = person;
const DAYS = "from=2026-09-01&to=2026-09-10&compare=none";
const pointer = (page) => page.getByRole("slider", { name: "Day" });
/** Picks a day of September by pointer or finger, in the middle of its column. */
const pick = async (page, day, by) => {
  const box = await pointer(page).boundingBox();
  await by(box.x + ((day - 0.5) / 10) * box.width, box.y + box.height / 2);
};
/** The days of the table below the chart, all loaded: `Sep 3, 2026` with human, AI and all. */
const dailyCounts = async (page) => {
  const days = page.getByRole("table", { name: "Unique visitors by day" });
  await page.getByText("Show as table").click();
  await until("all days are loaded", async () => !(await days.innerText()).includes("–"));
  const rows = await days.getByRole("row").allInnerTexts();
  return new Map(rows.slice(1).map((row) => {
    const [day, ...counts] = row.split("\t").map((cell) => cell.trim());
    return [day, counts.slice(0, 3).map((count) => Number(count.replaceAll(/[,.]/g, "")))];
  }));
};

export function chart(docket) {
  describe("the chart of daily visitors", () => {
    test("the table of days is saved as a file with what happened on them", async () => {
      const visit = await openVisitors(docket, DAYS);
      const { page } = visit;
      const counts = await dailyCounts(page);
      const arrives = page.waitForEvent("download");
      await page.getByRole("button", { name: "Save as CSV" }).click();
      const download = await arrives;
      assert.equal(download.suggestedFilename(), `visitors-${PROJECT}-days-2026-09-01-to-2026-09-10.csv`);
      const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\n");
      assert.equal(lines[0], "\ufeffday,human,ai,total,complete,jobs_ended,pull_requests,note");
      assert.equal(lines.length, 11);
      const third = lines.find((line) => line.startsWith("2026-09-03,")).split(",");
      assert.deepEqual(third.slice(1, 4).map(Number), counts.get("Sep 3, 2026"));
      await visit.end();
    });

    test("the chart shows the counts of the day under the pointer, and leads to its paths", async () => {
      const visit = await openVisitors(docket, DAYS);
      const { page } = visit;
      const counts = await dailyCounts(page);
      await pick(page, 3, (x, y) => page.mouse.move(x, y));
      const caption = page.locator("figcaption");
      await sees(caption.getByText("Sep 3, 2026"));
      assert.deepEqual(numbers((await caption.innerText()).split("Sep 3")[0]), counts.get("Sep 3, 2026"));
      assert.match(await page.getByText(/^Most visited/).innerText(), /: \/\S* [\d,]+ \/\S* [\d,]+/);
      await caption.getByRole("link", { name: "Show this day" }).click();
      await page.waitForURL(/from=2026-09-03&to=2026-09-03/);
      await person.seesFocus(pointer(page));
      await visit.end();
    });

    test("the line to today is dashed, because the day is not over", async () => {
      const visit = await openVisitors(docket, "range=7d&compare=none");
      const { page } = visit;
      const today = page.locator("figure .chart__line--all.chart__line--partial");
      await until("it is drawn", async () => /^M\d+ \d+L\d+ \d+$/.test((await today.getAttribute("d")) ?? ""));
      const dashes = (line) => line.evaluate((path) => getComputedStyle(path).strokeDasharray);
      assert.notEqual(await dashes(today), "none");
      assert.equal(await dashes(page.locator("figure .chart__line--all:not(.chart__dots, .chart__line--partial)")), "none");
      await visit.end();
    });

    test("the paths of a day lead to the trends of their pages", async () => {
      const visit = await openVisitors(docket, DAYS);
      const { page } = visit;
      await dailyCounts(page);
      await pick(page, 3, (x, y) => page.mouse.move(x, y));
      const path = page.getByText(/^Most visited/).getByRole("link").first();
      const name = await path.innerText();
      await path.click();
      const heading = page.getByRole("heading", { name: `Daily visitors of ${name}` });
      await person.seesFocus(heading);
      await page.goBack();
      await heading.waitFor({ state: "detached" });
      await visit.end();
    });

    test("without a connection, one notice says so for all sections", async () => {
      const visit = await openVisitors(docket, DAYS, { expected: [/ERR_INTERNET_DISCONNECTED/] });
      const { page } = visit;
      await dailyCounts(page);
      await visit.context.setOffline(true);
      await page.getByRole("link", { name: "7 days" }).click();
      await sees(page.getByRole("region", { name: "Totals" }).getByRole("alert"));
      await until("all sections have failed", async () => (await page.locator(".notice--network").count()) > 2);
      assert.equal(await page.getByRole("main").getByRole("alert").count(), 1);
      await visit.context.setOffline(false);
      await page.locator(".notice--network").first().waitFor({ state: "detached" });
      await sees(paths(page).first());
      await visit.end();
    });

    test("totals that got no response say so at once", async () => {
      const visit = await docket.signedIn({ expected: [/ERR_FAILED/] });
      const { page } = visit;
      await page.route(/visitors\/summary/, (route) => route.abort());
      // As on a dead connection, where nothing responds for a minute.
      const budget = await hold(page, /visitors\/budget/);
      await page.goto(docket.url(`/p/${PROJECT}/visitors?${DAYS}`));
      await sees(page.getByRole("region", { name: "Totals" }).getByRole("alert"));
      budget.release();
      await visit.end();
    });

    test("numbers and dates are written as in the person's language and region", async () => {
      const visit = await openVisitors(docket, DAYS, { locale: "de-DE" });
      const { page } = visit;
      const counts = await dailyCounts(page);
      await pointer(page).focus();
      await page.keyboard.press("Home");
      const [human, ai, all] = counts.get("1. Sept. 2026").map((count) => count.toLocaleString("de-DE"));
      assert.ok(all.includes("."), `${all} has a separator`);
      assert.equal(await pointer(page).getAttribute("aria-valuetext"), `1. Sept. 2026: ${human} human, ${ai} AI, ${all} in total`);
      await sees(page.getByText(/^1\.–10\. Sept\. 2026 · UTC$/));
      assert.match(await table(page).locator('[data-name="AI share"]').first().innerText(), /^\d+,\d\s%$/);
      await visit.end();
    });

    test("keys of the browser pick no day, and go to no row of the table", async () => {
      const visit = await openVisitors(docket, DAYS);
      const { page } = visit;
      await pointer(page).focus();
      await page.keyboard.press("Home");
      for (const key of ["Alt+ArrowRight", "Control+End", "Shift+PageUp", "Meta+ArrowRight"]) await page.keyboard.press(key);
      assert.equal(await pointer(page).getAttribute("aria-valuenow"), "1");
      await page.keyboard.press("ArrowRight");
      await until("the next day is picked", async () => (await pointer(page).getAttribute("aria-valuenow")) === "2");
      await page.getByRole("rowgroup", { name: "Paths" }).focus();
      await page.keyboard.press("Home");
      await person.seesFocus(page.locator("#path-0"));
      await page.keyboard.press("Alt+ArrowDown");
      await person.frames(page);
      await person.seesFocus(page.locator("#path-0"));
      await visit.end();
    });

    test("a path of the day that is cut off is seen whole while it has the focus", async () => {
      const visit = await openVisitors(docket, DAYS);
      const { page } = visit;
      await dailyCounts(page);
      await pick(page, 3, (x, y) => page.mouse.move(x, y));
      const line = page.getByText(/^Most visited/);
      const last = line.getByRole("link").last();
      await sees(last);
      await line.evaluate((line) => (line.style.width = "16rem"));
      await last.focus();
      const [outer, inner] = [await line.boundingBox(), await last.boundingBox()];
      assert.ok(inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width, "it is cut off");
      await last.evaluate((link) => link.blur());
      assert.equal(await line.evaluate((line) => line.scrollLeft), 0);
      await visit.end();
    });

    test("the chart is read with arrow keys, and Enter shows the day", async () => {
      const visit = await openVisitors(docket, DAYS);
      const { page } = visit;
      const counts = await dailyCounts(page);
      await pointer(page).focus();
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("ArrowLeft");
      const says = await pointer(page).getAttribute("aria-valuetext");
      const [human, ai, all] = counts.get("Sep 9, 2026").map((count) => count.toLocaleString("en-US"));
      assert.equal(says, `Sep 9, 2026: ${human} human, ${ai} AI, ${all} in total`);
      await page.keyboard.press("Home");
      assert.match(await pointer(page).getAttribute("aria-valuetext"), /^Sep 1, 2026:/);
      await page.keyboard.press("Enter");
      await page.waitForURL(/from=2026-09-01&to=2026-09-01/);
      await visit.end();
    });

    test("a finger reads the chart on a phone, where one menu has the ranges", async () => {
      const visit = await openVisitors(docket, DAYS, { viewport: { width: 390, height: 844 }, hasTouch: true });
      const { page } = visit;
      await pointer(page).scrollIntoViewIfNeeded();
      await pick(page, 5, (x, y) => page.touchscreen.tap(x, y));
      await sees(page.locator("figcaption").getByText("Sep 5, 2026"));
      await page.getByRole("combobox", { name: "Date range" }).selectOption("Last month");
      await page.waitForURL(/range=last-month/);
      assert.equal(await page.getByRole("navigation", { name: "Date range" }).isVisible(), false);
      await visit.end();
    });

    test("the chart is dimmed like the totals while other days are loaded", async () => {
      const visit = await openVisitors(docket, DAYS);
      const { page } = visit;
      await sees(page.locator("figure"));
      let release;
      const held = new Promise((done) => (release = done));
      await page.route(/visitors\/trend\?/, async (route) => {
        await held;
        await route.continue();
      });
      await page.getByLabel("To", { exact: true }).fill("2026-09-08");
      await page.getByRole("button", { name: "Apply" }).click();
      const old = page.locator(".data--old").filter({ has: page.locator("figure") });
      await sees(old);
      release();
      await old.waitFor({ state: "detached" });
      await visit.end();
    });

    test("with forced colours, each line of the chart has the stroke of its name", async () => {
      const visit = await openVisitors(docket, DAYS, { forcedColors: "active" });
      const { page } = visit;
      const strokes = await page.locator("figure").evaluate((chart) =>
        [["people", "people"], ["ai", "ai"], ["all", "line"]].map(([line, name]) => {
          const { stroke, strokeDasharray } = getComputedStyle(chart.querySelector(`.chart__line--${line}`));
          const key = getComputedStyle(chart.querySelector(`.legend__key--${name}`), "::before");
          return { stroke, strokeDasharray, color: key.borderTopColor, pattern: key.borderTopStyle };
        }));
      for (const { stroke, color } of strokes) assert.equal(stroke, color);
      assert.equal(new Set(strokes.map((line) => line.strokeDasharray)).size, 3);
      assert.deepEqual(strokes.map((line) => line.pattern), ["solid", "dashed", "dotted"]);
      await visit.end();
    });

    test("with forced colours, only the current page of the navigation is marked", async () => {
      const visit = await openVisitors(docket, DAYS, { forcedColors: "active" });
      const { page } = visit;
      const line = (name) =>
        page.getByRole("link", { name, exact: true }).first().evaluate((tab) => getComputedStyle(tab).borderBlockEndColor);
      const paper = await page.evaluate(() => {
        document.documentElement.style.backgroundColor = "Canvas";
        return getComputedStyle(document.documentElement).backgroundColor;
      });
      assert.equal(await line("Jobs"), paper);
      assert.notEqual(await line("Visitors"), paper);
      await visit.end();
    });
  });
}
