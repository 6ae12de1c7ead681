// The morning of a documentation lead: read the inbox, follow two jobs up, start twelve from a template, see which pages fell,
// export, write a note. Once with the keyboard alone, and once on a phone with one finger.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, describe, test } from "node:test";

import * as person from "../../harness/person.mjs";
import { until } from "../../harness/until.mjs";
import { PROJECT } from "../../harness/world.mjs";
import { makeTemplate } from "../../harness/templates.mjs";

const { sees } = person;
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
/** Presses of Tab until a control must have been reached. */
const STOPS_MAX = 250;

/** Somebody who has no mouse. */
const keyboard = {
  options: {},
  /** Activates a link or button. */
  async use(page, locator) {
    await this.focus(page, locator);
    await page.keyboard.press("Enter");
  },
  async write(page, field, text) {
    await this.focus(page, field);
    await page.keyboard.type(text);
  },
  async choose(page, select, option) {
    await this.focus(page, select);
    await page.keyboard.type(option);
    await until(`${option} is chosen`, () => select.evaluate((element, option) => element.selectedOptions[0].label === option, option));
    // Firefox and Chromium commit what is typed when the list is left.
    await page.keyboard.press("Tab");
  },
  async goTo(page, name) {
    await person.pressInTurn(page, "g", name[0].toLowerCase());
    await sees(person.heading(page, name).or(page.getByRole("main")).first());
  },
  async selectRows(page, count) {
    await this.focus(page, page.getByRole("rowgroup", { name: "Paths" }));
    for (let row = 0; row < count; row += 1) {
      await page.keyboard.press("ArrowDown");
      await person.seesFocus(page.locator(`#path-${row}`));
      await page.keyboard.press("x");
    }
  },
  async openFirstTrend(page) {
    await this.focus(page, page.getByRole("rowgroup", { name: "Paths" }));
    await page.keyboard.press("ArrowDown");
    await person.seesFocus(page.locator("#path-0"));
    await page.keyboard.press("o");
  },
  async pickFirstDay(page) {
    await this.focus(page, page.getByRole("slider", { name: "Day" }));
    await page.keyboard.press("Home");
  },
  /** Tab, until the element has the focus: around the page once, at most. */
  async focus(page, locator) {
    await sees(locator);
    for (let stop = 0; stop < STOPS_MAX; stop += 1) {
      if (await locator.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press("Tab");
    }
    assert.fail(`Tab does not lead to ${locator}`);
  },
};

/** Somebody with a phone. */
const finger = {
  options: PHONE,
  async use(page, locator) {
    await locator.tap();
  },
  async write(page, field, text) {
    await field.tap();
    await person.seesFocus(field);
    await page.keyboard.insertText(text);
  },
  async choose(page, select, option) {
    await select.tap();
    await select.selectOption({ label: option });
  },
  async goTo(page, name) {
    await page.getByRole("navigation", { name: "Pages", exact: true }).getByRole("link", { name: new RegExp(`^${name}`) }).tap();
    await sees(person.heading(page, name).or(page.getByRole("main")).first());
  },
  async selectRows(page, count) {
    const boxes = page.getByRole("table", { name: "Unique visitors by path" }).getByRole("checkbox");
    for (let row = 0; row < count; row += 1) await boxes.nth(row).tap();
  },
  async openFirstTrend(page) {
    await page.getByRole("button", { name: /^Daily visitors of / }).first().tap();
  },
  async pickFirstDay(page) {
    const chart = page.getByRole("slider", { name: "Day" });
    await chart.scrollIntoViewIfNeeded();
    const box = await chart.boundingBox();
    await page.touchscreen.tap(box.x + 2, box.y + box.height / 2);
  },
};

export function morning(docket) {
  describe("a morning's work", () => {
    const jobs = (who) => [`${who} morning: explain webhooks`, `${who} morning: explain retries`];
    const template = (who) => `${who} morning renewal`;

    before(async () => {
      for (const who of ["Keyboard", "Phone"]) {
        for (const title of jobs(who)) await docket.world.startByProgram(`${title}\n[sim: 1s, pr]`);
        const visit = await docket.signedIn();
        await visit.page.goto(docket.url(`/p/${PROJECT}/templates`));
        await makeTemplate(visit.page, template(who), `${template(who)} of {{page}} for {{release}}.\n[sim: 1h]`);
        await visit.page.goto(docket.jobs);
        for (const title of jobs(who)) await person.seesJob(visit.page, title, "Completed");
        await visit.end();
      }
    });

    const walk = async (who, hand) => {
      // The chart asks for the paths of a day only if they are stored.
      const visit = await docket.signedIn({ ...hand.options, expected: [/^504 GET .*\/visitors\/rows\?/] });
      const { page } = visit;
      await page.goto(docket.jobs);
      await person.isLive(page);

      // The inbox says what has ended; both jobs are followed up.
      for (const title of jobs(who)) {
        await hand.goTo(page, "Inbox");
        await sees(person.heading(page, "Inbox"));
        await hand.use(page, page.getByRole("list", { name: "Ended" }).getByRole("link", { name: title, exact: true }));
        await sees(person.heading(page, title));
        await hand.write(page, person.followUp(page), "And say it in the changelog. [sim: 1s, no-pr]");
        await hand.use(page, page.getByRole("button", { name: "Send follow-up" }));
        await sees(person.story(page, "And say it in the changelog.").first());
      }

      // Twelve jobs for the pages that are read most.
      await hand.goTo(page, "Visitors");
      const table = page.getByRole("table", { name: "Unique visitors by path" });
      await sees(table.getByRole("rowheader").first());
      await hand.selectRows(page, 12);
      await hand.use(page, page.getByRole("button", { name: "New jobs for 12 pages" }));
      await sees(person.heading(page, "Jobs for many pages"));
      await hand.choose(page, page.getByRole("combobox", { name: "Template" }), template(who));
      await hand.write(page, page.getByLabel("release"), "SDK 4");
      await hand.use(page, person.button(page, "Start 12 jobs"));
      await sees(page.getByRole("region", { name: "Progress" }).getByText("12 of 12 sent", { exact: true }));
      const sent = (await docket.world.sim("GET", "jobs")).flatMap((job) => job.prompts);
      assert.equal(sent.filter((prompt) => prompt.startsWith(`${template(who)} of `)).length, 12);

      // Which pages fell, and the notes that belong to that.
      await hand.goTo(page, "Visitors");
      await sees(table.getByRole("rowheader").first());
      await hand.choose(page, page.getByRole("combobox", { name: "View" }), "Falling");
      const rule = page.getByText(/^Pages that had at least \d+ visitors in the compared period, /);
      const compare = page.getByRole("button", { name: "Compare with the previous period" });
      await sees(rule.or(compare).first());
      if (await compare.isVisible()) await hand.use(page, compare);
      await sees(rule);
      const load = page.getByRole("button", { name: /^Load all paths/ });
      // The totals of a period that is not over may change while its paths load. The sentence then says so between these two parts.
      const loaded = page.getByText(/^[\d,]+ pages? of [\d,]+ paths\..* Loaded /);
      // A press removes the button.
      await sees(load.or(loaded).first());
      while (!(await loaded.isVisible())) {
        const name = await load.first().innerText();
        // A button goes when its paths arrive in the meantime.
        await hand.use(page, load.first()).catch(async (error) => {
          if (!(await loaded.isVisible())) throw error;
        });
        await person.button(page, name).waitFor({ state: "detached" });
        await sees(load.or(loaded).first());
      }

      // Since when the first of them has fallen.
      await hand.openFirstTrend(page);
      const trend = page.getByRole("region", { name: /^Daily visitors of / });
      await hand.use(page, trend.getByText("Show as table"));
      const days = trend.getByRole("table", { name: "Unique visitors by day" }).getByRole("row");
      await sees(days.nth(28));
      // Which days are loaded depends on today's date, and on what other tests loaded.
      const hasCounts = async () => (await days.allInnerTexts()).some((day) => /\d+\t\d+\t\d+/.test(day));
      const missing = page.getByRole("button", { name: /^Load \d+ days? \(/ }).first();
      // A page that fell before these days began is not among the most read paths of any of them.
      const unknown = trend.getByText(/^Unknown on \d+ days?: /);
      const isAnswered = async () => (await hasCounts()) || unknown.isVisible();
      await until("days have counts, or can be loaded", async () => (await isAnswered()) || missing.isVisible());
      if (!(await isAnswered())) await hand.use(page, missing);
      await until("a day has counts, or the page is not among its most read", isAnswered);
      await hand.use(page, trend.getByRole("button", { name: "Close" }));
      await trend.waitFor({ state: "detached" });

      // A file of all of it, and a note for those who ask tomorrow.
      const download = page.waitForEvent("download");
      await hand.use(page, page.getByRole("button", { name: "Export CSV" }));
      const file = await readFile(await (await download).path(), "utf8");
      assert.ok(file.split("\n").length > 100, file.slice(0, 200));
      await hand.pickFirstDay(page);
      await hand.use(page, page.getByRole("button", { name: /^Add note on / }).first());
      await hand.write(page, page.getByRole("textbox", { name: /^Note on / }), `${who}: launch`);
      await hand.use(page, page.getByRole("button", { name: "Save note" }));
      await sees(page.getByRole("button", { name: /^Edit note on / }).first());
      await hand.use(page, page.getByRole("button", { name: /^Edit note on / }).first());
      await hand.use(page, page.getByRole("button", { name: "Delete note" }));
      await page.getByRole("button", { name: "Delete note" }).waitFor({ state: "detached" });
      await visit.end();
    };

    test("is done with the keyboard alone", () => walk("Keyboard", keyboard));
    test("is done on a phone", () => walk("Phone", finger));
  });
}
