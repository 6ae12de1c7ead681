// Several jobs of the list at once.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { axeSource, violations } from "../../harness/axe.mjs";
import * as person from "../../harness/person.mjs";
import { until } from "../../harness/until.mjs";
import { PROJECT } from "../../harness/world.mjs";

const { sees } = person;

export function bulk(docket) {
  const box = (page, title) => page.getByRole("checkbox", { name: `Select ${title}`, exact: true });
  const bar = (page) => page.getByRole("group", { name: "Selected jobs" });
  const press = (page, name) => person.button(bar(page), name).click();
  const says = (page, text) => sees(bar(page).getByText(text, { exact: true }));

  /** Starts jobs, and opens the list of those that have this word. Returns their titles, newest first. */
  async function started(word, count, options) {
    const titles = [];
    for (let number = 1; number <= count; number += 1) {
      titles.unshift(`${word} number ${number}`);
      await docket.world.startByProgram(`${titles[0]}\n[sim: 10m, pr]`);
    }
    const visit = await docket.signedIn(options);
    await visit.page.goto(`${docket.jobs}?q=${word}`);
    await person.isLive(visit.page);
    for (const title of titles) await sees(person.jobRow(visit.page, title));
    return { visit, page: visit.page, titles };
  }

  describe("several jobs at once", () => {
    test("are selected by clicks, with shift and by key, and the URL holds them", async () => {
      const { visit, page, titles } = await started("quagga", 4);
      await box(page, titles[0]).check();
      await says(page, "1 selected");
      await box(page, titles[2]).click({ modifiers: ["Shift"] });
      await says(page, "3 selected");
      // The boxes are ticked after the bar has its words, and one that is not ticked yet is not unticked.
      await sees(page.getByRole("checkbox", { name: `Select ${titles[1]}`, exact: true, checked: true }));
      await box(page, titles[1]).uncheck();
      await says(page, "2 selected");
      await page.getByRole("link", { name: titles[3], exact: true }).focus();
      await page.keyboard.press("x");
      await says(page, "3 selected");
      await person.seesFocus(page.getByRole("link", { name: titles[3], exact: true }));
      await page.keyboard.press("k");
      await person.seesFocus(page.getByRole("link", { name: titles[2], exact: true }));
      await page.reload();
      await says(page, "3 selected");
      // The boxes are ticked in the frame after the bar is there.
      await until("the boxes agree", async () => {
        const ticked = await Promise.all(titles.map((title) => box(page, title).isChecked()));
        return ticked.join() === "true,false,true,true";
      });
      await person.openJob(page, titles[0]);
      await page.goBack();
      await says(page, "3 selected");
      await page.keyboard.press("s");
      await says(page, "4 selected");
      await page.keyboard.press("u");
      await bar(page).getByText("4 selected").waitFor({ state: "detached" });
      await page.waitForURL((url) => !url.searchParams.has("selected"));
      await visit.end();
    });

    test("are selected all at once by the box of the header, which shows whether some are", async () => {
      const { visit, page, titles } = await started("caracal", 3);
      const all = page.getByRole("checkbox", { name: "Select all shown" });
      const shows = (state) =>
        until(`the box of the header is ${state}`, () =>
          all.evaluate((box, state) => (box.indeterminate ? "mixed" : box.checked ? "checked" : "unchecked") === state, state));
      await shows("unchecked");
      await all.check();
      await says(page, "3 selected");
      await shows("checked");
      await box(page, titles[1]).uncheck();
      await says(page, "2 selected");
      await shows("mixed");
      await all.click();
      await says(page, "3 selected");
      await shows("checked");
      await all.click();
      await page.waitForURL((url) => !url.searchParams.has("selected"));
      await shows("unchecked");
      assert.ok(!(await box(page, titles[0]).isChecked()));
      await page.reload();
      await sees(person.jobRow(page, titles[0]));
      // Pressed again at once, the key must not take back what it did.
      await page.keyboard.press("s");
      await page.keyboard.press("s");
      await says(page, "3 selected");
      await page.keyboard.press("s");
      await says(page, "3 selected");
      await shows("checked");
      await page.keyboard.press("u");
      await shows("unchecked");
      await visit.end();
    });

    test("stay ticked, however soon after each other they are", async () => {
      const { visit, page, titles } = await started("bongo", 3);
      await box(page, titles[2]).check();
      await says(page, "1 selected");
      const ticked = await page.evaluate(async (labels) => {
        const frame = () => new Promise((done) => requestAnimationFrame(done));
        const [first, second] = labels.map((label) => document.querySelector(`[aria-label="${label}"]`));
        await frame();
        first.click();
        // By the next task, the console has handled the click, and shows it in the next frame.
        await new Promise((done) => setTimeout(done));
        second.click();
        const ticked = [];
        for (let count = 0; count < 5; count += 1) {
          await frame();
          ticked.push(first.checked && second.checked);
        }
        return ticked;
      }, titles.slice(0, 2).map((title) => `Select ${title}`));
      assert.deepEqual(ticked, Array(5).fill(true));
      await says(page, "3 selected");
      await visit.end();
    });

    test("are hidden, and shown again by an undo, without a jump of the page", async () => {
      const { visit, page, titles } = await started("okapi", 3, { viewport: { width: 1280, height: 360 } });
      const scrolled = () => page.evaluate(() => window.scrollY);
      await box(page, titles[0]).check();
      await box(page, titles[1]).check();
      const before = await scrolled();
      await press(page, "Hide");
      await says(page, "2 hidden.");
      for (const title of titles.slice(0, 2)) await person.jobRow(page, title).waitFor({ state: "detached" });
      await sees(person.jobRow(page, titles[2]));
      await person.seesFocus(bar(page).getByRole("button", { name: "Undo" }));
      assert.ok((await scrolled()) <= before, "the outcome is where the bar was");
      await page.keyboard.press("Enter");
      await says(page, "2 unhidden.");
      // The focus moves in the frame after the button that had it is gone.
      await until("the focus is on a control", () => page.evaluate(() => document.activeElement !== document.body));
      for (const title of titles) await sees(person.jobRow(page, title));
      await page.reload();
      await sees(person.jobRow(page, titles[0]));
      await visit.end();
    });

    test("are shown again although the list has not followed yet", async () => {
      const { visit, page, titles } = await started("aardwolf", 2);
      let isBehind = false;
      await page.routeWebSocket(/\/live/, (socket) => {
        socket.connectToServer().onMessage((message) => isBehind || socket.send(message));
      });
      await page.reload();
      await person.isLive(page);
      for (const title of titles) await box(page, title).check();
      isBehind = true;
      await press(page, "Hide");
      await says(page, "2 hidden.");
      await press(page, "Undo");
      await says(page, "2 unhidden.");
      isBehind = false;
      await page.reload();
      for (const title of titles) await sees(person.jobRow(page, title));
      await visit.end();
    });

    test("return to a search that had no other job", async () => {
      const { visit, page, titles } = await started("zorilla", 1);
      await box(page, titles[0]).check();
      await press(page, "Hide");
      await says(page, "1 hidden.");
      await sees(page.getByText("No jobs match."));
      await press(page, "Undo");
      await says(page, "1 unhidden.");
      await sees(person.jobRow(page, titles[0]));
      await visit.end();
    });

    test("leave the list for those that follow, and return to it", async () => {
      const { visit, page } = await started("binturong", 3);
      // A page of the list has so many jobs.
      await page.route("**/api/projects/*/jobs?**", (route) => {
        const url = new URL(route.request().url());
        url.searchParams.set("limit", "2");
        return route.continue({ url: url.href });
      });
      await page.goto(`${docket.jobs}?q=binturong`);
      await sees(page.getByRole("button", { name: "Load older jobs" }));
      for (const number of [3, 2]) await box(page, `binturong number ${number}`).check();
      await says(page, "2 selected");
      await press(page, "Hide");
      await says(page, "2 hidden.");
      await sees(person.jobRow(page, "binturong number 1"));
      await press(page, "Undo");
      await says(page, "2 unhidden.");
      for (const number of [3, 2, 1]) await sees(person.jobRow(page, `binturong number ${number}`));
      await visit.end();
    });

    test("stay selected while somebody searches for others", async () => {
      const { visit, page, titles } = await started("margay", 2);
      for (const title of titles) await box(page, title).check();
      await says(page, "2 selected");
      await page.waitForURL(/selected=/);
      const search = page.getByRole("searchbox", { name: "Search prompts" });
      await search.fill("margay elsewhere");
      for (const title of titles) await person.jobRow(page, title).waitFor({ state: "detached" });
      await sees(bar(page).getByText(/^2 selected/));
      await search.fill("margay");
      await sees(person.jobRow(page, titles[0]));
      await until("both are ticked", async () => (await box(page, titles[0]).isChecked()) && box(page, titles[1]).isChecked());
      await visit.end();
    });

    test("say which ones failed, try those again, and are all undone together", async () => {
      const { visit, page, titles } = await started("numbat", 3, { expected: [/^failed: PATCH /, /^console: Failed to load resource: net::ERR_FAILED/] });
      const failing = await page.getByRole("link", { name: titles[1], exact: true }).getAttribute("href");
      const request = `**/api/projects/${PROJECT}/jobs/${failing.split("/").at(-1)}`;
      await page.route(request, (route) => (route.request().method() === "PATCH" ? route.abort() : route.continue()));
      for (const title of titles) await box(page, title).check();
      await press(page, "Hide");
      await sees(bar(page).getByText(/^2 hidden, 1 failed: /));
      await says(page, "1 selected");
      await sees(person.jobRow(page, titles[1]));
      await page.unroute(request);
      await press(page, "Try again");
      await says(page, "3 hidden.");
      await person.jobRow(page, titles[1]).waitFor({ state: "detached" });
      await press(page, "Undo");
      await says(page, "3 unhidden.");
      for (const title of titles) await sees(person.jobRow(page, title));
      await visit.end();
    });

    test("are selected by a finger that misses the box by a little", async () => {
      for (const viewport of [{ width: 390, height: 844 }, { width: 1280, height: 800 }]) {
        const { visit, page, titles } = await started(`numbat${viewport.width}`, 1, { viewport, hasTouch: true, isMobile: true });
        const { x, y, width, height } = await box(page, titles[0]).boundingBox();
        await page.touchscreen.tap(x + width + 12, y + height / 2);
        await says(page, "1 selected");
        await page.touchscreen.tap(x + width / 2, y + height + 8);
        await bar(page).getByText("1 selected", { exact: true }).waitFor({ state: "detached" });
        await visit.end();
      }
    });

    test("are not needed for the keys of the focused row, whose job is selected only for its action", async () => {
      const { visit, page, titles } = await started("kinkajou", 3);
      const link = (title) => page.getByRole("link", { name: title, exact: true });
      await link(titles[0]).focus();
      await page.keyboard.press("p");
      await says(page, "Polling stopped for 1.");
      await person.seesFocus(link(titles[0]));
      await until("nothing is selected", async () => !(await box(page, titles[0]).isChecked()));
      await page.keyboard.press("j");
      await person.seesFocus(link(titles[1]));
      await page.keyboard.press("h");
      await says(page, "1 hidden.");
      await person.jobRow(page, titles[1]).waitFor({ state: "detached" });
      await person.seesFocus(link(titles[2]));
      await page.keyboard.press("l");
      await person.seesFocus(page.getByLabel("Labels to add, separated by commas"));
      await page.keyboard.type("by key");
      await page.keyboard.press("Enter");
      await says(page, "1 labelled.");
      await sees(person.jobRow(page, titles[2]).getByRole("link", { name: "by key", exact: true }));
      await person.seesFocus(link(titles[2]));
      await page.waitForURL((url) => !url.searchParams.has("selected"));
      await visit.end();
    });

    test("are hidden one at a time, however long the key is held", async () => {
      const { visit, page, titles } = await started("quoll", 3);
      await page.getByRole("link", { name: titles[0], exact: true }).focus();
      await page.keyboard.down("h");
      await says(page, "1 hidden.");
      await person.seesFocus(page.getByRole("link", { name: titles[1], exact: true }));
      // The second press of a key that is not up again is a repeat.
      await page.keyboard.down("h");
      await page.keyboard.up("h");
      await person.frames(page);
      assert.equal(await box(page, titles[1]).isChecked(), false);
      await page.reload();
      await sees(person.jobRow(page, titles[1]));
      await visit.end();
    });

    test("get labels beside those that they have", async () => {
      const { visit, page, titles } = await started("serval", 2);
      const label = async (text) => {
        await page.keyboard.press("l");
        await person.seesFocus(page.getByLabel("Labels to add, separated by commas"));
        await page.keyboard.type(text);
        await page.keyboard.press("Enter");
      };
      await box(page, titles[0]).check();
      await says(page, "1 selected");
      await label("first");
      await says(page, "1 labelled.");
      await box(page, titles[1]).check();
      await says(page, "2 selected");
      await label(" , ");
      await sees(page.getByRole("alert").getByText("Type a label."));
      const problem = await page.getByLabel("Labels to add, separated by commas").evaluate((field) => [
        field.ariaInvalid,
        field.ariaDescribedByElements.map((element) => element.textContent),
      ]);
      assert.deepEqual(problem, ["true", ["Type a label."]]);
      await page.keyboard.press("Escape");
      await label("second, third");
      await says(page, "2 labelled.");
      for (const name of ["first", "second", "third"]) {
        await sees(person.jobRow(page, titles[0]).getByRole("link", { name, exact: true }));
      }
      assert.equal(await person.jobRow(page, titles[1]).getByRole("link", { name: "first", exact: true }).count(), 0);
      await visit.end();
    });

    test("keep the selection where a label or an author of a row filters the list", async () => {
      const { id } = await docket.world.startByProgram("gaur with a label\n[sim: 10m, pr]");
      await docket.world.changeByProgram(id, { labels: ["striped legs"] });
      const { visit, page, titles } = await started("gaur", 2);
      const row = person.jobRow(page, "gaur with a label");
      const label = row.getByRole("link", { name: "striped legs", exact: true });
      await sees(label);
      await box(page, titles[0]).check();
      await says(page, "1 selected");
      await label.click();
      await page.waitForURL((url) => url.searchParams.get("label") === "striped legs" && url.searchParams.has("selected"));
      await says(page, "1 selected, 1 of them not shown");
      await box(page, "gaur with a label").check();
      await says(page, "2 selected, 1 of them not shown");
      await row.getByRole("link", { name: "token:nightly" }).press("Enter");
      await page.waitForURL((url) => url.searchParams.has("author") && url.searchParams.get("selected")?.split(" ").length === 2);
      await page.getByRole("button", { name: "Clear selection" }).click();
      await label.click();
      await page.waitForURL((url) => url.searchParams.has("label") && !url.searchParams.has("selected"));
      await visit.end();
    });

    test("stop being polled, and are polled again", async () => {
      const { visit, page, titles } = await started("tapir", 2);
      for (const title of titles) await box(page, title).check();
      await press(page, "Stop polling");
      await says(page, "Polling stopped for 2.");
      await press(page, "Resume polling");
      await says(page, "Polling resumed for 2.");
      await sees(bar(page).getByRole("button", { name: "Stop polling" }));
      await visit.end();
    });

    test("fit a phone, without serious violations", async () => {
      const { visit, page, titles } = await started("coati", 2, { viewport: { width: 360, height: 640 } });
      await box(page, titles[0]).check();
      await says(page, "1 selected");
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
      assert.deepEqual(await violations(page, await axeSource()), []);
      await visit.end();
    });
  });
}
