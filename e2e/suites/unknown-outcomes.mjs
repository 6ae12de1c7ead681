// The service may have acted, and no answer came: Docket says so, sends nothing by itself, and a person decides.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import * as person from "../harness/person.mjs";
import { PROJECT } from "../harness/world.mjs";

const { sees } = person;
const LOST = new RegExp(`^502 POST /v2/agent/${PROJECT}/job$`);
const WAYS_ON = ["Attach a job", "Send again", "Put the text back", "Discard"];

export function unknownOutcomes(docket) {
  /** Starts a job whose answer is lost, and waits until it is shown as such. */
  async function lose(title) {
    const prompt = `${title}\n[sim: 10m, pr]`;
    const visit = await docket.signedIn({ expected: [LOST] });
    const { page } = visit;
    await page.goto(docket.jobs);
    await person.isLive(page);
    await docket.world.meets("create-job", "drop-after");
    await person.startJob(page, prompt);
    const entry = person.strayPrompt(page, title);
    await sees(entry.getByText("Unknown", { exact: true }));
    return { visit, page, prompt, entry };
  }
  const isGone = (locator) => locator.waitFor({ state: "detached" });

  describe("a prompt of unknown outcome", () => {
    test("stands in the list with the ways on, and is not sent again by itself", async () => {
      const { visit, page, prompt, entry } = await lose("Explain how webhooks are signed");
      assert.equal(await person.newJob(page).inputValue(), prompt, "the text stays where it was written");
      for (const name of WAYS_ON) await sees(entry.getByRole("button", { name, exact: true }));

      await page.getByRole("button", { name: "Start job" }).click();
      await sees(person.outcome(page, "New job").getByText("cannot do it twice"));
      await page.reload();
      await person.isLive(page);
      await sees(entry.getByText("Unknown", { exact: true }));
      assert.equal((await docket.world.jobsOf(prompt)).length, 1);
      await visit.end();
    });

    test("becomes the job that somebody names", async () => {
      const title = "List what every plan includes";
      const { visit, page, prompt, entry } = await lose(title);
      await person.act(page, title, "Attach a job");
      const field = entry.getByLabel("Id of the job that it made");
      await person.seesFocus(field);
      await field.fill("not an id");
      await entry.getByRole("button", { name: "Attach", exact: true }).click();
      await sees(entry.getByText("This cannot be a job"));
      const [{ id }] = await docket.world.jobsOf(prompt);
      await field.fill(` ${id} `);
      await entry.getByRole("button", { name: "Attach", exact: true }).click();

      await person.seesJob(page, title, "Active");
      await isGone(entry);
      await person.isEmpty(person.newJob(page));
      await person.openJob(page, title);
      await sees(person.story(page, "Named as what the lost prompt had made."));
      assert.equal((await docket.world.jobsOf(prompt)).length, 1);
      await visit.end();
    });

    test("is sent again when somebody says so", async () => {
      const title = "Describe the order of events in a stream";
      const { visit, page, prompt, entry } = await lose(title);
      await person.act(page, title, "Send again");
      await person.seesJob(page, title, "Active");
      await isGone(entry);
      await person.isEmpty(person.newJob(page));
      await person.openJob(page, title);
      await sees(person.story(page, "Sent once more."));
      assert.equal((await docket.world.jobsOf(prompt)).length, 2, "the lost one had arrived too");
      await visit.end();
    });

    test("is laid aside when somebody says so, and its text can be had back", async () => {
      const title = "Compare the two ways of paging";
      const { visit, page, prompt, entry } = await lose(title);
      await person.act(page, title, "Discard");
      await sees(entry.getByText("Laid aside", { exact: true }));
      await sees(person.outcome(page, "New job").getByText("Kept in this browser"));
      await person.newJob(page).fill("");
      await person.act(page, title, "Put the text back");
      await person.holds(person.newJob(page), prompt);
      await person.seesFocus(person.newJob(page));

      await page.reload();
      await person.isLive(page);
      await person.holds(person.newJob(page), prompt);
      await isGone(entry);
      assert.equal(await person.jobRow(page, title).count(), 0);
      assert.equal((await docket.world.jobsOf(prompt)).length, 1);
      await visit.end();
    });
  });
}
