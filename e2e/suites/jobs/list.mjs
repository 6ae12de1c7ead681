// The list of jobs: it follows changes, and loads older jobs.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import * as person from "../../harness/person.mjs";
import { until } from "../../harness/until.mjs";
import { LONG_PROJECT } from "../../harness/world.mjs";

const { sees } = person;
/** Jobs on a page of the list. */
const PAGE = 100;

export function list(docket) {
  describe("the list of jobs", () => {
    test("lets jobs join and leave a filtered list as they change", async () => {
      const title = "Say where the keys are kept";
      const prompt = `${title}\n[sim: 10m, pr]`;
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.goto(`${docket.jobs}?status=active`);
      await person.isLive(page);
      await person.startJob(page, prompt);
      await person.seesJob(page, title, "Active");
      const started = person.jobRow(page, title).locator("time").first();
      await started.hover();
      assert.match(await started.getAttribute("title"), /^\w+ \d+, \d{4}, \d+:\d\d:\d\d /, "a time is exact on hover");
      const [{ id }] = await docket.world.jobsOf(prompt);
      await docket.world.endJob(id);
      await person.jobRow(page, title).waitFor({ state: "detached" });
      await visit.end();
    });

    test("moves the focus of a job that leaves a filtered list to the next one", async () => {
      const titles = ["Say where the doors are kept", "Say where the locks are kept"];
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.goto(`${docket.jobs}?status=active`);
      await person.isLive(page);
      const link = (title) => page.getByRole("link", { name: title, exact: true });
      const ids = [];
      for (const title of titles) {
        ids.push((await docket.world.startByProgram(`${title}\n[sim: 10m, pr]`)).id);
        await sees(link(title));
      }
      await person.heading(page, "Jobs").focus();
      await page.keyboard.press("j");
      await person.seesFocus(link(titles[1]));
      await docket.world.endJob(ids[1]);
      await person.jobRow(page, titles[1]).waitFor({ state: "detached" });
      await person.seesFocus(link(titles[0]));
      await docket.world.sim("POST", `jobs/${ids[0]}/end`, {});
      await visit.end();
    });

    test("patches the row of a job that changes, which keeps its place and the focus", async () => {
      const [title, newer] = ["Draw the life of a token", "Draw the life of a session"];
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.goto(docket.jobs);
      await person.isLive(page);
      const { id } = await docket.world.startByProgram(`${title}\n[sim: 10m, pr]`);
      await person.seesJob(page, title, "Active");
      const row = person.jobRow(page, title);
      const link = row.getByRole("link", { name: title, exact: true });
      await link.focus();
      const element = await row.elementHandle();
      const label = (name) => row.getByRole("link", { name, exact: true });

      await docket.world.changeByProgram(id, { labels: ["guide", "figures"] });
      await sees(label("figures"));
      await label("figures").focus();
      await docket.world.changeByProgram(id, { labels: ["figures"] });
      await label("guide").waitFor({ state: "detached" });
      await person.seesFocus(label("figures"));
      await link.focus();
      assert.match(await label("figures").getAttribute("href"), /\?label=figures$/);
      await docket.world.changeByProgram(id, { polling: false });
      await sees(row.getByText(/^stopped, checked/));
      await docket.world.changeByProgram(id, { polling: true });
      await sees(row.getByText(/^checked/));
      const checked = row.locator("time").last();
      const exactly = async () => {
        await page.mouse.move(0, 0);
        await checked.hover();
        return checked.getAttribute("title");
      };
      const checkedAt = await exactly();
      await docket.world.startByProgram(`${newer}\n[sim: 10m, pr]`);
      await person.seesJob(page, newer, "Active");
      await docket.world.endJob(id);
      await person.seesJob(page, title, "Completed");
      await sees(person.pullRequest(row));
      await sees(row.getByText(/^ended/));
      assert.notEqual(await exactly(), checkedAt, "the exact time is that of the end");

      assert.ok(await row.evaluate((now, before) => now === before, element), "the row is the same element");
      assert.ok(await link.evaluate((link) => link === document.activeElement), "the focus stays");
      const titles = await page.getByRole("table").locator("tbody").getByRole("row").allInnerTexts();
      const [above, below] = [newer, title].map((wanted) => titles.findIndex((text) => text.includes(wanted)));
      assert.ok(above >= 0 && above < below, "the newest job is first");
      await docket.world.changeByProgram(id, { hidden: true });
      await row.waitFor({ state: "detached" });
      await visit.end();
    });

    test("leads to the hidden jobs when no other is left", async () => {
      const title = "Say what became of the old search";
      const { id } = await docket.world.startByProgram(`${title}\n[sim: 1s, no-pr]`);
      await docket.world.changeByProgram(id, { hidden: true });
      const visit = await docket.signedIn();
      const { page } = visit;
      // As in a project with hidden jobs only. The live stream would bring jobs of other tests that end meanwhile.
      await page.routeWebSocket(/\/live\b/, () => {});
      await page.route(/\/api\/projects\/[^/]+\/jobs$/, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), jobs: [], hasMore: false } });
      });
      await page.goto(docket.jobs);
      const list = page.getByRole("region", { name: "Jobs", exact: true });
      await sees(list.getByText("No jobs to show."));
      assert.equal(await page.getByText("No jobs yet.").count(), 0);
      await list.getByRole("link", { name: "Only hidden" }).click();
      await page.waitForURL(/\/jobs\?hidden=true$/);
      await sees(person.jobRow(page, title));
      await person.seesFocus(page.getByRole("searchbox", { name: "Search prompts" }));
      await visit.end();
    });

    test("shows the whole status, and counts the labels that do not fit", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.goto(docket.jobs);
      await person.isLive(page);
      const title = "Explain how the list counts labels in the guide about long titles of jobs";
      const { id } = await docket.world.startByProgram(`${title}\n[sim: 1s, no-pr]`);
      await person.seesJob(page, title, "Completed");
      await docket.world.changeByProgram(id, { labels: ["a-rather-long-label-indeed", "b", "c", "d"] });
      const row = person.jobRow(page, title);
      await sees(row.getByText("+3", { exact: true }));
      assert.equal(await row.getByText("+3", { exact: true }).getAttribute("title"), "b, c, d");
      for (const width of [1030, 1280, 1920]) {
        await page.setViewportSize({ width, height: 800 });
        const isWhole = (element) => element.scrollWidth <= element.clientWidth;
        assert.ok(await row.getByText("Completed", { exact: true }).evaluate(isWhole), `the status is cut at ${width}`);
        const [link, label] = [
          await row.getByRole("link", { name: title, exact: true }).boundingBox(),
          await row.getByRole("link", { name: "a-rather-long-label-indeed", exact: true }).boundingBox(),
        ];
        assert.ok(link.width > label.width, `the label squeezes the title at ${width}`);
      }
      await page.setViewportSize({ width: 390, height: 844 });
      await sees(row.getByRole("link", { name: "d", exact: true }));
      await visit.end();
    });

    test("shows ages by the server's time if the clock of the browser is a day ahead", async () => {
      const title = "Say what time it is";
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.clock.setSystemTime(Date.now() + 25 * 3_600_000);
      // The runtime of the tests sends no date, which every web server in front of it adds.
      await page.route("**/api/**", async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, headers: { ...response.headers(), date: new Date().toUTCString() } });
      });
      await docket.world.startByProgram(`${title}\n[sim: 10m]`);
      await page.goto(docket.jobs);
      await sees(person.jobRow(page, title).getByText(/^(just now|\d+\ss ago)$/).first());
      assert.equal(await person.jobRow(page, title).getByText("1\u00a0d ago").count(), 0);
      await page.unrouteAll({ behavior: "wait" });
      await visit.end();
    });

    test("loads older jobs", async () => {
      const oldest = await docket.world.startByProgram("The oldest one\n[sim: 1s, no-pr]", LONG_PROJECT);
      const later = Array.from({ length: PAGE }, (_, n) => `Job number ${n}\n[sim: 1s, no-pr]`);
      for (let from = 0; from < PAGE; from += 10) {
        await Promise.all(later.slice(from, from + 10).map((prompt) => docket.world.startByProgram(prompt, LONG_PROJECT)));
      }
      const visit = await docket.signedIn();
      const { page } = visit;
      const rows = page.getByRole("table").getByRole("row").filter({ has: page.getByRole("cell") });
      await page.goto(docket.url(`/p/${LONG_PROJECT}/jobs`));
      await until("the newest jobs are shown", async () => (await rows.count()) === PAGE);
      await page.getByRole("button", { name: "Load older jobs" }).click();
      await sees(person.jobRow(page, "The oldest one").locator(`a[href$="${oldest.id}"]`));
      assert.equal(await rows.count(), PAGE + 1);
      assert.equal(await page.getByRole("button", { name: "Load older jobs" }).count(), 0);
      await visit.end();
    });
  });
}
