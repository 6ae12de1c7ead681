// Follow-ups are queued in order, and keep their text whatever happens to them.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import * as person from "../../harness/person.mjs";
import { until } from "../../harness/until.mjs";

const { sees } = person;
const QUEUED = "Queued: will be sent when the job finishes";

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
    test("are queued in order, can be edited and cancelled, and are sent when the job finishes", async () => {
      const { visit, page, id, prompt } = await begin("Document every flag of the CLI", "10m, pr", "Active");
      const [first, second, third] = ["Say which are new.", "Sort them by name.", "Leave out the hidden ones."]
        .map((line) => `${line}\n[sim: 10m, pr]`);
      for (const text of [first, second, third]) await person.sendFollowUp(page, text);
      await sees(person.story(page, "Leave out the hidden ones.").getByText(QUEUED));
      const prompts = page.getByRole("list", { name: "Timeline" }).getByRole("listitem").filter({ hasText: QUEUED });
      const inOrder = [/Say which are new/, /Sort them by name/, /Leave out the hidden ones/];
      (await prompts.allTextContents()).forEach((text, index) => assert.match(text, inOrder[index]));

      await person.act(page, "Say which are new.", "Edit");
      const editor = person.actions(page, "Say which are new.").getByRole("textbox", { name: "Follow-up" });
      await person.holds(editor, first);
      const edited = first.replace("are new", "are gone");
      await editor.fill(edited);
      await person.act(page, "Say which are new.", "Save");
      await sees(person.story(page, "Say which are gone.").getByText(QUEUED));
      await sees(person.story(page, "Queued follow-up edited by dev."));
      // The change, and with it the new title, arrives before its response does. The response ends the editing.
      const editing = page.getByRole("list", { name: "Timeline" }).getByRole("textbox", { name: "Follow-up" });
      await editing.waitFor({ state: "detached" });

      await person.act(page, "Sort them by name.", "Cancel");
      await person.holds(person.followUp(page), second);
      await person.seesFocus(person.followUp(page));
      await sees(person.story(page, "Sort them by name.").getByText("Discarded", { exact: true }));
      assert.deepEqual(await promptsOf(id), [prompt], "none is sent yet");

      await endTurn(id);
      await until("the first is sent", async () => (await promptsOf(id)).length === 2);
      await until("the first is not queued any more", async () =>
        (await person.story(page, "Say which are gone.").filter({ hasText: QUEUED }).count()) === 0);
      await sees(person.story(page, "Leave out the hidden ones.").getByText(QUEUED));
      await endTurn(id);
      await until("the next is sent", async () => (await promptsOf(id)).length === 3);
      await endTurn(id);
      await person.seesStatus(page, "Completed");
      assert.deepEqual(await promptsOf(id), [prompt, edited, third]);
      await person.holds(person.followUp(page), second);
      await visit.end();
    });

    test("are saved with Ctrl and Enter when somebody edits one", async () => {
      const { visit, page, id } = await begin("Say how to save a form", "10m, pr", "Active");
      await person.sendFollowUp(page, "By a button.");
      await person.act(page, "By a button.", "Edit");
      const editor = page.getByRole("list", { name: "Timeline" }).getByRole("textbox", { name: "Follow-up" });
      await editor.fill("By two keys.");
      await editor.press("Control+Enter");
      await editor.waitFor({ state: "detached" });
      await sees(person.story(page, "By two keys.").getByText(QUEUED));
      await endTurn(id);
      await visit.end();
    });

    for (const [place, key] of [["end", "End"], ["start", "Home"]]) test(`keep the person typing who edits one at its ${place} while it is sent`, async () => {
      const title = `List the keys of every dialog from the ${place}`;
      const { visit, page, id } = await begin(title, "10m, pr", "Active");
      await person.sendFollowUp(page, "Say what each key does.");
      await person.act(page, "Say what each key does.", "Edit");
      const entry = person.story(page, "Say what each key does.").filter({ hasText: "Follow-up by" });
      const editor = entry.getByRole("textbox", { name: "Follow-up" });
      await person.seesFocus(editor);
      await page.keyboard.press(`ControlOrMeta+${key}`);
      await endTurn(id);
      // The sentence goes on while the editor goes away: none of its letters may be a shortcut.
      const letters = "on which keys his hands rest when he is done.";
      let typed = "";
      const type = async (text) => {
        await page.keyboard.type(text);
        typed += text;
      };
      while ((await editor.count()) !== 0) await type(letters[typed.length % letters.length]);
      await type(letters);
      await person.seesFocus(person.followUp(page));
      await person.holds(person.followUp(page), key === "End" ? `Say what each key does.${typed}` : `${typed}Say what each key does.`);
      await sees(entry.getByRole("status").getByText("Sent before you saved. Your text is below."));
      await sees(person.heading(page, title));
      assert.equal(await page.getByRole("dialog").count(), 0);
      await person.followUp(page).fill("");
      await entry.getByRole("status").getByText("Sent before you saved.").waitFor({ state: "detached" });
      await visit.end();
    });

    test("are not sent by keys that were meant to save an edit that is sent meanwhile", async () => {
      const title = "List who may do what";
      const { visit, page, id, prompt } = await begin(title, "10m, pr", "Active");
      const first = "Say what viewers may do.\n[sim: 10m, pr]";
      await person.sendFollowUp(page, first);
      await person.act(page, "Say what viewers may do.", "Edit");
      const editor = page.getByRole("list", { name: "Timeline" }).getByRole("textbox", { name: "Follow-up" });
      await person.seesFocus(editor);
      await page.keyboard.press("ControlOrMeta+End");
      await page.keyboard.type(" And what they may not.");
      await endTurn(id);
      await editor.waitFor({ state: "detached" });
      await person.seesFocus(person.followUp(page));
      // The keys may come at once, and may be held.
      await page.keyboard.down("Control");
      await page.keyboard.down("Enter");
      await page.keyboard.down("Enter");
      await page.keyboard.up("Enter");
      await page.keyboard.up("Control");
      await sees(person.outcome(page, "Follow-up").getByText("Not sent: Docket has sent the follow-up that you were editing."));
      const edited = `${first} And what they may not.`;
      await person.holds(person.followUp(page), edited);
      await page.keyboard.press("Control+Enter");
      await person.isEmpty(person.followUp(page));
      await sees(person.story(page, "And what they may not.").getByText(QUEUED));
      await endTurn(id);
      await until("it is sent once", async () => (await promptsOf(id)).length === 3);
      assert.deepEqual(await promptsOf(id), [prompt, first, edited]);
      await endTurn(id);
      await visit.end();
    });

    test("keep what was edited when somebody closes the form", async () => {
      const { visit, page, id } = await begin("Say how to close a form", "10m, pr", "Active");
      const title = "By Escape.";
      await person.sendFollowUp(page, title);
      const editor = person.actions(page, title).getByRole("textbox", { name: "Follow-up" });
      const closings = {
        "by Escape": () => page.keyboard.press("Escape"),
        "by its button": () => person.act(page, title, "Edit"),
      };
      for (const [how, close] of Object.entries(closings)) {
        await person.act(page, title, "Edit");
        await person.seesFocus(editor);
        await close();
        await editor.waitFor({ state: "detached" });
        await person.isEmpty(person.followUp(page));
        await person.act(page, title, "Edit");
        await editor.fill(`Edited, and closed ${how}`);
        await close();
        await editor.waitFor({ state: "detached" });
        await person.holds(person.followUp(page), `Edited, and closed ${how}`);
        await person.followUp(page).fill("");
      }
      await docket.world.sim("POST", `jobs/${id}/end`, {});
      await visit.end();
    });

    test("that are sent while the focus is on their buttons keep the focus", async () => {
      const { visit, page, id } = await begin("Say which buttons there are", "10m, pr", "Active");
      await person.sendFollowUp(page, "And where.");
      const entry = person.story(page, "And where.").filter({ hasText: "Follow-up by" });
      await entry.getByRole("button", { name: "Edit" }).focus();
      await endTurn(id);
      await entry.getByRole("button", { name: "Edit" }).waitFor({ state: "detached" });
      await person.seesFocus(entry);
      await visit.end();
    });

    test("that are rejected while the focus is on their buttons put no other button in its place", async () => {
      const { visit, page, id } = await begin("Say which switches there are", "10m, pr", "Active");
      await person.sendFollowUp(page, "And since when.\n[sim: 400]");
      const entry = person.story(page, "And since when.").filter({ hasText: "Follow-up by" });
      await entry.getByRole("button", { name: "Edit" }).focus();
      await endTurn(id);
      await sees(entry.getByRole("button", { name: "Edit as new prompt" }));
      await person.seesFocus(entry);
      await visit.end();
    });

    test("say what will become of them, and what did", async () => {
      const { visit, page, id } = await begin("Explain each plan in a sentence", "10m, pr", "Active");
      const says = (text) => sees(person.outcome(page, "Follow-up").getByText(text));
      await person.followUp(page).fill("And the trial.\n[sim: 400]");
      await says("Sent when the job finishes, and queued until then.");
      await page.getByRole("button", { name: "Send follow-up" }).click();
      await says(QUEUED);
      await endTurn(id);
      await says("Not accepted:");
      await person.sendFollowUp(page, "And the free one.\n[sim: 1s, no-pr]");
      await says("The service accepted the follow-up.");
      await sees(person.story(page, "Accepted by the service. And the free one."));
      await person.seesStatus(page, "Completed");
      await docket.world.meets("send-message", "drop");
      await person.sendFollowUp(page, "And the big one.");
      await says("The outcome is unknown.");
      await person.sendFollowUp(page, "And the last one.");
      await says("Queued: will be sent when the follow-up with unknown outcome is resolved.");
      await visit.end();
    });

    test("whose rejection comes later is announced", async () => {
      const title = "Say what a seat is";
      const { visit, page, id } = await begin(title, "10m, pr", "Active");
      await person.sendFollowUp(page, "And a guest.\n[sim: 400]");
      await sees(person.story(page, "And a guest.").getByText(QUEUED));
      await page.getByRole("link", { name: "Visitors", exact: true }).click();
      await sees(person.heading(page, "Visitors"));
      await endTurn(id);
      await sees(page.locator("[aria-live]").getByText(`${title}: follow-up rejected.`));
      await visit.end();
    });

    test("that are rejected keep their text", async () => {
      const { visit, page } = await begin("Number the steps of the tutorial", "1s, no-pr", "Completed");
      const text = "Number those of the appendix too.\n[sim: 400]";
      await person.sendFollowUp(page, text);
      const entry = person.story(page, "Number those of the appendix too.").filter({ hasText: "Follow-up by" });
      await sees(entry.getByText("Rejected", { exact: true }));
      await sees(person.story(page, "Rejected by the service.").getByText("Number those of the appendix too."));
      await page.reload();
      await person.act(page, "Number those of the appendix too.", "Edit as new prompt");
      await person.holds(person.followUp(page), text);
      await visit.end();
    });

    test("that an ended job rejects can become a new job with the context of the ended one", async () => {
      const title = "Add a page on quotas";
      const { visit, page, prompt } = await begin(title, "1s, pr, refuse-follow-up", "Completed");
      const link = await person.pullRequest(page.getByRole("main")).first().getAttribute("href");
      const line = "Add the quotas of the free plan.";
      await person.sendFollowUp(page, line);
      await sees(person.story(page, line).getByText("Rejected", { exact: true }));
      await person.act(page, line, "Start a new job with this context");
      await person.seesFocus(person.newJob(page));
      await person.holds(person.newJob(page), `${prompt}\n\nAn earlier job made ${link}\n\n${line}`);

      // A draft is replaced only after the person agrees.
      await person.newJob(page).fill("Something else.");
      await page.goBack();
      await sees(person.heading(page, title));
      await person.act(page, line, "Start a new job with this context");
      await sees(page.getByRole("alert").filter({ hasText: "The draft of a new job is not empty." }));
      await person.act(page, line, "Replace the draft");
      await person.holds(person.newJob(page), `${prompt}\n\nAn earlier job made ${link}\n\n${line}`);
      await visit.end();
    });

    test("of unknown outcome stay until a person decides", async () => {
      const { visit, page, id } = await begin("Group the settings by page", "1s, no-pr", "Completed");
      const [arrived, dropped] = ["Explain what each group is for.", "Draw a map of the groups."];
      await person.sendFollowUp(page, `${arrived}\n[sim: drop-after, 1s, no-pr]`);
      await sees(person.story(page, arrived).getByText("Unknown", { exact: true }));
      await sees(person.story(page, "Outcome unknown"));
      await person.act(page, arrived, "It arrived");
      await sees(person.story(page, "Matched to the prompt with unknown outcome by dev."));
      await person.actions(page, arrived).waitFor({ state: "detached" });
      await person.seesFocus(person.story(page, arrived).filter({ hasText: "Follow-up by" }));
      await person.seesStatus(page, "Completed");

      await person.sendFollowUp(page, `${dropped}\n[sim: drop]`);
      await sees(person.story(page, dropped).getByText("Unknown", { exact: true }));
      const whatIsNext = page.getByText(/^The service may or may not have received a follow-up\. Resolve it in the timeline/);
      await sees(whatIsNext);
      await person.act(page, dropped, "Discard");
      await person.act(page, dropped, "Discard it");
      await sees(person.story(page, dropped).getByText("Discarded", { exact: true }));
      await sees(person.story(page, "Prompt discarded by dev."));
      await whatIsNext.waitFor({ state: "detached" });
      assert.equal((await promptsOf(id)).length, 2);
      await visit.end();
    });
  });
}
