// The service may have acted, but its response was lost: Docket says so, sends nothing on its own, and a person
// decides.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import * as person from "../../harness/person.mjs";
import { until } from "../../harness/until.mjs";
import { PROJECT } from "../../harness/world.mjs";

const { sees } = person;
const LOST = new RegExp(`^502 POST /v2/agent/${PROJECT}/job$`);
const ACTIONS = ["Match to a job", "Send again", "Edit as new prompt", "Discard"];

export function unknownOutcomes(docket) {
  /** Starts a job whose response is lost, and waits until the page shows that. */
  async function lose(title, expected = [], more = "") {
    const prompt = `${title}\n[sim: 10m, pr]${more}`;
    const visit = await docket.signedIn({ expected: [LOST, ...expected] });
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
    test("is listed with its actions, and is not sent again automatically", async () => {
      const { visit, page, prompt, entry } = await lose("Explain how webhooks are signed");
      assert.equal(await person.newJob(page).inputValue(), prompt, "the text stays in the composer");
      for (const name of ACTIONS) await sees(person.button(entry, name));

      await page.getByRole("button", { name: "Start job" }).click();
      await sees(person.outcome(page, "New job").getByText("Sending it again from here has no effect."));
      await page.reload();
      await person.isLive(page);
      await person.showEarlier(page);
      await sees(entry.getByText("Unknown", { exact: true }));
      assert.equal((await docket.world.jobsOf(prompt)).length, 1);
      await visit.end();
    });

    test("becomes the job that a person matches it to", async () => {
      const title = "List what every plan includes";
      const { visit, page, prompt, entry } = await lose(title);
      await person.act(page, title, "Match to a job");
      const field = entry.getByLabel("Id of the job that it started");
      await person.seesFocus(field);
      await field.fill("not an id");
      await person.button(entry, "Match").click();
      await sees(entry.getByText("This is not a job id"));
      const [{ id }] = await docket.world.jobsOf(prompt);
      await field.fill(` ${id} `);
      await person.button(entry, "Match").click();

      await person.seesJob(page, title, "Active");
      await isGone(entry);
      await person.isEmpty(person.newJob(page));
      await person.openJob(page, title);
      await sees(person.story(page, "Matched to the prompt with unknown outcome by dev."));
      assert.equal((await docket.world.jobsOf(prompt)).length, 1);
      await visit.end();
    });

    test("that somebody else decides about leaves no draft, and no focus without a place", async () => {
      const title = "Explain who decides about a prompt";
      const { visit, page, prompt, entry } = await lose(title);
      const theirs = await docket.signedIn();
      await theirs.page.goto(docket.jobs);
      await person.isLive(theirs.page);
      await person.showEarlier(theirs.page);
      await sees(person.outcome(page, "New job").getByText("Decide below what to do with it."));
      await person.act(page, title, "Match to a job");
      await entry.getByLabel("Id of the job that it started").fill("some id");
      const [{ id }] = await docket.world.jobsOf(prompt);
      await person.act(theirs.page, title, "Match to a job");
      const other = person.strayPrompt(theirs.page, title);
      await other.getByLabel("Id of the job that it started").fill(id);
      await person.button(other, "Match").click();

      await isGone(entry);
      await person.isEmpty(person.newJob(page));
      assert.equal(await page.getByText("Decide below what to do with it.").count(), 0);
      await until("the focus has a place", () => page.evaluate(() => document.activeElement !== document.body));
      await theirs.end();
      await visit.end();
    });

    test("is sent again when a person asks for it, who learns that it may run twice", async () => {
      const title = "Describe the order of events in a stream";
      const { visit, page, prompt, entry } = await lose(title);
      await person.act(page, title, "Send again");
      await sees(page.getByRole("alert").filter({ hasText: "sending it again runs it twice" }));
      await person.act(page, title, "Do not send");
      await person.seesFocus(entry.getByRole("button", { name: "Send again" }));
      await person.act(page, title, "Send again");
      await person.seesFocus(entry.getByRole("button", { name: "Do not send" }));
      await page.keyboard.press("Escape");
      await person.seesFocus(entry.getByRole("button", { name: "Send again" }));
      assert.equal((await docket.world.jobsOf(prompt)).length, 1, "nothing was sent");
      await person.act(page, title, "Send again");
      await person.act(page, title, "Send it anyway");
      await person.seesJob(page, title, "Active");
      await isGone(entry);
      await person.isEmpty(person.newJob(page));
      await person.openJob(page, title);
      await sees(person.story(page, "Sent again by dev."));
      assert.equal((await docket.world.jobsOf(prompt)).length, 2, "the lost prompt had arrived too");
      await visit.end();
    });

    test("whose second try is lost too says so", async () => {
      const title = "Say what happens to a lost prompt";
      const { visit, page, entry } = await lose(title, [/^502 POST .+\/resend$/]);
      await docket.world.meets("create-job", "drop-after");
      await person.act(page, title, "Send again");
      await person.act(page, title, "Send it anyway");
      await sees(page.getByRole("alert").filter({ hasText: "may still have acted on the prompt" }));
      await sees(entry.getByText("Unknown", { exact: true }));
      assert.ok(await person.hasFocusWithin(entry), "the focus stays with the prompt");
      await visit.end();
    });

    test("whose text could not be loaded at first is decided about after another attempt", async () => {
      const title = "Describe each field of each response";
      // Lists leave out a prompt of this length.
      const more = "\nAnd the values that it can have.".repeat(50);
      const { visit, page, entry } = await lose(title, [/^503 GET .+\/submissions\/[^/]+$/], more);
      const full = new RegExp(`/api/projects/${PROJECT}/submissions/[^/]+$`);
      await page.route(full, (route) => route.fulfill({ status: 503, body: "" }));
      await page.reload();
      await person.isLive(page);
      await person.showEarlier(page);
      const again = entry.getByRole("alert").getByRole("button", { name: "Try again" });
      await sees(again);
      assert.equal(await person.button(entry, "Discard").count(), 0);
      await page.unroute(full);
      await again.click();
      await person.act(page, title, "Discard");
      await person.act(page, title, "Discard it");
      await sees(entry.getByText("Discarded", { exact: true }));
      await visit.end();
    });

    test("can be discarded, and its text edited as a new prompt", async () => {
      const title = "Compare the two ways of paging";
      const { visit, page, prompt, entry } = await lose(title);
      await person.act(page, title, "Discard");
      await person.act(page, title, "Keep it");
      await sees(entry.getByText("Unknown", { exact: true }));
      await person.seesFocus(person.button(person.actions(page, title), "Discard"));
      await page.keyboard.press("d");
      await person.act(page, title, "Discard it");
      await sees(entry.getByText("Discarded", { exact: true }));
      assert.ok(await person.hasFocusWithin(entry), "the focus stays with the prompt");
      await sees(person.outcome(page, "New job").getByText("Saved in this browser"));
      await person.newJob(page).fill("");
      await person.act(page, title, "Edit as new prompt");
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
