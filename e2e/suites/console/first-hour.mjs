// The first hour with a new deployment: what a person sees while something is missing, and where that leads.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import * as person from "../../harness/person.mjs";
import { Deployment } from "../../harness/release.mjs";
import { LONG_PROJECT, PERSON, PROJECT } from "../../harness/world.mjs";

const { sees } = person;
const PROJECTS = JSON.stringify([
  { id: PROJECT, name: "Acme docs" },
  { id: LONG_PROJECT, name: "Acme SDK reference" },
]);
/** What a browser reports of a Docket that restarts, of one whose service is gone, and of a module that a left page no longer needs. */
const EXPECTED = [/^console: .*(WebSocket|ERR_|Failed to fetch|WebAssembly compilation aborted)/, /^failed: .* net::ERR_/, /^50\d (GET|POST) /];

/** Settings without which nobody can sign in: what is said of each, and where it is set. */
const MISSING = [
  ["DOCKET_ADMIN_KEY", "", "is not set. It holds the admin key of the documentation service.", "secret"],
  ["DOCKET_SESSION_SECRET", "", "is not set.", "secret"],
  ["DOCKET_ACCOUNTS", "", "is not set, and neither is DOCKET_ACCESS_TEAM.", "secret"],
  ["DOCKET_PROJECTS", "[]", 'must name at least one project, like [{"id": "acme-docs", "name": "Acme docs"}].', "variable"],
];
const place = (setting, kind) =>
  kind === "secret"
    ? `Set this secret with \`npx wrangler secret put ${setting}\`, in the folder of wrangler.jsonc. On a machine of your own, set it in the environment.`
    : "Set this variable in wrangler.jsonc, and deploy. On a machine of your own, set it in the environment.";

/** Pages of a project in which nothing has happened: what they say, and what they offer next. */
const EMPTY = [
  ["jobs", "No jobs yet.", (page) => page.getByRole("button", { name: "Start job" })],
  ["inbox", "Nothing here yet.", (page) => page.getByRole("main").getByRole("link", { name: "Start a job" })],
  ["templates", "No templates yet.", (page) => page.getByRole("button", { name: /^Start with this/ }).first()],
  ["batch", "No template uses {{page}} yet.", (page) => page.getByRole("link", { name: "Create one" })],
  ["audit", "No entries yet.", (page) => page.getByRole("main").getByRole("link", { name: "Start a job" })],
  [
    "visitors?from=2010-01-01&to=2010-01-05&compare=none",
    "No visitors in this period. Choose other days above.",
    (page) => page.getByText("check that DOCKET_PROJECTS has the project's id"),
  ],
];

