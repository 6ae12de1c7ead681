// The visitors page: days, zones, comparisons, paths, files, and from a path to the agent.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";

import * as person from "../harness/person.mjs";
import { until } from "../harness/until.mjs";
import { PATHS, PROJECT } from "../harness/world.mjs";

const { sees } = person;
const table = (page) => page.getByRole("table", { name: "Unique visitors by path" });
const paths = (page) => table(page).getByRole("rowheader");
const number = (text) => Number(text.replaceAll(",", ""));

export function visitors(docket) {
  const open = async (query) => {
    const visit = await docket.signedIn({ timezoneId: "Europe/Berlin" });
    await visit.page.goto(docket.url(`/p/${PROJECT}/visitors?${query}`));
    await sees(paths(visit.page).first());
    return visit;
  };

  describe("the visitors page", () => {
    test("takes days by their keys, in a zone that is named, and says what was asked for", async () => {
      const visit = await open("range=7d");
      const { page } = visit;
      await page.keyboard.press("8");
      await sees(page.getByRole("link", { name: "Last month", exact: true }).and(page.locator("[aria-current]")));
      assert.match(page.url(), /range=last-month/);
      await page.goto(docket.url(`/p/${PROJECT}/visitors?from=2026-03-29&to=2026-03-29`));
      await sees(page.getByText("2026-03-29 ≤ t < 2026-03-30 UTC"));
      await page.getByLabel("Time zone").selectOption("Europe/Berlin");
      // Clocks went forward: the day has 23 hours.
      await sees(page.getByText("2026-03-28T23:00:00Z ≤ t < 2026-03-29T22:00:00Z"));
      await sees(page.getByText("1 day, both ends included, in Europe/Berlin"));
      assert.match(page.url(), /zone=Europe%2FBerlin/);
      await visit.end();
    });

    test("compares with the days before and with a year ago", async () => {
      const visit = await open("from=2026-10-01&to=2026-10-31");
      const { page } = visit;
      await sees(page.getByText("Compared with 2026-08-31 ≤ t < 2026-10-01 UTC"));
      await page.getByLabel("Compare with").selectOption("year");
      await sees(page.getByText("Compared with 2025-10-01 ≤ t < 2025-11-01 UTC"));
      await page.goBack();
      await sees(page.getByText("Compared with 2026-08-31"));
      await page.getByLabel("Compare with").selectOption("none");
      await page.getByText(/^Compared with/).waitFor({ state: "hidden" });
      await visit.end();
    });

    test("draws the days, with the same figures as a table", async () => {
      const visit = await open("from=2026-09-01&to=2026-09-10");
      const { page } = visit;
      await sees(page.getByRole("img", { name: /Unique visitors a day from 2026-09-01 to 2026-09-10/ }));
      await page.getByText("The same as a table").click();
      const days = page.getByRole("table", { name: "Unique visitors by day" });
      await until("all days are known", async () => !(await days.innerText()).includes("–"));
      const rows = await days.getByRole("row").allInnerTexts();
      assert.equal(rows.length, 11);
      for (const row of rows.slice(1)) {
        const [, people, ai, all] = row.split("\t").map((cell) => cell.trim());
        assert.ok(number(all) >= Math.max(number(people), number(ai)), row);
        assert.ok(number(all) <= number(people) + number(ai), row);
      }
      await visit.end();
    });

    test("shows how far gathering days has come, and stops when told to", async () => {
      await docket.world.sim("POST", "faults", { operation: "get-visitors", fault: "timeout 1s", times: 40 });
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.goto(docket.url(`/p/${PROJECT}/visitors?from=2024-05-01&to=2024-06-29&compare=none`));
      await sees(page.getByRole("progressbar", { name: "Gathering days" }));
      await page.getByRole("button", { name: "Cancel", exact: true }).click();
      await sees(page.getByText(/\d+ days are not known yet\./));
      await sees(page.getByRole("button", { name: /^Gather them with \d+ requests$/ }));
      await docket.world.sim("DELETE", "faults");
      await visit.end();
    });

    test("puts all rows in order, not those on the screen, and scrolls to the last", async () => {
      const visit = await open("from=2026-08-01&to=2026-08-31");
      const { page } = visit;
      await sees(page.getByText(/^The 250 paths that are here so far, which are not all/));
      await page.getByRole("button", { name: "Gather all" }).click();
      await sees(page.getByText(new RegExp(`^All ${PATHS} paths, in the service's order`)));
      await table(page).getByRole("link", { name: "Path", exact: true }).click();
      await sees(page.getByText(`${PATHS} paths, put in order by Docket over all ${PATHS} paths.`));
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

    test("searches paths, and rolls folders up without adding visitors up", async () => {
      const visit = await open("from=2026-08-01&to=2026-08-31");
      const { page } = visit;
      await page.getByLabel("Beginning of the path").fill("/guides/");
      await until("only guides are shown", async () =>
        (await paths(page).allInnerTexts()).every((path) => path.startsWith("/guides/")));
      assert.match(page.url(), /prefix=%2Fguides%2F/);
      await page.getByLabel("Search paths").fill("changelog");
      await until("only changelogs are shown", async () => {
        const shown = await paths(page).allInnerTexts();
        return shown.length > 0 && shown.every((path) => /^\/guides\/.*changelog/i.test(path));
      });
      await page.goto(docket.url(`/p/${PROJECT}/visitors?from=2026-08-01&to=2026-08-31&group=folder`));
      await sees(page.getByText(/Uniques cannot be added up/));
      await sees(table(page).getByRole("row").filter({ hasText: "≥" }).first());
      await visit.end();
    });

    test("exports all rows as a file that says whether it is whole", async () => {
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
      assert.equal(csv.at(-1), "# end: true");
      assert.ok(csv.includes(`# rows: ${PATHS}`), csv.slice(-6).join("\n"));
      const ndjson = await save("Export NDJSON");
      const { end, rows } = JSON.parse(ndjson.at(-1));
      assert.deepEqual({ end, rows, lines: ndjson.length }, { end: true, rows: PATHS, lines: PATHS + 2 });
      await visit.end();
    });

    test("asks the agent about a path, and the job leads back to its figures", async () => {
      const visit = await open("from=2026-08-01&to=2026-08-31");
      const { page } = visit;
      const path = await paths(page).first().innerText();
      const total = await table(page).getByRole("row").nth(1).locator("[data-name=All]").innerText();
      await page.getByRole("button", { name: `Ask the agent about ${path}`, exact: true }).click();
      const field = person.newJob(page);
      await person.seesFocus(field);
      const prompt = await field.inputValue();
      assert.ok(prompt.includes(`Improve the page ${path}:`), prompt);
      assert.ok(prompt.includes(`From 2026-08-01 to 2026-08-31 (UTC) it had ${total} unique visitors`), prompt);
      await field.fill(`${prompt}\n[sim: 1s, no-pr]`);
      await page.getByRole("button", { name: "Start job" }).click();
      await page.getByRole("link", { name: "Open the job" }).click();
      await page.getByRole("link", { name: "Visitors data for this prompt" }).first().click();
      await sees(page.getByText("2026-08-01 ≤ t < 2026-09-01 UTC"));
      await until("the row is shown", async () => (await paths(page).allInnerTexts()).includes(path));
      await visit.end();
    });
  });
}
