// What people do with jobs besides starting them, which others see at once.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import * as person from "../../harness/person.mjs";
import { send } from "../../harness/session.mjs";
import { PROJECT } from "../../harness/world.mjs";

const { sees } = person;

export function jobActions(docket) {
  async function opened(options) {
    const visit = await docket.signedIn(options);
    await visit.page.goto(docket.jobs);
    await person.isLive(visit.page);
    return visit;
  }

  describe("job actions", () => {
    test("the same prompt is sent twice only after a confirmation", async () => {
      const title = "Spell out every abbreviation once";
      const prompt = `${title}\n[sim: 1s, no-pr]`;
      const visit = await opened({ expected: [new RegExp(`^409 POST /v2/agent/${PROJECT}/job$`)] });
      const { page } = visit;
      await person.startJob(page, prompt);
      await person.seesJob(page, title, "Completed");
      await person.isEmpty(person.newJob(page));
      await person.startJob(page, prompt);
      await sees(person.outcome(page, "New job").filter({ hasText: "You sent the same prompt a moment ago." }));
      assert.equal((await docket.world.jobsOf(prompt)).length, 1);
      await page.getByRole("button", { name: "Start it anyway" }).click();
      await person.seesFocus(person.newJob(page));
      await person.isEmpty(person.newJob(page));
      await sees(person.jobRow(page, title).nth(1));
      assert.equal((await docket.world.jobsOf(prompt)).length, 2);
      await visit.end();
    });

    test("a job that was created outside Docket can be imported", async () => {
      const { id } = await docket.world.startElsewhere("Made with the service itself\n[sim: 10m, pr]");
      const visit = await opened({ expected: [new RegExp(`^404 POST /api/projects/${PROJECT}/jobs$`)] });
      const { page } = visit;
      // What is typed next is an id, of which many letters are keys of the page.
      await page.keyboard.press("i");
      const field = page.getByLabel("Job id");
      await person.seesFocus(field);
      const importJob = person.button(page, "Import");
      await field.fill("01890000-0000-7000-8000-000000000000");
      await importJob.click();
      await sees(page.getByRole("alert"));
      await field.fill(id);
      const summary = page.getByText("Import a job by id");
      await summary.click();
      await field.waitFor({ state: "hidden" });
      await summary.click();
      assert.equal(await field.inputValue(), id, "a form that was closed keeps what was typed");
      await importJob.click();
      await sees(person.heading(page, `Job ${id}`));
      await sees(person.story(page, "Attached, status"));
      await page.goBack();
      await person.seesJob(page, `Job ${id}`, "Active");
      await visit.end();
    });

    test("a job can be labelled, hidden and unhidden", async () => {
      const title = "Mention the sandbox on every page";
      const visit = await opened();
      const { page } = visit;
      await person.startJob(page, `${title}\n[sim: 1s, pr]`);
      await person.seesJob(page, title, "Completed");
      await person.openJob(page, title);
      await page.getByLabel("Labels, separated by commas").fill("sandbox, urgent");
      await page.getByRole("button", { name: "Save" }).click();
      await sees(person.story(page, "Labelled sandbox, urgent by dev."));
      await person.button(page, "Hide").click();
      await sees(page.getByRole("button", { name: "Unhide" }));

      await page.getByRole("link", { name: "Jobs", exact: true }).first().click();
      await person.isLive(page);
      await sees(page.getByRole("table"));
      assert.equal(await person.jobRow(page, title).count(), 0);
      await page.getByLabel("Only hidden").check();
      await sees(person.jobRow(page, title).getByRole("link", { name: "urgent", exact: true }));
      await person.openJob(page, title);
      await page.getByRole("button", { name: "Unhide" }).click();
      await sees(person.story(page, "Unhidden by dev."));
      await page.goto(docket.jobs);
      await person.seesJob(page, title, "Completed");
      await visit.end();
    });

    test("labels that are typed and not saved outlive their page and a reload", async () => {
      const title = "Label this job later";
      await docket.world.startByProgram(`${title}\n[sim: 1s, no-pr]`);
      const visit = await opened();
      const { page } = visit;
      const field = page.getByLabel("Labels, separated by commas");
      const kept = page.getByRole("status").getByText("Saved in this browser until you save them.");
      await person.openJob(page, title);
      await field.fill("half-typed");
      await sees(kept);
      await page.getByRole("link", { name: "Jobs", exact: true }).first().click();
      await person.openJob(page, title);
      await person.holds(field, "half-typed");
      await page.reload();
      await person.holds(field, "half-typed");
      await sees(kept);
      await page.getByRole("button", { name: "Save" }).click();
      await sees(person.story(page, "Labelled half-typed"));
      await kept.waitFor({ state: "detached" });
      await person.hasLabels(page, ["half-typed"]);
      await person.isEmpty(field);
      await field.fill("more");
      await sees(kept);
      await field.fill("");
      await kept.waitFor({ state: "detached" });
      await page.reload();
      await person.hasLabels(page, ["half-typed"]);
      await person.isEmpty(field);
      assert.equal(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("docket.labels.")).length), 0);
      await visit.end();
    });

    test("a long history is loaded page by page", async () => {
      const title = "Shorten every introduction";
      const prompt = `${title}\n[sim: 1s, pr]`;
      const visit = await opened();
      const { page } = visit;
      await person.startJob(page, prompt);
      await person.seesJob(page, title, "Completed");
      const [{ id }] = await docket.world.jobsOf(prompt);
      // More events than one page of a history has.
      for (let number = 1; number <= 105; number += 1) {
        await send(page, "PATCH", `/api/projects/${PROJECT}/jobs/${id}`, { labels: [`label ${number}`] });
      }
      await person.openJob(page, title);
      await sees(person.story(page, "Labelled label 105 by dev."));
      assert.equal(await person.story(page, "Accepted by the service.").count(), 0);
      const earlier = page.getByRole("button", { name: "Load earlier" });
      await earlier.click();
      await sees(person.story(page, "Accepted by the service."));
      await sees(person.story(page, "Labelled label 1 by dev."));
      await earlier.waitFor({ state: "detached" });
      await visit.end();
    });

    test("polling can be stopped and resumed", async () => {
      const title = "Keep the glossary in step";
      const prompt = `${title}\n[sim: 10m, pr]`;
      const visit = await opened();
      const { page } = visit;
      await person.startJob(page, prompt);
      await person.seesJob(page, title, "Active");
      await person.openJob(page, title);
      await page.getByRole("button", { name: "Stop polling" }).click();
      await sees(page.getByText("Polling stopped by dev. The status is from the last check until polling resumes."));
      await sees(person.story(page, "Polling stopped by dev."));
      const [{ id }] = await docket.world.jobsOf(prompt);
      await docket.world.sim("POST", `jobs/${id}/end`, { outcome: "pull-request" });
      await page.getByRole("button", { name: "Resume polling" }).click();
      await person.seesStatus(page, "Completed");
      await sees(person.story(page, "Polling resumed by dev."));
      await visit.end();
    });

    test("two people see the same changes as they happen", async () => {
      const title = "Give every code sample a language";
      const mine = await opened();
      const theirs = await opened();
      await person.startJob(mine.page, `${title}\n[sim: 10m, pr]`);
      await person.seesJob(theirs.page, title, "Active");
      await person.openJob(mine.page, title);
      await person.openJob(theirs.page, title);

      await theirs.page.getByLabel("Labels, separated by commas").fill("samples");
      await theirs.page.getByRole("button", { name: "Save" }).click();
      await sees(mine.page.getByRole("complementary", { name: "Details" }).getByRole("link", { name: "samples" }));
      await person.sendFollowUp(mine.page, "Shell ones too.\n[sim: 1s, pr]");
      await sees(person.story(theirs.page, "Shell ones too."));
      await person.act(theirs.page, "Shell ones too.", "Cancel");
      await sees(person.story(mine.page, "Shell ones too.").getByText("Discarded", { exact: true }));
      await person.holds(person.followUp(theirs.page), "Shell ones too.\n[sim: 1s, pr]");
      await person.isEmpty(person.followUp(mine.page));
      await theirs.end();
      await mine.end();
    });
  });
}
