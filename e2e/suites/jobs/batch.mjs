// A batch: jobs for many pages. Each page gets exactly one job, wherever the batch is cut.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { CREATE, LOST, PATH, batches, cancelTheRest, progress, seesProgress } from "../../harness/batches.mjs";
import * as person from "../../harness/person.mjs";
import { fillStorage } from "../../harness/storage.mjs";
import { until } from "../../harness/until.mjs";
import { PROJECT } from "../../harness/world.mjs";

const { button, sees } = person;

export function batch(docket) {
  const { template, prepare, prompts, madeOnce } = batches(docket);

  describe("jobs for many pages", () => {
    test("for twelve rows of visitors, through a lost response and a closed page", async () => {
      const name = "Renew twelve pages";
      const visit = await docket.signedIn({ expected: LOST });
      const { page } = visit;
      await template(page, name);
      await page.goto(docket.url(`/p/${PROJECT}/visitors?from=2026-10-01&to=2026-10-31&sort=total`));
      const rows = page.getByRole("table", { name: "Unique visitors by path" }).getByRole("rowheader");
      await sees(rows.first());
      const paths = (await rows.allInnerTexts()).slice(0, 12).map((path) => path.trim());
      await page.getByRole("rowgroup", { name: "Paths" }).focus();
      for (let row = 0; row < 12; row += 1) {
        await page.keyboard.press("ArrowDown");
        await person.seesFocus(page.locator(`#path-${row}`));
        await page.keyboard.press("x");
      }
      await button(page, "New jobs for 12 pages").click();
      await sees(person.heading(page, "Jobs for many pages"));
      assert.equal(await page.getByRole("textbox", { name: "Pages" }).inputValue(), paths.join("\n"));
      await page.getByRole("combobox", { name: "Template" }).selectOption({ label: name });
      await page.reload();
      await sees(page.getByLabel("release"));
      await button(page, "Start 12 jobs").click();
      await sees(page.getByText("Fill in release."));
      await page.getByLabel("release").fill("SDK 4");
      await page.getByLabel("Labels of all jobs").fill("twelve pages, x,".padEnd(60, "y"));
      await button(page, "Start 12 jobs").click();
      await sees(page.getByText("Labels: a label must have 1 to 40 characters"));
      await person.seesFocus(page.getByLabel("Labels of all jobs"));
      await button(page, "Remove x").click();
      await page.getByLabel("Labels of all jobs").fill("");
      await person.hasLabels(page, ["twelve pages"]);
      await sees(page.getByText(/prompts are left this hour/));

      let sent = 0;
      await page.route(CREATE, async (route) => {
        sent += 1;
        if (sent === 4) {
          // The service gets it, and the response is lost.
          await route.fetch();
          await route.abort();
        } else if (sent < 9) {
          await route.continue();
        } else {
          // The page is closed while this one is under way.
          await route.fetch().catch(() => {});
        }
      });
      await button(page, "Start 12 jobs").click();
      await until("the ninth request is under way", () => sent >= 9);
      await until("the service has it", async () => (await prompts(name)).length === 8);
      const state = await visit.end();

      const second = await docket.visit({ state });
      await second.page.goto(docket.jobs);
      await sees(second.page.getByText(/^Jobs for many pages: 7 of 12 sent, paused\./));
      await second.page.getByText(/^Jobs for many pages: /).getByRole("link", { name: "Open" }).click();
      await button(second.page, "Resume").click();
      await seesProgress(second.page, "12 of 12 sent");
      await madeOnce(name, paths);
      await second.page.getByText("resume it here").waitFor({ state: "detached" });
      const [ended] = await docket.world.jobsOf(`${name} on ${paths[1]} for SDK 4.\n[sim: 1h]`);
      await docket.world.endJob(ended.id);
      await sees(second.page.getByRole("link", { name: `Completed: job for ${paths[1]}`, exact: true }));
      await second.page.getByRole("link", { name: `Active: job for ${paths[0]}`, exact: true }).click();
      await sees(person.heading(second.page, `${name} on ${paths[0]} for SDK 4.`));
      await second.page.goBack();
      await second.page.getByRole("link", { name: "Jobs labelled twelve pages" }).click();
      await sees(second.page.getByText(/^12 jobs/));
      await second.page.goBack();
      await button(second.page, "Close").click();
      await sees(second.page.getByRole("textbox", { name: "Pages" }));
      await second.end();
    });

    test("go on by themselves when the browser is online again", async () => {
      const name = "Survive the tunnel";
      const visit = await docket.signedIn({ expected: LOST });
      const { page } = visit;
      const paths = await prepare(page, name, 12);
      let sent = 0;
      await page.route(CREATE, async (route) => {
        sent += 1;
        if (sent === 6) await visit.context.setOffline(true);
        await route.continue();
      });
      await button(page, "Start 12 jobs").click();
      await sees(progress(page).getByText(/^Next in \d+\ss\.$/));
      await visit.context.setOffline(false);
      await seesProgress(page, "12 of 12 sent");
      await madeOnce(name, paths);
      await button(page, "Close").click();
      await visit.end();
    });

    test("can be changed one by one before, and paused and cancelled after", async () => {
      const name = "Change and cancel";
      const visit = await docket.signedIn();
      const { page } = visit;
      const paths = await prepare(page, name, 5);
      await button(page, `Remove ${paths[3]}`).click();
      assert.equal(await button(page, `Remove ${paths[3]}`).count(), 0, "the template makes its prompt again");
      await page.getByText(paths[4], { exact: true }).click();
      await page.getByLabel(`Prompt for ${paths[4]}`).fill("Lost with the page");
      await button(page, `Remove ${paths[4]}`).click();
      await sees(page.getByRole("alert").getByText("Your changes to this prompt will be lost."));
      await button(page, "Remove it").click();
      await button(page, `Remove ${paths[4]}`).waitFor({ state: "detached" });
      await page.getByText(paths[1], { exact: true }).click();
      const prompt = page.getByLabel(`Prompt for ${paths[1]}`);
      await prompt.fill(`${name} on nothing`);
      const again = button(page, `Use the template again for ${paths[1]}`);
      await page.getByLabel("release").fill("SDK 5");
      await page.getByText(paths[1], { exact: true }).click();
      // A prompt that does not follow the template says so, whether it is open or not.
      await sees(page.getByText("Changed by you."));
      // Nothing brings such a prompt back.
      for (const key of ["r", "x"]) {
        await page.keyboard.press(key);
        await person.seesFocus(button(page, key === "r" ? "Keep them" : "Keep it"));
        await page.keyboard.press("Escape");
        await person.seesFocus(page.locator("summary").filter({ hasText: paths[1] }));
      }
      await again.click();
      await button(page, "Discard them").click();
      await again.waitFor({ state: "detached" });
      assert.equal(await page.getByText("Changed by you.").count(), 0);
      await page.keyboard.press("Enter");
      await person.holds(prompt, `${name} on ${paths[1]} for SDK 5.\n[sim: 1h]`);
      await page.getByLabel("release").fill("SDK 4");
      await prompt.fill(`${name} on mine [sim: 1h]`);
      let release;
      const held = new Promise((done) => (release = done));
      await page.route(CREATE, async (route) => {
        await held;
        await route.continue();
      });
      await button(page, "Start 3 jobs").click();
      await person.seesFocus(person.heading(page, "Jobs for many pages"));
      await button(page, "Pause").focus();
      await page.keyboard.press("p");
      await person.seesFocus(button(page, "Resume"));
      release();
      await seesProgress(page, "1 of 3 sent");
      await sees(progress(page).getByText("Paused."));
      await button(page, "Resume").click();
      await seesProgress(page, "3 of 3 sent");
      // The button is gone, and the focus is beside what it began.
      await person.seesFocus(page.locator("#batch-state"));
      await button(page, "Close").click();
      assert.ok((await prompts(name)).includes(`${name} on mine [sim: 1h]`));

      await page.unroute(CREATE);
      await page.getByRole("textbox", { name: "Pages" }).fill("/x\n/y");
      await page.getByRole("combobox", { name: "Template" }).selectOption({ label: name });
      await page.getByLabel("release").fill("SDK 5");
      let releaseAgain;
      const heldAgain = new Promise((done) => (releaseAgain = done));
      await page.route(CREATE, async (route) => {
        await heldAgain;
        await route.continue();
      });
      await button(page, "Start 2 jobs").click();
      // The page moves the focus there in its next frame, which would take it from the question.
      await person.seesFocus(person.heading(page, "Jobs for many pages"));
      await page.keyboard.press("d");
      await person.seesFocus(button(page, "Keep them"));
      await page.keyboard.press("Enter");
      await person.seesFocus(button(page, "Cancel the rest"));
      assert.equal(await button(page, "Cancel them").count(), 0);
      await cancelTheRest(page);
      releaseAgain();
      await seesProgress(page, "1 of 1 sent, 1 cancelled");
      const bar = page.getByRole("progressbar", { name: "Sent", exact: true });
      assert.equal(await bar.evaluate(({ value, max }) => value / max), 1, "the bar is full");
      await button(page, "Close").click();
      await visit.end();
    });

    test("wait for a decision about a prompt of unknown outcome, and learn of it", async () => {
      const name = "Decide about one";
      const visit = await docket.signedIn({ expected: [/^502 POST /] });
      const { page } = visit;
      const paths = await prepare(page, name, 2);
      await docket.world.meets("create-job", "drop-after");
      await button(page, "Start 2 jobs").click();
      await sees(progress(page).getByText(/^Paused, because the outcome of a prompt is unknown/));
      await seesProgress(page, "0 of 2 sent, 1 with unknown outcome");
      const check = async () => {
        const checked = page.waitForResponse((response) => response.request().method() === "POST");
        await button(page, `Check again: ${paths[0]}`).click();
        await person.seesFocus(progress(page).getByRole("listitem").filter({ hasText: paths[0] }));
        assert.equal((await checked).status(), 502);
        // What follows the response is under way by then.
        await person.frames(page);
      };
      await check();
      await seesProgress(page, "0 of 2 sent, 1 with unknown outcome");
      await sees(progress(page).getByText(/^Paused, because the outcome of a prompt is unknown/));
      assert.equal((await prompts(name)).length, 1, "the other one waits");
      await page.reload();
      await sees(progress(page).getByText(/^Paused, because the outcome of a prompt is unknown/));
      await button(page, "Resume").click();
      await seesProgress(page, "1 of 2 sent, 1 with unknown outcome");
      await check();
      await seesProgress(page, "1 of 2 sent, 1 with unknown outcome");
      // After a reload, the page of the jobs hides what had failed before.
      await page.reload();
      await page.getByRole("link", { name: `Resolve: ${paths[0]}` }).click();
      const title = `${name} on ${paths[0]} for SDK 4.`;
      await person.seesFocus(person.strayPrompt(page, title));
      await person.act(page, title, "Match to a job");
      const jobs = await docket.world.sim("GET", "jobs");
      const { id } = jobs.find((job) => job.prompts[0].startsWith(title));
      await person.actions(page, title).getByLabel("Id of the job that it started").fill(id);
      await person.act(page, title, "Match");
      await person.seesJob(page, title, "Active");
      await page.goto(docket.url(PATH));
      await button(page, `Check again: ${paths[0]}`).click();
      await seesProgress(page, "2 of 2 sent");
      await madeOnce(name, paths);
      await button(page, "Close").click();
      await visit.end();
    });

    test("stop at a key that the service refuses, and go on with the same prompt", async () => {
      const name = "Wait for another key";
      const visit = await docket.signedIn({ expected: [/^502 POST /] });
      const { page } = visit;
      const paths = await prepare(page, name, 3);
      await docket.world.meets("create-job", "401");
      await button(page, "Start 3 jobs").click();
      await sees(progress(page).getByText(/^Paused: .*key.*\. Resume when that is fixed\.$/));
      await seesProgress(page, "0 of 3 sent");
      await button(page, "Resume").click();
      await seesProgress(page, "3 of 3 sent");
      await madeOnce(name, paths);
      await button(page, "Close").click();
      await visit.end();
    });

    test("that failed are all tried again by one button", async () => {
      const name = "Try all of them again";
      const visit = await docket.signedIn({ expected: [/^400 POST /] });
      const { page } = visit;
      const paths = await prepare(page, name, 3);
      await docket.world.meets("create-job", "400", 2);
      await button(page, "Start 3 jobs").click();
      await seesProgress(page, "1 of 3 sent, 2 failed");
      await button(page, "Try all failed again").click();
      await seesProgress(page, "3 of 3 sent");
      await person.seesFocus(page.locator("#batch-state"));
      await madeOnce(name, paths);
      await button(page, "Close").click();
      await visit.end();
    });

    test("take the path of an address, and no line that is no path", async () => {
      const name = "Check the lines";
      const visit = await docket.signedIn();
      const { page } = visit;
      await prepare(page, name, 1);
      const list = page.getByRole("textbox", { name: "Pages" });
      await list.fill("https://docs.acme.example/check/address?from=mail\nno path");
      await page.getByLabel("release").fill("");
      await button(page, "Start 2 jobs").click();
      await sees(page.getByRole("alert").getByText("“no path” is not a path: paths begin with /."));
      // The first field that is wrong has the focus, and not another one that will be.
      await person.seesFocus(list);
      assert.equal(await list.getAttribute("aria-invalid"), "true");
      await list.fill("https://docs.acme.example/check/address?from=mail");
      await button(page, "Start 1 job").click();
      await sees(page.getByRole("alert").getByText("Fill in release."));
      await person.seesFocus(page.getByLabel("release"));
      assert.equal(await page.getByLabel("release").getAttribute("aria-invalid"), "true");
      await page.keyboard.type("SDK 4");
      for (const field of ["release", "Labels of all jobs"]) await page.getByLabel(field).press("Enter");
      await person.frames(page);
      assert.equal(await progress(page).count(), 0, "Enter in a field starts nothing");
      await page.keyboard.press("Control+Enter");
      await seesProgress(page, "1 of 1 sent");
      await madeOnce(name, ["/check/address"]);
      await button(page, "Close").click();
      await visit.end();
    });

    test("wait for the budget before the first prompt", async () => {
      const name = "Wait for the budget";
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.route(/\/jobs\?limit=1&?$/, async (route) => {
        const response = await route.fetch();
        const headers = { ...response.headers(), "ratelimit-policy": '"prompts";q=3;w=3600', ratelimit: '"prompts";r=0;t=3586' };
        await route.fulfill({ response, headers });
      });
      await prepare(page, name, 3);
      await sees(page.getByText("0 of 3 prompts are left this hour."));
      await button(page, "Start 3 jobs").click();
      await sees(progress(page).getByText(/^Next in 59\smin \d+\ss\.$/));
      assert.deepEqual(await prompts(name), []);
      await cancelTheRest(page);
      await button(page, "Close").click();
      await page.unrouteAll({ behavior: "wait" });
      await visit.end();
    });

    test("are not begun while the browser's storage is full", async () => {
      const name = "Fill the disk";
      const visit = await docket.signedIn();
      const { page } = visit;
      await prepare(page, name, 3);
      await fillStorage(page);
      await button(page, "Start 3 jobs").click();
      await sees(page.getByRole("alert").getByText(/^Nothing was sent: this browser's storage is full/));
      assert.deepEqual(await prompts(name), []);
      await visit.end();
    });
  });
}