export function firstHour(docket) {
  describe("the first hour", () => {
    let deployment, configured;
    before(async () => {
      const settings = { DOCKET_PROJECTS: PROJECTS, DOCKET_TYPICAL_JOB_S: "2", DOCKET_POLLS_PER_HOUR: "100000" };
      deployment = await Deployment.prepare(await docket.world.folder("first-hour"), docket.world.service, settings);
      configured = deployment.settings;
    });
    after(() => deployment?.end());

    /** Serves Docket with other settings. */
    async function serve(settings) {
      deployment.configure({ ...configured, DOCKET_ROLES: undefined, ...settings });
      await deployment.release("old");
    }

    /** Signs in on a page. */
    async function signedIn(path) {
      const visit = await docket.visit({ expected: EXPECTED });
      await visit.page.goto(`${deployment.url}${path}`);
      await person.signIn(visit.page);
      await sees(visit.page.getByRole("button", { name: /^Signed in as/ }));
      return visit;
    }

    for (const [setting, value, problem, kind] of MISSING) {
      test(`without ${setting}, the page names it and the place where it is set`, async () => {
        await serve({ [setting]: value });
        const visit = await docket.visit({ expected: EXPECTED });
        const { page } = visit;
        await page.goto(deployment.url);
        await sees(person.heading(page, "Docket is not configured yet"));
        const items = page.getByRole("main").getByRole("listitem");
        await sees(items.first());
        assert.deepEqual(await items.allInnerTexts(), [`${setting} ${problem} ${place(setting, kind)}`]);
        await sees(page.getByText("docs/operating.md describes each of them"));

        await serve({});
        await page.getByRole("button", { name: "Check again" }).click();
        await sees(page.getByRole("button", { name: "Sign in" }));
        await visit.end();
      });
    }

    test("a service that cannot be reached loses no text, and every page names its setting", async () => {
      const [before, prompt] = ["Job from before the outage [sim: 10m]", "Prompt without a service [sim: 1s]"];
      await serve({});
      const visit = await signedIn(`/p/${PROJECT}/jobs`);
      const { page } = visit;
      await person.startJob(page, before);
      await person.seesJob(page, before, "Active");
      const form = page.getByRole("form", { name: "New job" });
      await sees(form.getByText("Job started."));
      const failing = page.getByRole("group", { name: "Polling is failing" });
      assert.equal(await failing.count(), 0);

      await serve({ DOCKET_UPSTREAM: "http://127.0.0.1:1" });
      // The console may have waited a while between its attempts.
      await page.evaluate(() => window.dispatchEvent(new Event("online")));
      await person.isLive(page);
      await person.startJob(page, prompt);
      await sees(form.getByText("check DOCKET_UPSTREAM"));
      await sees(form.getByRole("link", { name: "See Settings" }));
      await person.holds(person.newJob(page), prompt);
      await sees(failing.getByText("check DOCKET_UPSTREAM"));
      await sees(failing.getByRole("link", { name: "See Settings" }));
      await page.reload();
      await person.holds(person.newJob(page), prompt);

      await page.getByRole("link", { name: "Visitors", exact: true }).click();
      const alerts = page.getByRole("main").getByRole("alert");
      await sees(alerts.getByText("check DOCKET_UPSTREAM").first());
      await alerts.getByRole("link", { name: "See Settings" }).first().click();
      const failed = page.getByRole("region", { name: "Acme docs", exact: true }).getByRole("group", { name: "Failed call" });
      await sees(failed.first().getByText("check the address of the service in:"));
      await sees(failed.first().getByRole("code").filter({ hasText: "DOCKET_UPSTREAM" }));

      await serve({});
      await page.goto(`${deployment.url}/p/${PROJECT}/jobs`);
      await failing.waitFor({ state: "hidden" });
      await person.seesJob(page, before, "Active");
      await visit.end();
    });

    test("every empty page says what to do next", async () => {
      await serve({});
      const visit = await signedIn(`/p/${LONG_PROJECT}/jobs`);
      const { page } = visit;
      for (const [path, words, next] of EMPTY) {
        await page.goto(`${deployment.url}/p/${LONG_PROJECT}/${path}`);
        await sees(page.getByText(words));
        await sees(next(page));
      }
      await page.goto(`${deployment.url}/access`);
      await sees(page.getByText("No tokens yet.").getByText("Create one above"));
      await sees(page.getByRole("button", { name: "Create token" }));
      await sees(page.getByRole("table", { name: "People" }).getByRole("rowheader", { name: PERSON.name, exact: true }));
      await page.goto(`${deployment.url}/sessions`);
      await sees(page.getByRole("table").getByText("This session", { exact: true }));
      await visit.end();
    });

    test("a viewer learns on an empty page who can fill it", async () => {
      await serve({ DOCKET_ROLES: JSON.stringify([{ role: "viewer", names: [PERSON.name] }]) });
      const visit = await signedIn(`/p/${LONG_PROJECT}/jobs`);
      const { page } = visit;
      await sees(page.getByText("Operators and programs start jobs. You will see them here."));
      for (const [path, words] of [
        ["templates", "Operators of the project create templates. Ask an admin for that role."],
        ["batch", "Only an operator of the project can start jobs. Ask an admin for that role."],
      ]) {
        await page.goto(`${deployment.url}/p/${LONG_PROJECT}/${path}`);
        await sees(page.getByText(words));
      }
      await page.goto(`${deployment.url}/p/${LONG_PROJECT}/inbox`);
      await sees(page.getByText("Nothing here yet."));
      assert.equal(await page.getByRole("main").getByRole("link", { name: "Start a job" }).count(), 0);
      await visit.end();
    });
  });
}
