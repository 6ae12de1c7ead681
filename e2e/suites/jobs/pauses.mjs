// Pauses that the service asks for. They come after the other suites, since a 429 also teaches Docket a lower limit.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import * as person from "../../harness/person.mjs";
import { until } from "../../harness/until.mjs";
import { PROJECT } from "../../harness/world.mjs";

const { sees } = person;

/** The notice of a pause. */
const notice = (page) => page.getByRole("group", { name: "Pause", exact: true });

/** Waits until the notice of a pause is there, of which what is left is not announced, and ends the pause. */
async function endPause(page) {
  const pause = notice(page);
  await sees(pause.getByRole("status").getByText("The documentation service asked Docket to wait."));
  await sees(pause.getByText(/^The pause ends in about /));
  assert.equal(await pause.getByRole("status").getByText("The pause ends in").count(), 0, "a tick is not announced");
  await pause.getByRole("button", { name: "End pause" }).click();
  await pause.waitFor({ state: "hidden" });
  await person.seesFocus(page.getByRole("heading", { level: 1 }));
}

export function pauses(docket) {
  describe("a pause that the service asked for", () => {
    test("of prompts is shown with the prompt, which can be sent once a person ended it", async () => {
      const visit = await docket.signedIn({ expected: [/^429 POST /] });
      const { page } = visit;
      const announcements = await person.recordAnnouncements(page);
      await page.goto(docket.jobs);
      await docket.world.meets("create-job", "429 40s");
      await person.startJob(page, "Document the pause [sim: 1s]");
      await endPause(page);
      await until("the end is announced", async () => (await announcements()).includes("Pause ended."));
      await person.holds(person.newJob(page), "Document the pause [sim: 1s]");
      await page.getByRole("button", { name: "Start job" }).click();
      await person.seesJob(page, "Document the pause [sim: 1s]", "Completed");
      await visit.end();
    });

    test("of prompts leaves no rejected prompt behind that its field has sent after all, even after a reload", async () => {
      const title = "Document the end of the pause";
      const visit = await docket.signedIn({ expected: [/^429 POST /] });
      const { page } = visit;
      await page.goto(docket.jobs);
      await docket.world.meets("create-job", "429 40s");
      await person.startJob(page, `${title}\n[sim: 1s]`);
      await sees(person.strayPrompt(page, title).getByText("Rejected", { exact: true }));
      // What is left of the hour is another matter than the pause.
      const budget = page.waitForResponse(/\/jobs\?limit=1&?$/);
      await page.reload();
      await (await budget).finished();
      await sees(notice(page));
      await person.frames(page);
      assert.equal(await page.getByText(/^0 of [\d,]+ prompts are left this hour\.$/).count(), 0);
      await endPause(page);
      await person.showEarlier(page);
      await sees(person.strayPrompt(page, title));
      await person.newJob(page).press("Control+Enter");
      await person.strayPrompt(page, title).waitFor({ state: "detached" });
      await sees(person.jobRow(page, title));
      await person.isEmpty(person.newJob(page));
      assert.equal((await docket.world.jobsOf(`${title}\n[sim: 1s]`)).length, 1);
      await visit.end();
    });

    test("of prompts is shown on the page of a job too", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.goto(docket.jobs);
      await person.startJob(page, "Document follow-ups during a pause\n[sim: 1s]");
      await person.seesJob(page, "Document follow-ups during a pause", "Completed");
      await person.openJob(page, "Document follow-ups during a pause");
      await docket.world.meets("send-message", "429 40s");
      await person.sendFollowUp(page, "Say how long it lasts.");
      await endPause(page);
      await visit.end();
    });

    test("of visitors is shown, and a person ends it", async () => {
      const visit = await docket.signedIn({ expected: [/^429 GET /] });
      const { page } = visit;
      await docket.world.meets("get-visitors", "429 40s");
      await page.goto(docket.url(`/p/${PROJECT}/visitors?from=2025-03-03&to=2025-03-04&compare=none`));
      await endPause(page);
      await sees(page.getByText("Updated"));
      await docket.world.sim("DELETE", "faults");
      await visit.end();
    });
  });
}
