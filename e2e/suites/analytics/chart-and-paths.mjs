// Reading figures: the chart by pointer, finger and keys, the paths by keys and folders, what an export costs and saves,
// and what a wrong date says.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";

import * as person from "../../harness/person.mjs";
import { until } from "../../harness/until.mjs";
import { paths, table } from "../../harness/visitors.mjs";
import { PATHS, PROJECT } from "../../harness/world.mjs";

const { sees } = person;
const DAYS = "from=2026-09-01&to=2026-09-10&compare=none";
const frame = (page) => table(page).getByRole("rowgroup", { name: "Paths" });
const pointer = (page) => page.getByRole("slider", { name: "Day" });
/** Picks a day of September by pointer or finger, in the middle of its column. */
const pick = async (page, day, by) => {
  const box = await pointer(page).boundingBox();
  await by(box.x + ((day - 0.5) / 10) * box.width, box.y + box.height / 2);
};
/** The whole numbers in a text. */
const numbers = (text) => text.match(/\d[\d,]*/g).map((digits) => Number(digits.replaceAll(",", "")));
const requestsLeft = async (page) =>
  numbers(await page.getByText(/^[\d,]+ of [\d,]+ requests left this hour/).innerText())[0];

export function figures(docket) {
  const open = async (query, options) => {
    const visit = await docket.signedIn(options);
    await visit.page.goto(docket.url(`/p/${PROJECT}/visitors?${query}`));
    await sees(paths(visit.page).first());
    return visit;
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

  describe("reading figures", () => {
    test("the table of days is saved as a file with what happened on them", async () => {
      const visit = await open(DAYS);
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
      const visit = await open(DAYS);
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
      const visit = await open("range=7d&compare=none");
      const { page } = visit;
      const today = page.locator("figure .chart__line--all.chart__line--partial");
      await until("it is drawn", async () => /^M\d+ \d+L\d+ \d+$/.test((await today.getAttribute("d")) ?? ""));
      const dashes = (line) => line.evaluate((path) => getComputedStyle(path).strokeDasharray);
      assert.notEqual(await dashes(today), "none");
      assert.equal(await dashes(page.locator("figure .chart__line--all:not(.chart__dots, .chart__line--partial)")), "none");
      await visit.end();
    });

    test("the paths of a day lead to the trends of their pages", async () => {
      const visit = await open(DAYS);
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
      const visit = await open(DAYS, { expected: [/ERR_INTERNET_DISCONNECTED/] });
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

    test("numbers and dates are written as in the person's language and region", async () => {
      const visit = await open(DAYS, { locale: "de-DE" });
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

    test("the chart is read with arrow keys, and Enter shows the day", async () => {
      const visit = await open(DAYS);
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
      const visit = await open(DAYS, { viewport: { width: 390, height: 844 }, hasTouch: true });
      const { page } = visit;
      await pointer(page).scrollIntoViewIfNeeded();
      await pick(page, 5, (x, y) => page.touchscreen.tap(x, y));
      await sees(page.locator("figcaption").getByText("Sep 5, 2026"));
      await page.getByRole("combobox", { name: "Date range" }).selectOption("Last month");
      await page.waitForURL(/range=last-month/);
      assert.equal(await page.getByRole("navigation", { name: "Date range" }).isVisible(), false);
      await visit.end();
    });

    test("the paths are one stop of the Tab key, and arrow keys move between their rows", async () => {
      const visit = await open("from=2026-05-01&to=2026-05-31&compare=none");
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
      const visit = await open("from=2026-08-01&to=2026-08-31&compare=none");
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
      const visit = await open("from=2026-08-01&to=2026-08-31&compare=none&group=folder");
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
      const visit = await open("from=2026-07-01&to=2026-07-31&compare=none");
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
      const visit = await open("from=2026-06-01&to=2026-06-30&compare=none");
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

    test("a range that ends after today is refused where it was typed", async () => {
      const visit = await open(DAYS);
      const { page } = visit;
      const tomorrow = new Date(Date.now() + 2 * 24 * 3_600_000).toISOString().slice(0, 10);
      const form = page.getByRole("form", { name: "Custom range" });
      const before = await form.boundingBox();
      await page.getByLabel("To", { exact: true }).fill(tomorrow);
      await form.getByRole("button", { name: "Apply" }).click();
      await sees(page.getByRole("alert").getByText(/^The last day must not be after today, /));
      assert.deepEqual(await form.boundingBox(), before, "no control moves");
      assert.match(page.url(), /to=2026-09-10/);
      await page.goto(docket.url(`/p/${PROJECT}/visitors?from=2026-09-01&to=${tomorrow}`));
      await sees(page.getByText(/The last day must not be after today, /));
      await visit.end();
    });

    test("what was wrong with typed days is gone, and so are they, once another range is chosen", async () => {
      const visit = await open(DAYS);
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

    test("the chart is dimmed like the totals while other days are loaded", async () => {
      const visit = await open(DAYS);
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
      const old = page.locator(".figures--old").filter({ has: page.locator("figure") });
      await sees(old);
      release();
      await old.waitFor({ state: "detached" });
      await visit.end();
    });

    test("time zones are listed when the list is opened", async () => {
      const visit = await open(DAYS, { timezoneId: "Europe/Berlin" });
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
      const visit = await open(`${DAYS}&zone=Asia%2FKathmandu`, { timezoneId: "Europe/Berlin" });
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
      const visit = await open(DAYS);
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

    test("with forced colours, each line of the chart has the stroke of its name", async () => {
      const visit = await open(DAYS, { forcedColors: "active" });
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
      const visit = await open(DAYS, { forcedColors: "active" });
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
