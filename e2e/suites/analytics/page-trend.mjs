// The trend of a page: opened from its row, with the service's counts of each day, and honest about days without any.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import * as person from "../../harness/person.mjs";
import { until } from "../../harness/until.mjs";
import { table } from "../../harness/visitors.mjs";
import { PATHS, PROJECT } from "../../harness/world.mjs";

const { sees } = person;
const NAME = /^Daily visitors of \//;
const row = (page, index) => table(page).locator(`[aria-rowindex="${index + 2}"]`);
const opener = (page, index) => row(page, index).getByRole("button", { name: NAME });
const section = (page) => page.getByRole("region", { name: NAME });
/** The days of the table in the section, newest first: the day with its note, and human, AI and all. */
const days = async (page) => {
  const shown = section(page).getByRole("table", { name: "Unique visitors by day" });
  const rows = await shown.getByRole("row").allInnerTexts();
  return rows.slice(1).map((text) => text.split("\t").map((cell) => cell.trim()).slice(0, 4));
};
const number = (text) => Number(text.replaceAll(",", ""));
const isOpen = async (button) => (await button.getAttribute("aria-expanded")) === "true";

export function pageTrend(docket) {
  const open = async (query, options) => {
    const visit = await docket.signedIn(options);
    await visit.page.goto(docket.url(`/p/${PROJECT}/visitors?${query}`));
    await sees(opener(visit.page, 0));
    return visit;
  };
  /** The visitors of a path on a day, as the page of the day has them in its first rows. */
  const ofDay = async (page, day, path) => {
    const rows = await page.request.get(
      docket.url(`/api/projects/${PROJECT}/visitors/rows?from=${day}&to=${day}&limit=250`));
    const found = (await rows.json()).rows.find((row) => row.path === path);
    return found && [found.human, found.ai, found.total];
  };

  describe("the trend of a page", () => {
    test("opens from its row by keys, has the counts of each day, and is in the URL", async () => {
      const visit = await open("from=2026-04-01&to=2026-04-08&compare=none");
      const { page } = visit;
      const button = opener(page, 1);
      const path = (await button.getAttribute("aria-label")).replace("Daily visitors of ", "");
      assert.equal(await isOpen(button), false);
      await button.focus();
      await page.keyboard.press("Enter");
      await person.seesFocus(section(page).getByRole("heading", { name: NAME }));
      assert.equal(await isOpen(button), true);
      assert.equal(new URL(page.url()).searchParams.get("open"), path);

      await section(page).getByText("Show as table").click();
      await until("all days are loaded", async () => (await days(page)).every((day) => !day.includes("–")));
      const shown = await days(page);
      assert.equal(shown.length, 8);
      for (const day of ["2026-04-02", "2026-04-07"]) {
        const counts = shown.find(([name]) => name === `Apr ${Number(day.slice(-2))}, 2026`).slice(1).map(number);
        assert.deepEqual(counts, await ofDay(page, day, path), day);
      }
      assert.ok(new Set(shown.map((day) => day[3])).size > 3, "the days differ");

      const slider = section(page).getByRole("slider", { name: "Day" });
      await slider.focus();
      await page.keyboard.press("Home");
      const [human, ai, all] = shown.at(-1).slice(1);
      assert.equal(await slider.getAttribute("aria-valuetext"), `Apr 1, 2026: ${human} human, ${ai} AI, ${all} in total`);

      // A colleague who opens the link sees the same, and closes it.
      await page.reload();
      await sees(section(page).getByRole("slider"));
      assert.equal(await isOpen(button), true);
      await section(page).getByRole("button", { name: "Close" }).click();
      await section(page).waitFor({ state: "hidden" });
      await person.seesFocus(button);
      assert.equal(new URL(page.url()).searchParams.has("open"), false);
      await visit.end();
    });

    test("closes with Back, which gives the focus to its row, and opens again with Forward", async () => {
      const visit = await open("from=2026-04-01&to=2026-04-08&compare=none");
      const { page } = visit;
      const before = page.url();
      await opener(page, 2).click();
      await person.seesFocus(section(page).getByRole("heading", { name: NAME }));
      await page.goBack();
      await section(page).waitFor({ state: "detached" });
      assert.equal(page.url(), before);
      await person.seesFocus(opener(page, 2));
      await page.goForward();
      await sees(section(page));
      // Closed by its button, it leaves no entry of the history to go back to: the browser is where it was before.
      await section(page).getByRole("button", { name: "Close" }).click();
      await section(page).waitFor({ state: "detached" });
      assert.equal(page.url(), before);
      await person.seesFocus(opener(page, 2));
      await page.goForward();
      await sees(section(page));
      await visit.end();
    });

    test("says what missing days cost, and loads them only when somebody asks", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      // The backfill of all pages must not start, because it would load the days of this one.
      await page.route(/visitors\/trend\?/, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), missing: 0 } });
      });
      const asked = [];
      page.on("request", (request) => {
        if (request.method() === "POST" && request.url().endsWith("/visitors/backfill")) asked.push(request.postDataJSON().kind);
      });
      await page.goto(docket.url(`/p/${PROJECT}/visitors?from=2025-04-01&to=2025-04-12&compare=none`));
      await opener(page, 0).click();
      await sees(section(page).getByText("10 days not loaded. Loading them needs 10 requests, available now."));
      await section(page).getByText("Show as table").click();
      assert.equal((await days(page)).filter((day) => day.includes("–")).length, 10, "no missing day is a number");
      assert.deepEqual(asked, []);
      await sees(section(page).getByText("Not loaded", { exact: true }));
      await section(page).getByRole("button", { name: "Load 10 days (10 requests)" }).click();
      // The button is gone, and the focus is on what is loaded.
      await person.seesFocus(section(page).getByRole("slider", { name: "Day" }));
      await until("all days are loaded", async () => (await days(page)).every((day) => !day.includes("–")));
      assert.deepEqual(asked, ["day_paths"]);
      await sees(section(page).getByRole("table", { name: "Unique visitors by day" }));
      await section(page).getByText(/not loaded/).waitFor({ state: "hidden" });
      await visit.end();
    });

    test("does not guess the visitors of a page that is not among the rows of a day", async () => {
      const visit = await open("from=2026-03-01&to=2026-03-06&compare=none");
      const { page } = visit;
      await page.getByRole("button", { name: "Load all paths" }).click();
      await sees(page.getByText(new RegExp(`^All ${PATHS} paths\\.`)));
      await table(page).getByRole("rowgroup", { name: "Paths" }).focus();
      await page.keyboard.press("End");
      await person.seesFocus(row(page, PATHS - 1).getByRole("rowheader"));
      await opener(page, PATHS - 1).click();
      const text = section(page).getByText(/^Unknown on \d+ days?: Docket reads the first 250 paths of each day, and the page is not among them\.$/);
      await sees(text);
      await section(page).getByText("Show as table").click();
      const unknown = Number((await text.innerText()).match(/\d+/)[0]);
      const shown = (await days(page)).filter(([name]) => name.endsWith("unknown"));
      assert.equal(shown.length, unknown);
      assert.ok(shown.every((day) => day.slice(1).every((count) => count === "–")));
      await visit.end();
    });

    test("is read by a finger on a phone", async () => {
      const visit = await open("from=2026-04-01&to=2026-04-08&compare=none", { viewport: { width: 360, height: 780 }, hasTouch: true });
      const { page } = visit;
      await opener(page, 0).tap();
      const slider = section(page).getByRole("slider");
      await slider.scrollIntoViewIfNeeded();
      const box = await slider.boundingBox();
      await page.touchscreen.tap(box.x + box.width * 0.45, box.y + box.height / 2);
      await sees(section(page).locator("figcaption").getByText("Apr 4, 2026"));
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the screen");
      await visit.end();
    });
  });
}
