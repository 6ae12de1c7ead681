// The page "Settings": what it says, and how notices lead to it.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { inspect } from "../../../xtask/package/backup-file.mjs";
import * as person from "../../harness/person.mjs";
import { until } from "../../harness/until.mjs";
import { CANARY, LONG_PROJECT, PERSON, PROJECT } from "../../harness/world.mjs";

const { sees } = person;

/** The part of a project or of the deployment. */
const part = (page, name) => page.getByRole("region", { name, exact: true });

/** The row of a part with this name: its value and the setting that changes it. */
const row = (within, name) =>
  within.locator("dl > div").filter({ has: within.page().getByRole("term").filter({ hasText: new RegExp(`^${name}$`) }) });

/** Opens the page from the person's menu. */
async function open(page) {
  await page.getByRole("button", { name: /^Signed in as/ }).click();
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await sees(person.heading(page, "Settings"));
}

export function settings(docket) {
  describe("the settings", () => {
    test("show version, health, sign-in, and of each project key, budgets, calls and storage", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.goto(docket.jobs);
      await person.startJob(page, "Describe the settings [sim: 1s]");
      await person.seesJob(page, "Describe the settings [sim: 1s]", "Completed");
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog", { name: "Commands" }).getByRole("option", { name: /^Settings/ }).click();
      await sees(person.heading(page, "Settings"));
      assert.match(await page.title(), /Settings · Docket$/);

      const deployment = part(page, "This deployment");
      await sees(row(deployment, "Version").getByText(/^\d+\.\d+\.\d+$/));
      await sees(row(deployment, "Health").getByText("Everything you can access is working."));
      await sees(row(deployment, "Sign-in").getByText("DOCKET_ACCOUNTS"));
      await sees(row(deployment, "Roles").getByText("Without it, everyone who signs in with a passphrase is an admin."));
      await sees(row(deployment, "Roles").getByText("DOCKET_ROLES"));

      const [saved] = await Promise.all([
        page.waitForEvent("download"),
        row(deployment, "Backup").getByRole("link", { name: "Save a backup" }).click(),
      ]);
      assert.match(saved.suggestedFilename(), /^docket-\d{4}-\d{2}-\d{2}\.ndjson$/);
      const { isWhole, objects } = await inspect(await saved.path());
      assert.ok(isWhole);
      assert.deepEqual(objects.map(({ object }) => object).filter((object) => object.startsWith("jobs/acme-docs")), ["jobs/acme-docs"]);

      const project = part(page, "Acme docs");
      await sees(row(project, "Admin key").getByText("Set, and it looks like an admin key."));
      await sees(row(project, "Admin key").getByText("DOCKET_ADMIN_KEY"));
      await sees(row(project, "Prompts this hour").getByText(/^[\d,]+ of 10,000 left\./));
      await sees(row(project, "Prompts this hour").getByText("DOCKET_AGENT_PER_HOUR"));
      await sees(row(project, "Polls this hour").getByText(/ of 100,000 left\./));
      await sees(row(project, "Requests this hour").getByText("DOCKET_ANALYTICS_PER_HOUR"));
      await sees(row(project, "Duration of jobs").getByText(/Based on/));
      await sees(row(project, "Open jobs").getByText(/polled|None\./));
      await sees(row(project, "Most overdue poll").getByText(/^None\.|^Overdue by /));
      await sees(row(project, "Detection delay").getByText(/\d.*, for 1 job\.|^Up to \d/));
      await sees(row(project, "Database rows").getByText(/^[\d,]+ read, [\d,]+ written/));
      await sees(row(project, "Last successful call").first().getByRole("time"));
      await sees(row(project, "Storage").first().getByText(/^\d+(\.\d)?\s[kM]B, schema \d+$/));
      await sees(part(page, "Acme SDK reference"));
      assert.ok(!(await page.content()).includes(CANARY));
      await visit.end();
    });

    test("write sizes as in the person's language and region", async () => {
      const visit = await docket.signedIn({ locale: "de-DE" });
      const { page } = visit;
      await page.goto(docket.url("/settings"));
      await sees(row(part(page, "This deployment"), "Memory").getByText(/\b\d+,\d\sMB/));
      await visit.end();
    });

    test("are read again with a button, after which they are up to date", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.goto(docket.url("/settings"));
      const prompts = row(part(page, "Acme SDK reference"), "Prompts this hour");
      await sees(prompts);
      const before = await prompts.innerText();
      const { id } = await docket.world.startByProgram("One more prompt [sim: 1s]", LONG_PROJECT);
      // Each poll would be a successful call.
      await docket.world.changeByProgram(id, { polling: false }, LONG_PROJECT);
      const answered = page.waitForResponse((response) => response.url().endsWith(`/projects/${LONG_PROJECT}/status`));
      await page.getByRole("button", { name: "Refresh" }).click();
      await answered;
      await sees(page.getByText("Updated just now"));
      assert.notEqual(await prompts.innerText(), before);
      await visit.end();
    });

    test("that cannot be read do not say that they are up to date", async () => {
      const visit = await docket.signedIn({ expected: [/^503 GET \/api\//] });
      const { page } = visit;
      const announcements = await person.recordAnnouncements(page);
      const reads = /\/api\/(health\?deep=1|projects\/[^/]+\/(status|retention))/;
      await page.route(reads, (route) => route.fulfill({ status: 503, body: "" }));
      await page.goto(docket.url("/settings"));
      await sees(page.getByRole("main").getByRole("alert").first());
      const refresh = page.getByRole("button", { name: "Refresh" });
      const isOver = () => until("the reads are over", async () => (await refresh.getAttribute("aria-disabled")) === null);
      await isOver();
      assert.equal(await page.getByText(/^(Updated|Refreshing…)/).count(), 0);
      assert.ok(!(await announcements()).includes("Refreshed"));
      await page.unroute(reads);
      await refresh.click();
      await sees(page.getByText("Updated just now"));
      await until("that is announced", async () => (await announcements()).includes("Refreshed"));
      await visit.end();
    });

    test("keep what can be read when a part of a project cannot", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      const path = `**/api/projects/${PROJECT}/status`;
      await page.route(path, async (route) => {
        const response = await route.fetch();
        const status = await response.json();
        const unavailable = { code: "newer_schema", error: "A newer release of Docket wrote this data." };
        await route.fulfill({ response, json: { ...status, analytics: { unavailable } } });
      });
      await page.goto(docket.url("/settings"));
      const project = part(page, "Acme docs");
      await sees(project.getByRole("alert").getByText("Status unavailable. A newer release"));
      await sees(row(project, "Prompts this hour"));
      await sees(part(page, "Acme SDK reference").getByText("Requests this hour"));
      await visit.end();
    });

    test("say that polling is late, or what it waits for", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      const polling = { overdueMs: 754_000, late: true };
      await page.route(`**/api/projects/${PROJECT}/status`, async (route) => {
        const response = await route.fetch();
        const status = await response.json();
        Object.assign(status.jobs.available.polling, polling);
        await route.fulfill({ response, json: status });
      });
      await page.route(/\/api\/health\?deep=1/, async (route) => {
        const response = await route.fetch();
        const late = ["Polling of acme-docs is 12 min late."];
        await route.fulfill({ response, json: { ...(await response.json()), status: "degraded", late } });
      });
      await page.goto(docket.url("/settings"));
      const project = part(page, "Acme docs");
      await sees(project.getByRole("alert").getByText("Polling is late: a poll is 12\u{a0}min 34\u{a0}s overdue"));
      await sees(row(project, "Most overdue poll").getByText("Overdue by 12\u{a0}min 34\u{a0}s."));
      await sees(part(page, "This deployment").getByText("Polling of acme-docs is 12 min late."));
      Object.assign(polling, { overdueMs: 0, late: false, waitsFor: "budget" });
      await page.getByRole("button", { name: "Refresh" }).click();
      await sees(row(project, "Most overdue poll").getByText("None. Due polls wait for the hourly budget."));
      assert.equal(await project.getByRole("alert").count(), 0);
      await visit.end();
    });

    test("say for how long what is stored, and what would go with other days", async () => {
      const set = { DOCKET_JOBS_DAYS: "90", DOCKET_PROMPTS_DAYS: "30" };
      await docket.withSettings(set, `/p/${PROJECT}/jobs`, async (page) => {
        await person.isLive(page);
        await open(page);
        const project = part(page, "Acme docs");
        await sees(row(project, "Ended jobs").getByText("Stored for 90 days. Would be deleted now: nothing."));
        await sees(row(project, "Ended jobs").getByText("DOCKET_JOBS_DAYS"));
        await sees(row(project, "Their prompts").getByText("Stored for 30 days. Would be deleted now: nothing."));
        await sees(row(project, "Visitor data").getByText("Stored indefinitely. Nothing is deleted."));
        await sees(row(project, "Audit log").getByText("Stored for 365 days."));

        const form = project.getByRole("form", { name: "Preview other periods" });
        const asked = page.waitForResponse((response) => response.url().includes("/retention?"));
        await form.getByLabel("Days for visitor data").fill("1");
        await form.getByLabel("Days for ended jobs").fill("8");
        await form.getByRole("button", { name: "Preview" }).click();
        assert.match((await asked).url(), new RegExp(`/projects/${PROJECT}/retention\\?visitorsDays=1&jobsDays=8&?$`));
        await sees(row(project, "Visitor data").getByText(/^Stored indefinitely\. With 1 day, this would be deleted: (nothing|[\d,]+)\./));
        await sees(row(project, "Ended jobs").getByText("Stored for 90 days. With 8 days, this would be deleted: nothing."));
        await sees(row(project, "Their prompts").getByText("Would be deleted now: nothing."));

        // An ended job is polled for a week, so that the browser does not even ask for less.
        const jobs = form.getByLabel("Days for ended jobs");
        await jobs.fill("7");
        assert.equal(await jobs.evaluate((field) => field.checkValidity()), false);
        await jobs.fill("");
        await form.getByRole("button", { name: "Preview" }).click();
        await sees(row(project, "Ended jobs").getByText("Stored for 90 days. Would be deleted now: nothing."));

        // Docket refuses such settings.
        await form.getByLabel("Days for prompts").fill("3000");
        await form.getByRole("button", { name: "Preview" }).click();
        const problem = project.getByRole("alert").getByText("Prompts cannot be stored longer than their jobs. Enter at most 90 days for prompts.");
        await sees(problem);
        await form.getByLabel("Days for prompts").fill("90");
        await form.getByRole("button", { name: "Preview" }).click();
        await problem.waitFor({ state: "hidden" });
      });
    });

    test("are where a rejected key leads, and name its secret", async () => {
      const visit = await docket.signedIn({ expected: [/^502 POST /] });
      const { page } = visit;
      // Docket polls no jobs of this project: each poll would be a successful call.
      await page.goto(docket.url(`/p/${LONG_PROJECT}/jobs`));
      await docket.world.meets("create-job", "401");
      await person.startJob(page, "Prompt with a revoked key [sim: 1s]");
      const form = page.getByRole("form", { name: "New job" });
      await sees(form.getByText("does not accept Docket's admin key (401)"));
      await form.getByRole("link", { name: "See Settings" }).click();
      const failed = part(page, "Acme SDK reference").getByRole("group", { name: "Failed call" });
      await sees(failed.getByText("does not accept Docket's admin key (401)"));
      await sees(failed.getByText("DOCKET_ADMIN_KEY"));

      // The next successful call ends it.
      await docket.world.startByProgram("Prompt with the new key [sim: 1s]", LONG_PROJECT);
      await page.getByRole("button", { name: "Refresh" }).click();
      await failed.waitFor({ state: "hidden" });
      await visit.end();
    });

    test("are where a key of the visitors that is rejected leads", async () => {
      const visit = await docket.signedIn({ expected: [/^502 GET /] });
      const { page } = visit;
      // More than one, because the page and the backfills of other tests ask for visitors too.
      await docket.world.meets("get-visitors", "403", 1000);
      await page.goto(docket.url(`/p/${PROJECT}/visitors?from=2025-02-03&to=2025-02-04&compare=none`));
      await page.getByRole("main").getByRole("link", { name: "See Settings" }).first().click();
      await sees(person.heading(page, "Settings"));
      await docket.world.sim("DELETE", "faults");
      await visit.end();
    });

    test("are shown to a viewer with the projects that they see, and where a spent budget leads an operator", async () => {
      const rules = [{ role: "viewer", names: [PERSON.name], projects: [PROJECT] }];
      await docket.withSettings({ DOCKET_ROLES: JSON.stringify(rules) }, `/p/${PROJECT}/jobs`, async (page) => {
        await person.isLive(page);
        await open(page);
        await sees(row(part(page, "Acme docs"), "Prompts this hour"));
        await sees(row(part(page, "Acme docs"), "Requests this hour"));
        assert.equal(await part(page, "Acme SDK reference").count(), 0);
      });
      await docket.world.startByProgram("The only prompt of the hour [sim: 1s]", LONG_PROJECT);
      const operator = [{ role: "operator", names: [PERSON.name], projects: [LONG_PROJECT] }];
      const spent = { DOCKET_AGENT_PER_HOUR: "1", DOCKET_ROLES: JSON.stringify(operator) };
      const work = async (page) => {
        await person.startJob(page, "One prompt too many [sim: 1s]");
        const form = page.getByRole("form", { name: "New job" });
        await sees(form.getByText("The hourly budget for prompts (DOCKET_AGENT_PER_HOUR) is exhausted"));
        await sees(page.getByText("0 of 1 prompts are left this hour.", { exact: true }));
        await form.getByRole("link", { name: "See Settings" }).click();
        const project = part(page, "Acme SDK reference");
        await sees(row(project, "Prompts this hour").getByText(/^None of 1 left\. One more in /));
        assert.equal(await part(page, "Acme docs").count(), 0);
      };
      await docket.withSettings(spent, `/p/${LONG_PROJECT}/jobs`, work, { expected: [/^429 POST /] });
    });
  });
}
