// The visitors page: days, time zones, comparisons and paths.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { hold } from "../../harness/hold.mjs";
import * as person from "../../harness/person.mjs";
import { until } from "../../harness/until.mjs";
import { openVisitors, paths, showsExactly, table } from "../../harness/visitors.mjs";
import { PATHS, PROJECT } from "../../harness/world.mjs";

const { sees } = person;
const number = (text) => Number(text.replaceAll(",", ""));

export function visitors(docket) {
  const open = (query) => openVisitors(docket, query);

  describe("the visitors page", () => {
    test("requests its chart together with the page, and not after it", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.goto(docket.jobs);
      await person.isLive(page);
      const module = await hold(page, /docket-app-visitors-[0-9a-f]+\.wasm/);
      const chart = page.waitForRequest(/docket-app-days-[0-9a-f]+\.wasm/);
      await page.getByRole("link", { name: "Visitors", exact: true }).click();
      await module.isAskedFor();
      await chart;
      module.release();
      await sees(page.getByRole("slider", { name: "Day" }));
      await visit.end();
    });

    test("has the numbers of its rows below each other on a narrow screen", async () => {
      const visit = await open("from=2026-06-01&to=2026-06-10&compare=none");
      const { page } = visit;
      await page.setViewportSize({ width: 320, height: 640 });
      const starts = async () => {
        const rows = await table(page).getByRole("rowgroup", { name: "Paths" }).getByRole("row").all();
        const cells = await Promise.all(rows.slice(0, 6).map((row) => row.getByRole("cell").filter({ hasText: /^[\d,]+%?$/ }).all()));
        return Promise.all(cells.map(async (row) => (await Promise.all(row.map((cell) => cell.boundingBox()))).map(({ x }) => Math.round(x)).join()));
      };
      await until("the rows have the height of a narrow screen", async () => new Set(await starts()).size === 1);
      const [row] = await starts();
      assert.equal(row.split(",").length, 3, row);
      await visit.end();
    });

    test("leads on from a link that is invalid", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.goto(docket.url(`/p/${PROJECT}/visitors?range=lately`));
      await sees(page.getByRole("alert").filter({ hasText: "This link has an unknown date range" }));
      assert.equal(await page.getByRole("navigation", { name: "Date range" }).locator("[aria-current]").count(), 0);
      await page.getByRole("link", { name: "Clear filter" }).click();
      await sees(paths(page).first());
      await visit.end();
    });

    test("selects days by shortcut, in a named time zone, and shows the exact interval", async () => {
      const visit = await open("range=7d");
      const { page } = visit;
      await person.pressInTurn(page, "r", "8");
      await sees(page.getByRole("link", { name: "Last month", exact: true }).and(page.locator("[aria-current]")));
      assert.match(page.url(), /range=last-month/);
      await page.goto(docket.url(`/p/${PROJECT}/visitors?from=2026-03-29&to=2026-03-29`));
      await showsExactly(page, "Mar 29, 2026 · UTC", "2026-03-29 to 2026-03-30 UTC, end excluded");
      await page.getByLabel("Time zone").selectOption("Europe/Berlin");
      // Clocks went forward: the day has 23 hours.
      const exact = "2026-03-28T23:00:00Z to 2026-03-29T22:00:00Z, end excluded";
      await sees(page.getByText("Mar 29, 2026 · Europe/Berlin", { exact: true }));
      // What is open stays open.
      await sees(page.getByText(`Exact interval: ${exact}`, { exact: true }));
      await sees(page.getByText("1 day", { exact: true }));
      assert.match(page.url(), /zone=Europe%2FBerlin/);
      await visit.end();
    });

    test("compares with the previous period and with the same period last year", async () => {
      const visit = await open("from=2026-10-01&to=2026-10-31");
      const { page } = visit;
      await sees(page.getByText("Compared with Aug 31 – Sep 30, 2026 · UTC"));
      await showsExactly(page, "Aug 31 – Sep 30, 2026 · UTC", "2026-08-31 to 2026-10-01 UTC, end excluded");
      await page.getByLabel("Compare with").selectOption("year");
      await sees(page.getByText("Compared with Oct 1 – 31, 2025 · UTC"));
      // The details stay open when their period changes.
      await sees(page.getByText("Exact interval: 2025-10-01 to 2025-11-01 UTC, end excluded"));
      await page.goBack();
      await sees(page.getByText("Compared with Aug 31 – Sep 30, 2026"));
      await page.getByLabel("Compare with").selectOption("none");
      await page.getByText(/^Compared with/).waitFor({ state: "hidden" });
      await visit.end();
    });

    test("selects with the arrow keys what they stop at, and keeps the focus", async () => {
      const visit = await open("from=2026-10-01&to=2026-10-31&compare=previous");
      const { page } = visit;
      await person.isLive(page);
      await sees(page.getByText(/^Compared with/));
      const compared = [];
      page.on("request", (request) => {
        const url = new URL(request.url());
        if (url.pathname.endsWith("/visitors/summary")) compared.push(url.searchParams.get("compare"));
      });
      const select = page.getByLabel("Compare with");
      await select.focus();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowDown");
      await person.holds(select, "none");
      await page.keyboard.press("Enter");
      await page.waitForURL(/compare=none/);
      await page.keyboard.press("ArrowUp");
      await page.waitForURL(/compare=year/);
      await person.seesFocus(select);
      await sees(page.getByText("Compared with Oct 1 – 31, 2025 · UTC"));
      assert.deepEqual(compared, [null, "year"]);
      await visit.end();
    });

    test("shows the days again that it showed last, if a link has none", async () => {
      const visit = await open("range=7d&zone=Europe%2FBerlin&q=guides");
      const { page } = visit;
      const tab = (name) => page.getByRole("navigation", { name: "Pages", exact: true }).getByRole("link", { name });
      await tab("Jobs").click();
      await sees(person.heading(page, "Jobs"));
      await tab("Visitors").click();
      await page.waitForURL(/visitors\?range=7d&zone=Europe%2FBerlin$/);
      await sees(paths(page).first());
      await page.goBack();
      await sees(person.heading(page, "Jobs"));
      await page.goForward();
      await person.holds(page.getByLabel("Time zone"), "Europe/Berlin");
      // On the page itself, the link leads to what it shows at first.
      await tab("Visitors").click();
      await person.holds(page.getByLabel("Time zone"), "UTC");
      await sees(page.getByRole("link", { name: "30 days", exact: true }).and(page.locator("[aria-current]")));
      await visit.end();
    });

    test("says that a part of the selected days is compared with a whole period", async () => {
      const visit = await open("range=today&compare=previous");
      await sees(visit.page.getByText("The selected period is not over yet, so part of it is compared with a full period."));
      const tile = visit.page.getByRole("region", { name: "Totals" }).getByText(/ so far$/).first();
      assert.match(await tile.getAttribute("title"), /^Previously [\d,]+ in the full period$/);
      for (const [range, name] of [["today", "Change so far"], ["yesterday", "Change"]]) {
        await visit.page.goto(docket.url(`/p/${PROJECT}/visitors?range=${range}&compare=previous&view=falling`));
        await sees(visit.page.getByRole("columnheader", { name, exact: true }));
      }
      assert.equal(await visit.page.getByText(/ so far$/).count(), 0);
      await visit.end();
    });

    test("charts daily visitors, with the same numbers in a table", async () => {
      const visit = await open("from=2026-09-01&to=2026-09-10");
      const { page } = visit;
      await sees(page.getByRole("img", { name: /^Daily unique visitors, Sep 1 – 10, 2026:/ }));
      await page.getByText("Show as table").click();
      const days = page.getByRole("table", { name: "Unique visitors by day" });
      await until("all days are loaded", async () => !(await days.innerText()).includes("–"));
      const rows = await days.getByRole("row").allInnerTexts();
      assert.equal(rows.length, 11);
      for (const row of rows.slice(1)) {
        const [, human, ai, all] = row.split("\t").map((cell) => cell.trim());
        assert.ok(number(all) >= Math.max(number(human), number(ai)), row);
        assert.ok(number(all) <= number(human) + number(ai), row);
      }
      await visit.end();
    });

    test("shows the progress of a backfill, and cancels it", async () => {
      await docket.world.sim("POST", "faults", { operation: "get-visitors", fault: "timeout 1s", times: 40 });
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.goto(docket.url(`/p/${PROJECT}/visitors?from=2024-05-01&to=2024-06-29&compare=none`));
      // More than a month is not loaded without a question.
      const load = page.getByRole("button", { name: /^Load \d+ days \(\d+ requests\)$/ });
      await load.click();
      await sees(page.getByRole("progressbar", { name: "Loading days" }));
      await person.button(page, "Cancel").click();
      await sees(page.getByText(/\d+ days not loaded\./));
      await sees(page.getByRole("status").getByText("Loading days: stopped."));
      await person.seesFocus(page.getByRole("slider", { name: "Day" }));
      await sees(load);
      await docket.world.sim("DELETE", "faults");
      await visit.end();
    });

    test("sorts all rows, not only those on the screen, and scrolls to the last", async () => {
      const visit = await open("from=2026-08-01&to=2026-08-31");
      const { page } = visit;
      await sees(page.getByText(/^Showing the first 250 paths\./));
      await page.getByRole("button", { name: "Load all paths" }).click();
      await sees(page.getByText(new RegExp(`^All ${PATHS} paths\\. Loaded`)));
      await table(page).getByRole("link", { name: "Path", exact: true }).click();
      await sees(page.getByText(`All ${PATHS} paths. Sorted within the ${PATHS} loaded paths.`));
      await sees(table(page).getByRole("columnheader", { name: "Path" }).and(page.locator("[aria-sort=ascending]")));
      assert.match(page.url(), /sort=path/);
      const frame = table(page).getByRole("rowgroup", { name: "Paths" });
      await frame.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      const last = table(page).locator(`[aria-rowindex="${PATHS + 1}"]`).getByRole("rowheader");
      await sees(last);
      assert.equal(await table(page).getAttribute("aria-rowcount"), String(PATHS + 1));
      assert.ok((await paths(page).count()) < 100, "only rows near the screen are in the page");
      await visit.end();
    });

    test("lets the focus leave the last control of the page", async () => {
      const visit = await open("from=2026-08-01&to=2026-08-31");
      const { page } = visit;
      // The table is the last of the page once all its rows are loaded.
      const load = page.getByRole("button", { name: "Load all paths" });
      const loaded = page.getByText(new RegExp(`^All ${PATHS} paths\\. Loaded`));
      await sees(load.or(loaded));
      if (await load.isVisible()) {
        await load.click();
        await sees(loaded);
        // The end of the load gives a lost focus back to the table.
        await page.reload();
      }
      await sees(loaded);
      await table(page).getByRole("rowgroup", { name: "Paths" }).focus();
      await page.keyboard.press("ArrowDown");
      await person.seesFocus(page.locator("#path-0"));
      const last = table(page).getByRole("button", { name: /^New job for / }).first();
      await until("Tab leads to the last control", async () => {
        await page.keyboard.press("Tab");
        return last.evaluate((element) => element === document.activeElement);
      });
      await page.keyboard.press("Tab");
      // As long as a person takes, rather than a test.
      await person.frames(page);
      assert.ok(await table(page).evaluate((element) => !element.contains(document.activeElement)), "the focus is not in the table");
      await visit.end();
    });

    test("searches paths, and groups by folder without adding visitors up", async () => {
      const visit = await open("from=2026-08-01&to=2026-08-31");
      const { page } = visit;
      await page.getByLabel("Path prefix").fill("/guides/");
      await until("only guides are shown", async () =>
        (await paths(page).allInnerTexts()).every((path) => path.startsWith("/guides/")));
      assert.match(page.url(), /prefix=%2Fguides%2F/);
      await page.getByLabel("Search paths").fill("changelog");
      await until("only changelogs are shown", async () => {
        const shown = await paths(page).allInnerTexts();
        return shown.length > 0 && shown.every((path) => /^\/guides\/.*changelog/i.test(path));
      });
      await page.goto(docket.url(`/p/${PROJECT}/visitors?from=2026-08-01&to=2026-08-31&group=folder`));
      await sees(page.getByText(/Unique visitors cannot be added up/));
      await sees(table(page).getByRole("row").filter({ hasText: "≥" }).first());
      await visit.end();
    });

    test("a view that compares asks for a comparison and for all paths of both periods, and says what they cost", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.goto(docket.url(`/p/${PROJECT}/visitors?from=2026-07-11&to=2026-07-20&compare=none`));
      await sees(paths(page).first());
      await page.getByRole("combobox", { name: "View" }).selectOption("Gone quiet");
      assert.match(page.url(), /view=quiet/);
      await sees(page.getByText(/no comparison is selected\. .* need 1 request/));
      await page.getByRole("button", { name: "Compare with the previous period" }).click();
      await person.seesFocus(table(page).getByRole("rowgroup", { name: "Paths" }));
      await sees(page.getByText(/^Pages that had at least 20 visitors in the compared period, Jul 1 – 10, 2026, and now have at most 10% of that number\./));
      await sees(page.getByText("This view needs all paths of both periods. Load the missing ones below."));
      await sees(page.getByText(/^\d[\d,]* paths of Jul 1 – 10, 2026 loaded, and there are more\. Loading them needs .*request/));
      await page.getByRole("button", { name: "Load all paths of Jul 1 – 10, 2026" }).click();
      await sees(page.getByText(new RegExp(`^[\\d,]+ pages? of ${PATHS} paths\\. Loaded`)));
      await sees(table(page).getByRole("columnheader", { name: "Before" }));
      const rows = await table(page).getByRole("row").filter({ has: page.getByRole("rowheader") }).all();
      for (const row of rows) {
        const cell = async (name) => number(await row.locator(`[data-name="${name}"]`).innerText());
        assert.ok((await cell("All")) * 10 <= (await cell("Before")) && (await cell("Before")) >= 20);
      }
      // The number of paths is known now, so the cost of other days is an estimate.
      await page.goto(docket.url(`/p/${PROJECT}/visitors?from=2026-06-01&to=2026-06-05&compare=none`));
      await sees(page.getByText(/Loading them needs about \d+ requests?, available now\./));
      await visit.end();
    });

    test("a view that compares says how many visitors each page lost, and sorts by that", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      const now = [60, 700, 40];
      const before = [100, 1_000, 200];
      const sorts = [];
      await page.route(/visitors\/rows\?/, async (route) => {
        const { searchParams } = new URL(route.request().url());
        sorts.push([searchParams.get("sort"), searchParams.get("order")]);
        const response = await route.fetch();
        const body = await response.json();
        const totals = (total) => ({ human: total, ai: 0, total });
        const rows = now.map((total, index) => ({ path: `/page-${index}`, ...totals(total) }));
        const compared = { ...body.compared, rows: before.map(totals), complete: true, backfill: null };
        await route.fulfill({ response, json: { ...body, rows, matched: 3, complete: true, backfill: null, compared } });
      });
      await page.goto(docket.url(`/p/${PROJECT}/visitors?from=2026-07-11&to=2026-07-20&compare=previous&view=falling`));
      const row = (index) => table(page).getByRole("row").filter({ has: page.getByRole("rowheader", { name: `/page-${index}` }) });
      await sees(row(0).getByRole("cell", { name: "−40 −40.0%" }));
      await sees(row(1).getByRole("cell", { name: "−300 −30.0%" }));
      await sees(row(2).getByRole("cell", { name: "−160 −80.0%" }));
      const heading = table(page).getByRole("columnheader", { name: "Change" });
      await heading.getByRole("link").click();
      await sees(heading.and(page.locator("[aria-sort=ascending]")));
      await heading.getByRole("link").click();
      await sees(heading.and(page.locator("[aria-sort=descending]")));
      await until("both orders are requested", () => sorts.length === 3);
      assert.deepEqual(sorts, [[null, null], ["change", null], ["change", "desc"]]);
      // On a phone, a list has the orders.
      await page.setViewportSize({ width: 375, height: 700 });
      await page.getByRole("combobox", { name: "Sort" }).selectOption("Change, losses first");
      await page.waitForURL(/sort=change(?!.*order=desc)/);
      // What is to be done about the page follows from what it had.
      await row(0).getByRole("button", { name: "New job for /page-0" }).click();
      await until("the prompt has what the page had before", async () =>
        (await person.newJob(page).inputValue()).includes(" 60 human and 0 AI. From 2026-07-01 to 2026-07-10 it had 100.\n"),
      );
      await visit.end();
    });

    test("a note on a day is written by keys, survives a failure, and marks the day", async () => {
      const visit = await docket.signedIn({ expected: [/\/notes\/2026-07-01/] });
      const { page } = visit;
      // From the start: Chromium may send a request past a route that began a moment ago.
      let fails = true;
      await page.route("**/notes/**", (route) => (fails ? route.abort() : route.continue()));
      await page.goto(docket.url(`/p/${PROJECT}/visitors?from=2026-07-01&to=2026-07-10`));
      const slider = page.getByRole("slider", { name: "Day" });
      await slider.focus();
      await page.keyboard.press("Home");
      await page.getByRole("button", { name: "Add note on Jul 1, 2026" }).focus();
      await page.keyboard.press("Enter");
      const field = page.getByRole("textbox", { name: "Note on Jul 1, 2026" });
      await person.seesFocus(field);
      await page.keyboard.type("Launch of 2.0");
      await page.keyboard.press("Control+Enter");
      await sees(page.getByRole("alert").first());
      assert.equal(await field.inputValue(), "Launch of 2.0");
      fails = false;
      await page.keyboard.press("Control+Enter");
      await sees(page.getByText("Note saved.", { exact: true }));
      await person.seesFocus(page.locator("figcaption").getByRole("button", { name: "Edit note on Jul 1, 2026" }));
      assert.match(await slider.getAttribute("aria-valuetext"), /\. Launch of 2\.0$/);
      await page.getByText("Show as table").click();
      const row = page.getByRole("table", { name: "Unique visitors by day" }).getByRole("row", { name: /Launch of 2\.0/ });
      await row.getByRole("button", { name: "Edit note on Jul 1, 2026" }).click();
      await page.getByRole("button", { name: "Delete note" }).click();
      await row.waitFor({ state: "hidden" });
      await person.seesFocus(slider);
      await sees(page.getByText("Note deleted.", { exact: true }));
      await visit.end();
    });

    test("the time zone that was chosen last is that of the next visit", async () => {
      const visit = await open("range=7d");
      const { page } = visit;
      await page.getByRole("combobox", { name: "Time zone" }).selectOption("Europe/Berlin");
      await page.waitForURL(/zone=Europe/);
      await page.goto(docket.url(`/p/${PROJECT}/visitors`));
      await page.waitForURL(/zone=Europe%2FBerlin/);
      // So it is when the page's own link leads to what the page shows at first.
      await page.getByRole("link", { name: "7 days", exact: true }).click();
      await page.waitForURL(/range=7d/);
      await page.getByRole("navigation", { name: "Pages", exact: true }).getByRole("link", { name: "Visitors" }).click();
      await page.waitForURL(/range=30d&zone=Europe%2FBerlin$/);
      await person.holds(page.getByLabel("Time zone"), "Europe/Berlin");
      // A link says which zone it is about.
      await page.goto(docket.url(`/p/${PROJECT}/visitors?range=7d`));
      await sees(paths(page).first());
      assert.equal(await page.getByRole("combobox", { name: "Time zone" }).inputValue(), "UTC");
      await page.evaluate(() => localStorage.removeItem("docket.zone"));
      await visit.end();
    });
  });
}
