// What loading costs: said before a person chooses it, and while it waits for the budget.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { hold } from "../../harness/hold.mjs";
import { shortenIntervals } from "../../harness/intervals.mjs";
import * as person from "../../harness/person.mjs";
import { until } from "../../harness/until.mjs";
import { paths, requestsLeft } from "../../harness/visitors.mjs";
import { PROJECT } from "../../harness/world.mjs";

const { sees } = person;

export function cost(docket) {
  const open = async (query) => {
    const visit = await docket.signedIn();
    await visit.page.goto(docket.url(`/p/${PROJECT}/visitors?${query}`));
    await sees(paths(visit.page).first());
    return visit;
  };

  describe("what loading costs", () => {
    test("the wait for the next request counts down, and is asked for again when it is over", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.clock.install();
      let asked = 0;
      await page.route(/\/visitors\/(summary|trend|rows|budget)/, async (route) => {
        if (route.request().url().endsWith("/budget")) asked += 1;
        const response = await route.fetch();
        const body = await response.json();
        const budget = { ...body.budget, remaining: body.budget.limit - 1, resetS: 2_400 };
        await route.fulfill({ response, json: { ...body, budget } });
      });
      await page.goto(docket.url(`/p/${PROJECT}/visitors?from=2026-07-01&to=2026-07-10&compare=none`));
      await sees(paths(page).first());
      await sees(page.getByText(/, 1 more in (40|39)\s+min/));
      await page.clock.fastForward("10:00");
      await sees(page.getByText(/, 1 more in (30|29)\s+min/));
      const before = asked;
      await page.clock.fastForward("31:00");
      await until("the budget is asked for", () => asked > before);
      await sees(page.getByText(/, 1 more in (40|39)\s+min/));
      await visit.end();
    });

    test("a load that has to wait says which requests are reserved for people, and how far it is", async () => {
      const doneAt = new Date(Date.now() + 3_600_000).toISOString();
      const resumesAt = new Date(Date.now() + 1_800_000).toISOString();
      const cost = { requests: 9, estimated: true, available: 0, reserved: 16, doneAt };
      const visit = await open("from=2026-07-01&to=2026-07-10&compare=none");
      const { page } = visit;
      // As for a site with more paths, once the hour's requests of backfills are used up.
      await page.route(/visitors\/rows\?/, async (route) => {
        const response = await route.fetch();
        const body = await response.json();
        const rest = { loaded: 250, complete: false, cost };
        const compared = body.compared && { ...body.compared, ...rest, backfill: { done: 7, total: 8, resumesAt } };
        const json = compared ? { ...body, rows: [], matched: 0, complete: true, compared } : { ...body, ...rest };
        await route.fulfill({ response, json });
      });
      await page.reload();
      await sees(page.getByText(/^Exporting loads the other paths: about 9 requests, 1 request per 250\.$/));
      await sees(page.getByText(/needs about 9 requests: none available now \(16 are reserved for people\), the last by /));
      await page.goto(docket.url(`/p/${PROJECT}/visitors?from=2026-07-01&to=2026-07-10&compare=previous&view=falling`));
      await sees(page.getByText("This view needs all paths of both periods. The missing ones are being loaded."));
      const kept = "Of the requests left this hour, 16 are reserved for people\\. Waiting\\. Resumes in about ";
      await sees(page.getByText(new RegExp(`^Loading paths of the compared period: 7 of about 16 requests\\. ${kept}`)));
      await sees(page.getByRole("status").getByText("Loading paths of the compared period: waiting for the request budget."));
      await sees(page.getByText("These files list all pages. Those of the view are known once all paths are loaded."));
      await visit.end();
    });

    test("one button loads all paths of both periods", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      const requested = [];
      // As for a site with more paths than are read at once.
      await page.route(/visitors\/rows\?/, async (route) => {
        const response = await route.fetch();
        const body = await response.json();
        const rest = { loaded: 1000, complete: false, backfill: null };
        await route.fulfill({ response, json: { ...body, ...rest, rows: [], matched: 0, compared: { ...body.compared, ...rest, rows: [] } } });
      });
      await page.route(/visitors\/backfill$/, async (route) => {
        requested.push(route.request().postDataJSON());
        await route.fulfill({ status: 202, json: { done: 0, total: 3, resumesAt: null } });
      });
      await page.goto(docket.url(`/p/${PROJECT}/visitors?from=2026-07-11&to=2026-07-20&compare=previous&view=falling`));
      await sees(page.getByText(/^1,000 paths of Jul 1 – 10, 2026 loaded, and there are more\./));
      const load = page.getByRole("button", { name: /^Load all paths/ });
      assert.deepEqual(await load.allInnerTexts(), ["Load all paths of both periods"]);
      await load.click();
      await until("both loads are requested", () => requested.length === 2);
      const firstDays = requested.map(({ kind, from }) => [kind, from]).sort();
      assert.deepEqual(firstDays, [["paths", "2026-07-01"], ["paths", "2026-07-11"]]);
      await visit.end();
    });

    test("a load is announced when it begins, waits and ends, and not how far it is", async () => {
      // While it waits, it is polled twice a minute only.
      const soon = () => new Date(Date.now() + 1_500).toISOString();
      const backfill = (done, waits = false) => () => ({ missing: 5 - done, backfill: { done, total: 5, resumesAt: waits ? soon() : null } });
      // The answers to the polls, as of a load that is out of requests twice.
      const answers = [backfill(1), backfill(2), backfill(2, true), backfill(3), backfill(3, true), () => ({ missing: 0, backfill: null })];
      const visit = await docket.signedIn();
      const { page } = visit;
      const announcements = await person.recordAnnouncements(page);
      await page.route(/visitors\/trend\?/, async (route) => {
        const response = await route.fetch();
        const answer = answers.length > 1 ? answers.shift() : answers[0];
        await route.fulfill({ response, json: { ...(await response.json()), ...answer() } });
      });
      await page.goto(docket.url(`/p/${PROJECT}/visitors?from=2026-04-21&to=2026-04-25&compare=none`));
      await sees(page.getByText(/^Loading days: 3 of 5 requests\./));
      await until("the end is announced", async () => (await announcements()).includes("Loading days: done."));
      const ofDays = (await announcements()).filter((text) => text.startsWith("Loading days"));
      assert.deepEqual(ofDays, ["Loading days.", "Loading days: waiting for the request budget.", "Loading days: done."]);
      await visit.end();
    });

    test("a load is polled on after a poll that failed", async () => {
      const visit = await docket.signedIn({ expected: [/^503 GET .+\/visitors\/trend\?/] });
      const { page } = visit;
      const announcements = await person.recordAnnouncements(page);
      await shortenIntervals(page);
      const loading = { missing: 4, backfill: { done: 1, total: 5, resumesAt: null } };
      const answers = [loading, loading, undefined, { missing: 0, backfill: null }];
      await page.route(/visitors\/trend\?/, async (route) => {
        const answer = answers.length > 1 ? answers.shift() : answers[0];
        if (!answer) return route.fulfill({ status: 503, body: "" });
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), ...answer } });
      });
      await page.goto(docket.url(`/p/${PROJECT}/visitors?from=2026-04-26&to=2026-04-30&compare=none`));
      await until("the end is announced", async () => (await announcements()).includes("Loading days: done."));
      await visit.end();
    });

    test("days that are chosen while the load of others starts are loaded after these", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      const starting = await hold(page, /visitors\/backfill$/, { method: "POST" });
      await page.goto(docket.url(`/p/${PROJECT}/visitors?from=2024-08-01&to=2024-08-03&compare=none`));
      await starting.isAskedFor();
      const known = page.waitForResponse((response) => /visitors\/trend\?from=2024-08-11/.test(response.url()));
      await page.getByLabel("From", { exact: true }).fill("2024-08-11");
      await page.getByLabel("To", { exact: true }).fill("2024-08-13");
      await page.getByRole("button", { name: "Apply" }).click();
      await (await known).finished();
      await person.frames(page);
      const isStart = (request) => request.method() === "POST" && /visitors\/backfill$/.test(request.url());
      const next = page.waitForRequest((request) => isStart(request) && request.postDataJSON().from === "2024-08-11");
      starting.release();
      await next;
      await visit.end();
    });

    test("what a view or a filter loads is said before one is chosen", async () => {
      const visit = await open("from=2026-04-11&to=2026-04-20&compare=none");
      const { page } = visit;
      const cost = page.getByText("Views, sorting, filters and folders load up to 750 more: up to 3 requests.");
      await sees(cost);
      const view = page.getByRole("combobox", { name: "View" });
      assert.equal(await view.getAttribute("aria-describedby"), await cost.getAttribute("id"));
      // The days are loaded in the background, for requests of their own.
      const days = page.getByRole("table", { name: "Unique visitors by day" });
      await page.getByText("Show as table").click();
      await until("all days are loaded", async () => !(await days.innerText()).includes("–"));
      const before = await requestsLeft(page);
      await view.selectOption("Read mostly by AI");
      await sees(page.getByText(/^Pages with at least \d+ AI visitors/));
      await cost.waitFor({ state: "hidden" });
      await until("the view has loaded its paths", async () => (await requestsLeft(page)) < before);
      assert.ok(before - (await requestsLeft(page)) <= 3, "no more than was said");
      await visit.end();
    });
  });
}
