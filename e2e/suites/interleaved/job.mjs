// What comes in between on the page of a job: changes by others while somebody types or has the focus.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { hold } from "../../harness/hold.mjs";
import * as person from "../../harness/person.mjs";

const { button, frames, sees } = person;

export function interleavedJob(docket) {
  /** Opens the page of a new job. */
  async function onJob(title) {
    const visit = await docket.signedIn();
    const { id } = await docket.world.startByProgram(`${title}\n[sim: 10m, pr]`);
    const { page } = visit;
    await page.goto(docket.jobs);
    await person.openJob(page, title);
    await person.isLive(page);
    await sees(button(page, "Stop polling"));
    return { visit, page, id };
  }

  describe("in between, on the page of a job", () => {
    test("labels that are being typed outlive a change by somebody else", async () => {
      const { visit, page, id } = await onJob("Interleave two lists of labels");
      const field = page.getByLabel(/^Labels/);
      await docket.world.changeByProgram(id, { labels: ["first"] });
      await person.hasLabels(page, ["first"]);
      await page.getByRole("button", { name: "Remove first" }).click();
      await field.fill("mine, needs-rev");
      await docket.world.changeByProgram(id, { labels: ["theirs"] });
      await sees(page.getByRole("complementary", { name: "Details" }).getByText("theirs", { exact: true }).first());
      await person.hasLabels(page, ["mine"]);
      await person.holds(field, "needs-rev");
      await field.press("Enter");
      await sees(page.getByRole("complementary", { name: "Details" }).getByText("needs-rev", { exact: true }).first());
      // A change by somebody else is not taken back.
      await person.hasLabels(page, ["theirs", "mine", "needs-rev"]);
      await person.isEmpty(field);
      await person.seesFocus(field);
      await sees(page.getByRole("complementary", { name: "Details" }).getByText("theirs", { exact: true }).first());
      await docket.world.changeByProgram(id, { labels: ["last"] });
      await person.hasLabels(page, ["last"]);
      await visit.end();
    });

    test("an edit of a follow-up that somebody else has changed asks before it replaces that", async () => {
      const words = "Words of the first person [sim: 10m]";
      const { visit, page } = await onJob("Interleave two edits");
      const theirs = await docket.signedIn();
      await person.sendFollowUp(page, words);
      await theirs.page.goto(page.url());
      const save = async (page, title) => person.actions(page, title).getByRole("button", { name: "Save" }).click();
      const field = (page, title) => person.actions(page, title).getByRole("textbox", { name: "Follow-up" });
      await person.act(page, words, "Edit");
      await field(page, words).fill("My words [sim: 10m]");
      await person.act(theirs.page, words, "Edit");
      await field(theirs.page, words).fill("Their words [sim: 10m]");
      await save(theirs.page, words);
      const changed = "Their words [sim: 10m]";
      await sees(person.story(page, changed).first());
      await save(page, changed);
      await sees(page.getByRole("alert").filter({ hasText: "Someone changed this follow-up while you were editing it." }).filter({ hasText: changed }));
      await person.holds(field(page, changed), "My words [sim: 10m]");
      await save(page, changed);
      await sees(person.story(theirs.page, "My words [sim: 10m]").first());
      await person.act(page, "My words [sim: 10m]", "Cancel");
      await person.holds(person.followUp(page), "My words [sim: 10m]");
      await person.followUp(page).fill("");
      await theirs.end();
      await visit.end();
    });

    test("an edited follow-up that is cancelled keeps the edited text", async () => {
      const { visit, page } = await onJob("Interleave an edit and a cancellation");
      await person.sendFollowUp(page, "Original words [sim: 10m]");
      await person.act(page, "Original words [sim: 10m]", "Edit");
      const actions = person.actions(page, "Original words [sim: 10m]");
      await actions.getByRole("textbox", { name: "Follow-up" }).fill("Edited words [sim: 10m]");
      await person.act(page, "Original words [sim: 10m]", "Cancel");
      await person.holds(person.followUp(page), "Edited words [sim: 10m]");
      await person.followUp(page).fill("");
      await visit.end();
    });

    test("a follow-up that is cancelled while another is sent is not sent with it", async () => {
      const { visit, page } = await onJob("Interleave a cancellation and a prompt");
      await person.sendFollowUp(page, "First words [sim: 10m]");
      const sending = await hold(page, /\/follow-ups/, { method: "POST", afterwards: true });
      await person.followUp(page).fill("Second words [sim: 10m]");
      await button(page, "Send follow-up").click();
      await sending.isAskedFor();
      await person.act(page, "First words [sim: 10m]", "Cancel");
      await person.holds(person.followUp(page), "Second words [sim: 10m]\n\nFirst words [sim: 10m]");
      sending.release();
      await person.holds(person.followUp(page), "First words [sim: 10m]");
      await person.followUp(page).fill("");
      await visit.end();
    });

    test("the focus stays where polling is stopped and resumed", async () => {
      const { visit, page } = await onJob("Interleave stopping and resuming");
      await button(page, "Stop polling").press("Enter");
      await person.seesFocus(button(page, "Resume polling"));
      await page.keyboard.press("Enter");
      await person.seesFocus(button(page, "Stop polling"));
      await visit.end();
    });

    test("the focus stays where somebody else stops and resumes polling", async () => {
      const { visit, page, id } = await onJob("Interleave two people at one button");
      await button(page, "Stop polling").focus();
      await docket.world.changeByProgram(id, { polling: false });
      await person.seesFocus(button(page, "Resume polling"));
      await docket.world.changeByProgram(id, { labels: ["beside"] });
      await sees(page.getByRole("complementary", { name: "Details" }).getByText("beside", { exact: true }).first());
      await person.seesFocus(button(page, "Resume polling"));
      await docket.world.changeByProgram(id, { polling: true });
      await person.seesFocus(button(page, "Stop polling"));
      await visit.end();
    });

    test("a job that ends by itself moves no focus", async () => {
      const { visit, page, id } = await onJob("Interleave an end and a look");
      await page.evaluate(() => document.activeElement.blur());
      await docket.world.endJob(id);
      await person.seesStatus(page, "Completed");
      await button(page, "Stop polling").waitFor({ state: "detached" });
      await frames(page);
      assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
      await visit.end();
    });
  });
}
