// Follow-ups wait for their turn, and keep their text whatever becomes of them.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import * as person from "../harness/person.mjs";
import { until } from "../harness/until.mjs";

const { sees } = person;
const WAITS = "Waits until the job rests";

export function followUps(docket) {
  /** Opens the page of a new job. */
  async function begin(title, sim, status) {
    const prompt = `${title}\n[sim: ${sim}]`;
    const visit = await docket.signedIn();
    const { page } = visit;
    await page.goto(docket.jobs);
    await person.startJob(page, prompt);
    await person.seesJob(page, title, status);
    await person.openJob(page, title);
    await person.seesStatus(page, status);
    const [{ id }] = await docket.world.jobsOf(prompt);
    return { visit, page, id, prompt };
  }
  const promptsOf = async (id) => (await docket.world.sim("GET", "jobs")).find((job) => job.id === id).prompts;
  const endTurn = (id) => docket.world.sim("POST", `jobs/${id}/end`, {});

  describe("follow-ups", () => {
    test("wait in order, can be edited and taken back, and are sent when the job rests", async () => {
      const { visit, page, id, prompt } = await begin("Document every flag of the CLI", "10m, pr", "Active");
      const [first, second, third] = ["Say which are new.", "Sort them by name.", "Leave out the hidden ones."]
        .map((line) => `${line}\n[sim: 10m, pr]`);
      for (const text of [first, second, third]) await person.sendFollowUp(page, text);
      await sees(person.story(page, "Leave out the hidden ones.").getByText(WAITS));
      const prompts = page.getByRole("list", { name: "Timeline" }).getByRole("listitem").filter({ hasText: WAITS });
      const inOrder = [/Say which are new/, /Sort them by name/, /Leave out the hidden ones/];
      (await prompts.allTextContents()).forEach((text, index) => assert.match(text, inOrder[index]));

      await person.act(page, "Say which are new.", "Edit");
      const editor = person.actions(page, "Say which are new.").getByRole("textbox", { name: "Follow-up" });
      await person.holds(editor, first);
      const edited = first.replace("are new", "are gone");
      await editor.fill(edited);
      await person.act(page, "Say which are new.", "Save");
      await sees(person.story(page, "Say which are gone.").getByText(WAITS));
      await sees(person.story(page, "The waiting follow-up was written anew."));

      await person.act(page, "Sort them by name.", "Take back");
      await person.holds(person.followUp(page), second);
      await person.seesFocus(person.followUp(page));
      await sees(person.story(page, "Sort them by name.").getByText("Laid aside", { exact: true }));
      assert.deepEqual(await promptsOf(id), [prompt], "none was sent yet");

      await endTurn(id);
      await until("the first is sent", async () => (await promptsOf(id)).length === 2);
      await sees(person.story(page, "Say which are gone.").filter({ hasNotText: WAITS }));
      await sees(person.story(page, "Leave out the hidden ones.").getByText(WAITS));
      await endTurn(id);
      await until("the next is sent", async () => (await promptsOf(id)).length === 3);
      await endTurn(id);
      await person.seesStatus(page, "Completed");
      assert.deepEqual(await promptsOf(id), [prompt, edited, third]);
      await person.holds(person.followUp(page), second);
      await visit.end();
    });

    test("that are refused keep their text", async () => {
      const { visit, page } = await begin("Number the steps of the tutorial", "1s, no-pr", "Completed");
      const text = "Number those of the appendix too.\n[sim: 400]";
      await person.sendFollowUp(page, text);
      const entry = person.story(page, "Number those of the appendix too.");
      await sees(entry.getByText("Refused", { exact: true }));
      await sees(person.story(page, "The prompt was refused."));
      await page.reload();
      await person.act(page, "Number those of the appendix too.", "Put the text back");
      await person.holds(person.followUp(page), text);
      await visit.end();
    });

    test("that a finished job refuses lead to a new one with the context filled in", async () => {
      const title = "Add a page on quotas";
      const { visit, page, prompt } = await begin(title, "1s, pr, refuse-follow-up", "Completed");
      const link = await person.pullRequest(page.getByRole("main")).first().getAttribute("href");
      const line = "Add the quotas of the free plan.";
      await person.sendFollowUp(page, line);
      await sees(person.story(page, line).getByText("Refused", { exact: true }));
      await person.act(page, line, "Start a new job with this context");
      await person.seesFocus(person.newJob(page));
      await person.holds(person.newJob(page), `${prompt}\n\nAn earlier job made ${link}\n\n${line}`);

      // A draft that is there is not written over unasked.
      await person.newJob(page).fill("Something else.");
      await page.goBack();
      await sees(person.heading(page, title));
      await person.act(page, line, "Start a new job with this context");
      await sees(page.getByRole("alert").filter({ hasText: "A draft of a new job is there already" }));
      await person.act(page, line, "Replace the draft");
      await person.holds(person.newJob(page), `${prompt}\n\nAn earlier job made ${link}\n\n${line}`);
      await visit.end();
    });

    test("of unknown outcome wait for somebody's word", async () => {
      const { visit, page, id } = await begin("Group the settings by page", "1s, no-pr", "Completed");
      const [arrived, dropped] = ["Explain what each group is for.", "Draw a map of the groups."];
      await person.sendFollowUp(page, `${arrived}\n[sim: drop-after, 1s, no-pr]`);
      await sees(person.story(page, arrived).getByText("Unknown", { exact: true }));
      await sees(person.story(page, "Nobody knows whether the service acted on the prompt."));
      await person.act(page, arrived, "It did arrive");
      await sees(person.story(page, "Named as what the lost prompt had made."));
      await person.actions(page, arrived).waitFor({ state: "detached" });
      await person.seesStatus(page, "Completed");

      await person.sendFollowUp(page, `${dropped}\n[sim: drop]`);
      await sees(person.story(page, dropped).getByText("Unknown", { exact: true }));
      await person.act(page, dropped, "Discard");
      await sees(person.story(page, dropped).getByText("Laid aside", { exact: true }));
      await sees(person.story(page, "Taken back or laid aside."));
      assert.equal((await promptsOf(id)).length, 2);
      await visit.end();
    });
  });
}
