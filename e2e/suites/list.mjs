// The list of jobs: it follows changes, and loads older jobs.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import * as person from "../harness/person.mjs";
import { until } from "../harness/until.mjs";
import { LONG_PROJECT } from "../harness/world.mjs";

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
      await docket.world.sim("POST", `jobs/${id}/end`, {});
      await person.jobRow(page, title).waitFor({ state: "detached" });
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
