// Notes on days: what is typed stays in the browser, and nobody deletes a note that they have not seen.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import * as person from "../../harness/person.mjs";
import { send } from "../../harness/session.mjs";
import { fillStorage } from "../../harness/storage.mjs";
import { until } from "../../harness/until.mjs";
import { PROJECT } from "../../harness/world.mjs";

const { sees } = person;
const slider = (page) => page.getByRole("slider", { name: "Day" });

/** Writes a note behind the page's back. */
const putElsewhere = (page, day, edit) => send(page, "PUT", `/api/projects/${PROJECT}/notes/${day}`, edit);

export function notes(docket) {
  /** Opens the visitors of ten days of a month, and the form of the note on the first one. */
  const openNote = async (month, name, options) => {
    const visit = await docket.signedIn(options);
    const { page } = visit;
    await page.goto(docket.url(`/p/${PROJECT}/visitors?from=${month}-01&to=${month}-10&compare=none`));
    await slider(page).focus();
    await page.keyboard.press("Home");
    await page.getByRole("button", { name }).first().click();
    return visit;
  };

  describe("a note on a day", () => {
    test("is kept while it is written, over other pages and a reload, until it is saved or cancelled", async () => {
      const visit = await openNote("2026-02", "Add note on Feb 1, 2026");
      const { page } = visit;
      const field = page.getByRole("textbox", { name: "Note on Feb 1, 2026" });
      await field.fill("Launch, half written");
      await sees(page.getByText("Saved in this browser until you save or cancel it."));
      await page.reload();
      await person.holds(field, "Launch, half written");
      await page.getByRole("link", { name: "Jobs", exact: true }).click();
      await sees(person.heading(page, "Jobs"));
      await page.goBack();
      await person.holds(field, "Launch, half written");
      // The days of another month have no such form, and those of the month have it again.
      await page.goto(docket.url(`/p/${PROJECT}/visitors?from=2026-04-01&to=2026-04-10&compare=none`));
      await sees(slider(page));
      assert.equal(await field.count(), 0);
      await page.goBack();
      await page.getByRole("button", { name: "Save note" }).click();
      await field.waitFor({ state: "hidden" });
      await page.reload();
      await sees(slider(page));
      await slider(page).focus();
      await page.keyboard.press("Home");
      await page.getByRole("button", { name: "Edit note on Feb 1, 2026" }).first().click();
      await person.holds(field, "Launch, half written");
      await field.fill("Something else");
      await person.button(page, "Cancel").click();
      await page.reload();
      await sees(slider(page));
      assert.equal(await field.count(), 0, "what was cancelled is gone");
      await visit.end();
    });

    for (const place of ["the picked day", "the table"]) {
      test(`keeps its button in ${place}, with the focus, while the counts of its day arrive`, async () => {
        // The counts that arrive are made up: Docket has no paths of that day.
        const visit = await docket.signedIn({ expected: [/^504 GET .*\/visitors\/rows\?/] });
        const { page } = visit;
        // A page without visitors asks for no days.
        await page.goto(docket.jobs);
        await putElsewhere(page, "2025-05-01", { text: "Launch" });
        // As while a load of days goes on: the first response is without the counts of the first day.
        let release;
        const held = new Promise((done) => (release = done));
        let answers = 0;
        await page.route(/visitors\/trend\?/, async (route) => {
          answers += 1;
          const isFirst = answers === 1;
          if (!isFirst) await held;
          const response = await route.fetch();
          const trend = await response.json();
          const [first, ...days] = trend.days;
          const load = isFirst ? { missing: 1, backfill: { done: 1, total: 2, resumesAt: null } } : { missing: 0, backfill: null };
          const counts = isFirst ? { totals: null, checkedAt: null } : { totals: { human: 41, ai: 1, total: 42 }, checkedAt: new Date().toISOString() };
          await route.fulfill({ response, json: { ...trend, ...load, days: [{ ...first, ...counts }, ...days] } });
        });
        await page.goto(docket.url(`/p/${PROJECT}/visitors?from=2025-05-01&to=2025-05-10&compare=none`));
        await slider(page).focus();
        await page.keyboard.press("Home");
        await page.getByText("Show as table").click();
        const around = place === "the table" ? page.getByRole("row", { name: /May 1, 2025/ }) : page.locator("figcaption");
        const button = around.getByRole("button", { name: "Edit note on May 1, 2025" });
        await button.focus();
        release();
        await sees(page.locator(".chart__value").getByText("41", { exact: true }));
        await sees(page.getByRole("row", { name: /May 1, 2025.*42/ }));
        await person.seesFocus(button);
        await visit.end();
      });
    }

    test("gives way to the note on another day, and has its text when it is opened again", async () => {
      const visit = await openNote("2026-06", "Add note on Jun 1, 2026");
      const { page } = visit;
      const field = (day) => page.getByRole("textbox", { name: `Note on ${day}, 2026` });
      await field("Jun 1").fill("Half of the first");
      await slider(page).focus();
      await page.keyboard.press("Home");
      await page.keyboard.press("ArrowRight");
      await page.getByRole("button", { name: "Add note on Jun 2, 2026" }).first().click();
      await person.seesFocus(field("Jun 2"));
      await person.holds(field("Jun 2"), "");
      await field("Jun 2").fill("All of the second");
      await slider(page).focus();
      await page.keyboard.press("Home");
      await page.getByRole("button", { name: "Add note on Jun 1, 2026" }).first().click();
      await person.holds(field("Jun 1"), "Half of the first");
      await visit.end();
    });

    test("has its text again after Escape, which only closes it, and not after it is cancelled", async () => {
      const visit = await openNote("2026-07", "Add note on Jul 1, 2026");
      const { page } = visit;
      const field = page.getByRole("textbox", { name: "Note on Jul 1, 2026" });
      const add = page.getByRole("button", { name: "Add note on Jul 1, 2026" }).first();
      await field.fill("Half of a note");
      await field.press("Escape");
      await field.waitFor({ state: "detached" });
      await person.seesFocus(add);
      await page.keyboard.press("Enter");
      await person.seesFocus(field);
      await person.holds(field, "Half of a note");
      await person.button(page.getByRole("form", { name: "Note on Jul 1, 2026" }), "Cancel").click();
      await field.waitFor({ state: "detached" });
      await add.click();
      await person.seesFocus(field);
      await person.isEmpty(field);
      await visit.end();
    });

    test("is neither cancelled nor lost while it is being saved", async () => {
      const visit = await openNote("2026-09", "Add note on Sep 1, 2026");
      const { page } = visit;
      const form = page.getByRole("form", { name: "Note on Sep 1, 2026" });
      await form.getByRole("textbox").fill("Launch of 3.0");
      let release;
      const released = new Promise((done) => (release = done));
      await page.route(/\/notes\/2026-09-01/, async (route) => {
        await released;
        await route.continue();
      });
      await form.getByRole("button", { name: "Save note" }).click();
      await sees(form.getByRole("button", { name: "Cancel", disabled: true }));
      await form.getByRole("textbox").press("Escape");
      await person.holds(form.getByRole("textbox"), "Launch of 3.0");
      release();
      await form.waitFor({ state: "hidden" });
      await sees(page.getByRole("button", { name: "Edit note on Sep 1, 2026" }).first());
      await visit.end();
    });

    test("is saved while the browser's storage is full, which the form says", async () => {
      const visit = await openNote("2026-04", "Add note on Apr 1, 2026");
      const { page } = visit;
      const form = page.getByRole("form", { name: "Note on Apr 1, 2026" });
      await fillStorage(page);
      await form.getByRole("textbox").fill("Written on a full disk");
      await sees(form.getByRole("status").getByText(/^This browser's storage is full or disabled: save the note/));
      await person.holds(form.getByRole("textbox"), "Written on a full disk");
      await form.getByRole("button", { name: "Save note" }).click();
      await form.waitFor({ state: "hidden" });
      await page.reload();
      await sees(slider(page));
      assert.equal(await form.count(), 0);
      await slider(page).focus();
      await page.keyboard.press("Home");
      await sees(page.getByRole("button", { name: "Edit note on Apr 1, 2026" }).first());
      await visit.end();
    });

    test("is no draft any more once it is saved, also if its page was left before the response", async () => {
      const visit = await openNote("2026-01", "Add note on Jan 1, 2026");
      const { page } = visit;
      const field = page.getByRole("textbox", { name: "Note on Jan 1, 2026" });
      await field.fill("Moved to the new site");
      let release;
      const released = new Promise((done) => (release = done));
      const responds = page.waitForResponse(/\/notes\/2026-01-01/);
      await page.route(/\/notes\/2026-01-01/, async (route) => {
        await released;
        await route.continue();
      });
      await page.getByRole("button", { name: "Save note" }).click();
      await page.getByRole("link", { name: "Jobs", exact: true }).click();
      await sees(person.heading(page, "Jobs"));
      release();
      await responds;
      await sees(page.locator("[aria-live]").getByText("Note saved."));
      await page.goBack();
      await sees(slider(page));
      assert.equal(await field.count(), 0);
      await visit.end();
    });

    test("is not deleted by somebody who has seen another text", async () => {
      const visit = await openNote("2026-03", "Add note on Mar 1, 2026", { expected: [/^409 DELETE .*\/notes\/2026-03-01/] });
      const { page } = visit;
      const form = page.getByRole("form", { name: "Note on Mar 1, 2026" });
      await form.getByRole("textbox").fill("Launch of 2.0");
      await form.getByRole("button", { name: "Save note" }).click();
      await page.getByRole("button", { name: "Edit note on Mar 1, 2026" }).first().click();
      await sees(form.getByText("Saved note: Launch of 2.0"));
      await putElsewhere(page, "2026-03-01", { text: "Launch of 2.1", replaces: "Launch of 2.0" });
      await form.getByRole("button", { name: "Delete note" }).click();
      await sees(form.getByRole("alert").getByText(/wrote a note on this day meanwhile: “Launch of 2\.1”\./));
      await sees(form.getByText("Saved note: Launch of 2.1"));
      // Now it has been seen.
      await form.getByRole("button", { name: "Delete note" }).click();
      await form.waitFor({ state: "hidden" });
      await page.reload();
      await sees(slider(page));
      assert.doesNotMatch(await slider(page).getAttribute("aria-valuetext"), /Launch/);
      await visit.end();
    });

    test("that a colleague wrote meanwhile is on the day, also if one's own is cancelled, and no phone scrolls sideways", async () => {
      const options = { expected: [/^409 PUT .*\/notes\/2026-05-01/], viewport: { width: 360, height: 640 } };
      const visit = await openNote("2026-05", "Add note on May 1, 2026", options);
      const { page } = visit;
      const form = page.getByRole("form", { name: "Note on May 1, 2026" });
      await form.getByRole("textbox").fill("Mine");
      await putElsewhere(page, "2026-05-01", { text: "Moved the documentation to another generator" });
      await form.getByRole("button", { name: "Save note" }).click();
      await sees(form.getByRole("alert").getByText(/wrote a note on this day meanwhile: /));
      await person.button(form, "Cancel").click();
      await sees(page.getByRole("button", { name: "Edit note on May 1, 2026" }).first());
      assert.equal(await page.getByRole("button", { name: "Add note on May 1, 2026" }).count(), 0);
      await page.getByText("Show as table").click();
      await sees(page.getByRole("table", { name: "Unique visitors by day" }).getByText("Moved the documentation"));
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
      await visit.end();
    });

    test("has a line for each thing that happened, and one line where there is room for one", async () => {
      const visit = await openNote("2025-08", "Add note on Aug 1, 2025");
      const { page } = visit;
      const form = page.getByRole("form", { name: "Note on Aug 1, 2025" });
      const field = form.getByRole("textbox");
      await field.fill("Launch");
      await field.press("Enter");
      await field.pressSequentially("  Blog post ");
      await field.press("Control+Enter");
      await form.waitFor({ state: "hidden" });
      await sees(page.locator("figcaption").getByText("Launch · Blog post", { exact: true }));
      await page.getByText("Show as table").click();
      await sees(page.getByRole("table", { name: "Unique visitors by day" }).getByText("Launch · Blog post", { exact: true }));
      await page.getByRole("button", { name: "Edit note on Aug 1, 2025" }).first().click();
      await person.holds(field, "Launch\nBlog post");
      await sees(form.getByText("Saved note: Launch · Blog post", { exact: true }));
      await form.getByRole("button", { name: "Delete note" }).click();
      await form.waitFor({ state: "hidden" });
      await visit.end();
    });

    test("of one long address makes no page wider than its screen", async () => {
      const address = `https://docs.acme.example/${"releases-and-notes/".repeat(9)}`;
      for (const [month, name, day, width] of [["2025-12", "Dec 1, 2025", "2025-12-01", 390], ["2025-11", "Nov 1, 2025", "2025-11-01", 1280]]) {
        const visit = await openNote(month, `Add note on ${name}`, { viewport: { width, height: 844 } });
        const { page } = visit;
        const fits = async (where) =>
          assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, `${where}, ${day}`);
        const form = page.getByRole("form", { name: `Note on ${name}` });
        await form.getByRole("textbox").fill(address);
        await form.getByRole("button", { name: "Save note" }).click();
        await form.waitFor({ state: "hidden" });
        await sees(page.locator("figcaption").getByText(address));
        await fits("above the chart");
        await page.getByRole("button", { name: `Edit note on ${name}` }).first().click();
        await sees(form.getByText(`Saved note: ${address}`));
        await fits("in the form");
        await person.button(form, "Cancel").click();
        await page.getByText("Show as table").click();
        await sees(page.getByRole("table", { name: "Unique visitors by day" }).getByText(address));
        await fits("in the table");
        await page.getByRole("button", { name: /^Daily visitors of / }).first().click();
        const trend = page.getByRole("region", { name: /^Daily visitors of / });
        await trend.getByRole("slider", { name: "Day" }).focus();
        await page.keyboard.press("Home");
        await sees(trend.locator("figcaption").getByText(address));
        await fits("in the trend of a page");
        await visit.end();
      }
    });

    test("of any length leaves the chart and what is below it where they are, under the pointer", async () => {
      const long = "A release that was announced in three places, moved some of the guides, and renamed a few others. ".repeat(2).trim();
      const visit = await openNote("2025-10", "Add note on Oct 1, 2025");
      const { page } = visit;
      await page.getByText("Show as table").click();
      const days = page.getByRole("table", { name: "Unique visitors by day" });
      await until("all days are loaded", async () => !(await days.innerText()).includes("–"));
      await putElsewhere(page, "2025-10-03", { text: long.slice(0, 105).trim() });
      await putElsewhere(page, "2025-10-04", { text: long });
      for (const width of [1280, 1024, 820, 700, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await page.reload();
        await sees(slider(page));
        await sees(page.getByRole("button", { name: /^Daily visitors of / }).first());
        await page.getByText("Select a day to see its counts and paths.").scrollIntoViewIfNeeded();
        const places = async () => {
          const { y, width, height } = await slider(page).boundingBox();
          return { y, width, height, below: (await page.getByText("Show as table").boundingBox()).y };
        };
        const before = await places();
        for (const [day, text] of [[2, "Oct 2, 2025"], [3, long.slice(0, 105).trim()], [4, long], [5, "Oct 5, 2025"]]) {
          const box = await slider(page).boundingBox();
          await page.mouse.move(box.x + ((day - 0.5) / 10) * box.width, box.y + box.height / 2);
          await sees(page.locator("figcaption").getByText(text));
          await sees(page.getByText(/^Most visited/));
          assert.deepEqual(await places(), before, `Oct ${day} at ${width} px`);
        }
        await page.mouse.move(0, 0);
      }
      await visit.end();
    });

    test("is beside a link to the jobs of a day on which some ended", async () => {
      const prompt = "Prompt of a day that the chart marks [sim: 1s]";
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.goto(docket.jobs);
      await person.startJob(page, prompt);
      await person.seesJob(page, prompt, "Completed");
      await page.goto(docket.url(`/p/${PROJECT}/visitors?range=7d&compare=none`));
      await slider(page).focus();
      await page.keyboard.press("End");
      const jobs = page.getByRole("link", { name: "Jobs ended on this day" });
      await sees(jobs);
      // The trend of a page has the marks as well.
      await page.getByRole("button", { name: /^Daily visitors of / }).first().click();
      const trend = page.getByRole("region", { name: /^Daily visitors of / });
      await trend.getByRole("slider", { name: "Day" }).focus();
      await page.keyboard.press("End");
      await sees(trend.locator(".chart__picked").getByText(/jobs? ended/));
      assert.equal(await trend.getByRole("button", { name: /note on/ }).count(), 0, "notes are written above");
      await trend.getByRole("link", { name: "Jobs ended on this day" }).click();
      await page.waitForURL(/\/jobs\?endedSince=.*&endedUntil=/);
      await sees(person.jobRow(page, prompt));
      await sees(page.getByText(/^Only ended since .*, ended before /));
      await visit.end();
    });

    test("leaves the dates of the table in one line on a phone, however long it is", async () => {
      const visit = await docket.signedIn({ viewport: { width: 360, height: 640 } });
      const { page } = visit;
      await page.goto(docket.jobs);
      const text = "The documentation of the second version is there, with a guide for everybody who comes from the first one";
      await putElsewhere(page, "2026-01-05", { text });
      await page.goto(docket.url(`/p/${PROJECT}/visitors?from=2026-01-01&to=2026-01-10&compare=none`));
      await page.getByText("Show as table").click();
      const table = page.getByRole("table", { name: "Unique visitors by day" });
      await sees(table.getByText(text));
      const lines = await table.getByRole("rowheader").evaluateAll((days) =>
        days.map((day) => {
          const range = document.createRange();
          range.selectNodeContents(day.firstChild);
          return range.getClientRects().length;
        }),
      );
      assert.deepEqual(lines, lines.map(() => 1));
      const width = (await table.getByRole("row").filter({ hasText: text }).getByRole("cell").last().boundingBox()).width;
      assert.ok(width >= 120, `the note has ${width} pixels`);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
      await visit.end();
    });
  });
}
