// The main job: from a sign-in to a pull request, a follow-up, and last month's visitors.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import * as person from "../../harness/person.mjs";
import { until } from "../../harness/until.mjs";

const { sees } = person;
const TITLE = "Update the quickstart for SDK 4";
// Only the first line is a title. The test ends the job.
const PROMPT = `${TITLE}\n\nThe client is made with createClient() now; say what happens without a key.\n[sim: 10m, pr]`;

export function mainJob(docket) {
  describe("the main job", () => {
    test("from a sign-in to a pull request, a follow-up and last month's visitors", async (t) => {
      const began = Date.now();
      const step = (name) => t.diagnostic(`${((Date.now() - began) / 1000).toFixed(1)} s: ${name}`);

      const first = await docket.visit({ expected: [/^401 POST \/api\/session$/] });
      await first.page.goto(docket.url("/"));
      await person.signIn(first.page, "not the passphrase");
      await sees(first.page.getByRole("alert").filter({ hasText: /passphrase/i }));
      await sees(person.heading(first.page, "Sign in"));
      await person.signIn(first.page);
      await sees(person.newJob(first.page));
      await person.isLive(first.page);
      step("signed in, at the second try");

      await person.startJob(first.page, PROMPT);
      await person.seesJob(first.page, TITLE, "Active");
      await person.isEmpty(person.newJob(first.page));
      step("started a job, and saw it at work");

      const state = await first.end();
      const job = (await docket.world.sim("GET", "jobs")).find(({ prompts }) => prompts.includes(PROMPT));
      await endTurn(docket, job.id);
      step("closed the browser; Docket polled the ended job");

      const second = await docket.visit({ state });
      const { page } = second;
      await page.goto(docket.url("/"));
      await person.seesJob(page, TITLE, "Completed");
      const link = person.pullRequest(person.jobRow(page, TITLE));
      assert.match(await link.getAttribute("href"), /^https:\/\/.+\/pull\/\d+$/);
      step("came back, and saw the pull request");

      await page.getByRole("link", { name: TITLE, exact: true }).click();
      await sees(person.heading(page, TITLE));
      await person.seesStatus(page, "Completed");
      await sees(person.pullRequest(page.getByRole("main")).first());
      const timeline = page.getByRole("list", { name: "Timeline" });
      await sees(timeline.getByText("say what happens without a key"));
      await sees(timeline.getByRole("listitem").filter({ hasText: "Active → Completed" }).first());
      step("read the prompt and the timeline");

      await person.followUp(page).fill("Also mention the new default timeout.\n[sim: 10m, pr]");
      await page.getByRole("button", { name: "Send follow-up" }).click();
      await sees(timeline.getByText("Also mention the new default timeout.").first());
      await person.seesStatus(page, "Active");
      await person.isEmpty(person.followUp(page));
      // The service has no link now, and the pull request is there nevertheless.
      const pages = page.getByRole("navigation", { name: "Pages", exact: true });
      await pages.getByRole("link", { name: "Jobs" }).click();
      await person.seesJob(page, TITLE, "Active");
      await sees(person.pullRequest(person.jobRow(page, TITLE)));
      await page.getByRole("link", { name: TITLE, exact: true }).click();
      await person.seesStatus(page, "Active");
      await endTurn(docket, job.id);
      await person.seesStatus(page, "Completed");
      step("sent a follow-up, and saw it end");

      await page.getByRole("navigation", { name: "Pages", exact: true }).getByRole("link", { name: "Visitors" }).click();
      await sees(person.heading(page, "Visitors"));
      await page.getByRole("link", { name: "Last month" }).click();
      await sees(page.getByText(lastMonth()));
      const totals = page.getByRole("region", { name: "Totals" });
      for (const name of ["Human", "AI", "All visitors"]) {
        await sees(totals.getByRole("term").filter({ hasText: name }).first());
      }
      const rows = page.getByRole("table", { name: "Unique visitors by path" }).getByRole("rowheader");
      await sees(rows.first());
      const paths = await rows.allTextContents();
      assert.ok(paths.length >= 10, `${paths.length} paths`);
      step("read last month's visitors");
      await second.end();
    });
  });
}

/** Ends the turn of a job, and waits until Docket has polled it, which needs no open console. */
async function endTurn(docket, id) {
  await docket.world.sim("DELETE", "requests");
  await docket.world.sim("POST", `jobs/${id}/end`, { outcome: "pull-request" });
  const { endsAt } = (await docket.world.sim("GET", "jobs")).find((job) => job.id === id);
  await until(`Docket polls ${id}`, async () => {
    const requests = await docket.world.sim("GET", "requests");
    return requests.some(({ at, operation, path, status }) =>
      operation === "get-job" && path.endsWith(id) && status === 200 && Date.parse(at) >= Date.parse(endsAt));
  });
}

/** The days of last month, as the page shows them. */
function lastMonth() {
  const now = new Date();
  const last = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0));
  const month = last.toLocaleDateString("en-US", { month: "short", timeZone: "UTC" });
  return `${month} 1 – ${last.getUTCDate()}, ${last.getUTCFullYear()} · UTC`;
}
