// What the page of a job tells, and where it leads.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import * as person from "../../harness/person.mjs";
import { until } from "../../harness/until.mjs";
import { PROJECT } from "../../harness/world.mjs";

const { sees } = person;

/** Either: the service may have said already that it does not know the job. */
const WAS_ACTIVE = /^(Active|Was active)$/;

export function jobPage(docket) {
  /** Opens the page of a new job, once it has this status. */
  async function begin(prompt, status, options) {
    const [title] = prompt.split("\n");
    const visit = await docket.signedIn(options);
    const { page } = visit;
    await page.goto(docket.jobs);
    await person.startJob(page, prompt);
    await person.seesJob(page, title, status);
    const [{ id }] = await docket.world.jobsOf(prompt);
    await person.openJob(page, title);
    return { visit, page, id };
  }
  /** Waits until the service has said that it does not know the job: Docket asks several times, ever later, before it believes it. */
  const seesLost = async (page) => {
    const status = page.getByRole("status", { name: "Status of the job" });
    await until("the job was active", async () => (await status.innerText()) === "Was active");
  };
  const fact = (page, name) =>
    page.getByRole("complementary", { name: "Details" }).locator("div").filter({ has: page.getByText(name, { exact: true }) });

  describe("the page of a job", () => {
    test("announces a changed status once", async () => {
      const { visit, page, id } = await begin("Say once that this is done\n[sim: 10m, no-pr]", "Active");
      const announcements = await person.recordAnnouncements(page);
      await page.reload();
      await person.isLive(page);
      await person.seesStatus(page, "Active");
      await docket.world.endJob(id);
      await person.seesStatus(page, "Completed");
      await person.frames(page);
      assert.deepEqual((await announcements()).filter((text) => text.includes("Completed")), ["Completed"]);
      await visit.end();
    });

    test("shows a prompt of one line once", async () => {
      const prompt = "Write down what we agreed on [sim: 1s, no-pr]";
      const { visit, page } = await begin(prompt, "Completed");
      await sees(person.story(page, "Prompt by"));
      assert.equal(await page.getByRole("main").getByText(prompt).count(), 1);
      await visit.end();
    });

    test("shows the whole of a prompt of one long line", async () => {
      const prompt = `Say everything in one line: ${"and then some more of it, ".repeat(10)}until the end [sim: 1s, no-pr]`;
      const visit = await docket.signedIn();
      const { page } = visit;
      const { id } = await docket.world.startByProgram(prompt);
      await page.goto(`${docket.jobs}/${id}`);
      await sees(person.story(page, "Prompt by").getByText("until the end"));
      await visit.end();
    });

    test("shows the start of a long prompt, and the rest on demand", async () => {
      const lines = Array.from({ length: 400 }, (_, number) => `Line ${number} of a long prompt`);
      const prompt = ["A very long prompt", "[sim: 1s, no-pr]", ...lines].join("\n");
      const { visit, page } = await begin(prompt, "Completed");
      const more = page.getByRole("button", { name: "Show all 402 lines" });
      await sees(more);
      const text = person.story(page, "Prompt by").getByText("Line 399 of a long prompt");
      const height = async () => (await text.boundingBox()).height;
      assert.ok((await height()) < 600);
      await more.click();
      assert.ok((await height()) > 6000);
      await page.getByRole("button", { name: "Show less" }).click();
      assert.ok((await height()) < 600);
      await visit.end();
    });

    test("shows the code of a prompt as code, and its text as it was typed", async () => {
      const block = "```js\nawait send();\n```";
      const prompt = `Show how a message is sent\nCall \`send()\`:\n${block}\nand **nothing** else.\n[sim: 1s, no-pr]`;
      const { visit, page } = await begin(prompt, "Completed");
      const entry = person.story(page, "Prompt by");
      const code = entry.getByRole("code");
      await sees(code.nth(1));
      assert.deepEqual(await code.allInnerTexts(), ["`send()`", block]);
      assert.match(await code.first().evaluate((element) => getComputedStyle(element).fontFamily), /monospace/);
      await sees(entry.getByText("and **nothing** else."));
      assert.ok((await entry.innerText()).includes(prompt));
      await visit.end();
    });

    test("says that the text of its prompt was deleted, and does not offer it again", async () => {
      const { visit, page, id } = await begin("Forget what this said [sim: 1s, no-pr]", "Completed");
      await sees(page.getByRole("button", { name: "Run again" }));
      await page.route(`**/api/projects/${PROJECT}/jobs/${id}`, async (route) => {
        const response = await route.fetch();
        const detail = await response.json();
        const job = { ...detail.job, title: null, promptsDeletedAfterDays: 30 };
        const without = (row) => ({ ...row, title: "", prompt: null, promptDeletedAfterDays: 30 });
        await route.fulfill({ response, json: { ...detail, job, submissions: detail.submissions.map(without) } });
      });
      await page.reload();
      await sees(person.heading(page, `Job ${id} (prompt deleted after 30 days)`));
      await sees(person.story(page, "Prompt by").getByText("(prompt deleted after 30 days)"));
      assert.equal(await page.getByRole("button", { name: "Run again" }).count(), 0);
      assert.ok(!(await page.getByRole("main").innerText()).includes("Forget what this said"));
      await visit.end();
    });

    test("says when it is checked next, and what happens next", async () => {
      const { visit, page, id } = await begin("Say what comes next [sim: 10m, pr]", "Active");
      await sees(page.getByText("The agent is working. If it changes files, its pull request will appear here"));
      await sees(fact(page, "Freshness").getByText(/^checked .*, next (in \d+\s(s|min)|is due)/));
      await docket.world.endJob(id);
      await person.seesStatus(page, "Completed");
      await sees(page.getByText("The agent has finished. Review its pull request, or ask for changes"));
      await sees(fact(page, "Freshness").getByText(/^ended [^,]*$/));
      await visit.end();
    });

    test("counts the turns, and not the time between them", async () => {
      const { visit, page, id } = await begin("Take two short turns\n[sim: 1s, no-pr]", "Completed");
      await sees(fact(page, "Duration").getByText(/^\d+\ss$/));
      // The stand-in's clock does not move Docket's; a follow-up after a while would take as long as the while.
      const { jobs } = await page.evaluate(async (url) => (await fetch(url)).json(), `/api/projects/${PROJECT}/jobs?limit=200`);
      assert.ok(jobs.some((job) => job.id === id));
      await person.sendFollowUp(page, "And a longer one.\n[sim: 10m, no-pr]");
      await person.seesStatus(page, "Active");
      await sees(fact(page, "Running for").getByText(/^\d+\ss$/));
      await docket.world.endJob(id);
      await person.seesStatus(page, "Completed");
      await sees(fact(page, "Duration"));
      await visit.end();
    });

    test("compares the time at work with that of other jobs", async () => {
      await begin("Be quick, so that there is something to compare with\n[sim: 1s, no-pr]", "Completed").then(({ visit }) => visit.end());
      const { visit, page } = await begin("Take longer than the others\n[sim: 10m, no-pr]", "Active");
      await sees(fact(page, "Running for").getByText(/^(the last job took|half of the jobs|longer than)/));
      await visit.end();
    });

    test("of a job that the service does not know any more does not call it active", async () => {
      const { visit, page } = await begin("Vanish from the service\n[sim: 10m, poll-404 forever]", WAS_ACTIVE);
      await seesLost(page);
      assert.equal(await fact(page, "Running for").count(), 0);
      await visit.end();
    });

    test("of such a job promises no end of it to a follow-up, and offers its prompt again", async () => {
      const prompt = "Vanish from the service before the follow-up\n[sim: 10m, poll-404 forever]";
      const { visit, page } = await begin(prompt, WAS_ACTIVE);
      await seesLost(page);
      const line = "Come back for this.";
      await person.followUp(page).fill(line);
      const outcome = person.outcome(page, "Follow-up");
      await sees(outcome.getByText("Queued until the service reports this job again and it has finished."));
      await page.getByRole("button", { name: "Send follow-up" }).click();
      const queued = "Queued: will be sent when the service reports this job again and it has finished";
      await sees(outcome.getByText(`${queued}.`));
      await sees(person.story(page, line).getByText(queued));
      await page.getByRole("button", { name: "Run again" }).click();
      await person.seesFocus(person.newJob(page));
      await person.holds(person.newJob(page), prompt);
      await person.newJob(page).fill("");
      await visit.end();
    });

    test("runs an ended job again", async () => {
      const prompt = "Check every link once more\n[sim: 1s, no-pr]";
      const { visit, page } = await begin(prompt, "Completed");
      await page.getByRole("button", { name: "Run again" }).click();
      await person.seesFocus(person.newJob(page));
      await person.holds(person.newJob(page), prompt);

      // A draft is replaced only after the person agrees.
      await person.newJob(page).fill("Something else.");
      await page.goBack();
      await page.getByRole("button", { name: "Run again" }).click();
      await sees(page.getByRole("alert").filter({ hasText: "The draft of a new job is not empty." }));
      await page.getByRole("button", { name: "Replace the draft" }).click();
      await person.holds(person.newJob(page), prompt);
      await person.newJob(page).fill("");
      await visit.end();
    });

    test("no longer asks about the draft once another person's follow-up makes the job active", async () => {
      const { visit, page, id } = await begin("Ask before the draft is replaced\n[sim: 1s, no-pr]", "Completed");
      await page.getByRole("button", { name: "Run again" }).click();
      await person.seesFocus(person.newJob(page));
      await person.newJob(page).fill("Something else.");
      await page.goBack();
      await page.getByRole("button", { name: "Run again" }).click();
      await person.seesFocus(page.getByRole("button", { name: "Keep the draft" }));
      await docket.world.followUpByProgram(id, "Somebody else goes on\n[sim: 10m]");
      await page.getByRole("button", { name: "Replace the draft" }).waitFor({ state: "detached" });
      await person.seesFocus(person.heading(page, "Ask before the draft is replaced"));
      await page.goto(docket.jobs);
      await person.newJob(page).fill("");
      await visit.end();
    });

    test("copies its id and its link", async () => {
      const permissions = ["clipboard-read", "clipboard-write"];
      const { visit, page, id } = await begin("Copy my id\n[sim: 1s, no-pr]", "Completed", { permissions });
      const copied = () => page.evaluate(() => navigator.clipboard.readText());
      await page.getByRole("button", { name: "Copy id" }).click();
      await sees(page.locator("[aria-live]").getByText("Copied."));
      assert.equal(await copied(), id);
      await sees(person.button(page, "Copied"));
      await page.getByRole("button", { name: "Copy link" }).click();
      await until("the link is copied", async () => (await copied()) === page.url());
      // Each button has the name that it shows, and soon says again what it does.
      for (const name of ["Copy id", "Copy link"]) await sees(person.button(page, name));
      await visit.end();
    });

    test("says beside the button that the browser does not allow a copy", async () => {
      const { visit, page } = await begin("Copy what may not be copied\n[sim: 1s, no-pr]", "Completed");
      await page.evaluate(() => (navigator.clipboard.writeText = () => Promise.reject(new Error("denied"))));
      await page.getByRole("button", { name: "Copy id" }).click();
      await sees(page.getByText("The browser blocked copying.").filter({ visible: true }).first());
      assert.equal(await page.getByRole("button", { name: "Copy id" }).innerText(), "Copy id");
      await visit.end();
    });

    test("keeps the focus where it is when a fact appears, and gives it on when its button goes away", async () => {
      const { visit, page, id } = await begin("Keep the focus\n[sim: 1s, no-pr]", "Completed");
      const copy = page.getByRole("button", { name: "Copy id" });
      await copy.focus();
      await docket.world.changeByProgram(id, { labels: ["appeared"] });
      await sees(fact(page, "Labels"));
      await person.seesFocus(copy);
      const again = page.getByRole("button", { name: "Run again" });
      await again.focus();
      await docket.world.followUpByProgram(id, "Somebody else goes on\n[sim: 10m]");
      await again.waitFor({ state: "detached" });
      await person.seesFocus(person.heading(page, "Keep the focus"));
      await visit.end();
    });

    test("closes a form by Escape, and the focus goes back", async () => {
      const { visit, page } = await begin("Wait for a follow-up\n[sim: 10m, pr]", "Active");
      await person.sendFollowUp(page, "Edit me.");
      await person.act(page, "Edit me.", "Edit");
      await person.seesFocus(person.actions(page, "Edit me.").getByRole("textbox"));
      await page.keyboard.press("Escape");
      await person.seesFocus(person.actions(page, "Edit me.").getByRole("button", { name: "Edit" }));
      await visit.end();
    });
  });
}
