// Single sign-on: Cloudflare Access in front of a Docket without passphrases.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { Access } from "../../harness/access.mjs";
import * as person from "../../harness/person.mjs";
import { Deployment } from "../../harness/release.mjs";
import { PROJECT } from "../../harness/world.mjs";

const { sees } = person;
/** The AUD tag of the stand-in's assertions. */
const AUDIENCE = "5a1c0de5".repeat(8);
const JOBS = `/p/${PROJECT}/jobs`;

export function sso(docket) {
  describe("single sign-on", () => {
    let access, deployment;
    before(async () => {
      access = await Access.start();
      deployment = await Deployment.prepare(await docket.world.folder("sso"), docket.world.service, {
        DOCKET_ACCESS_TEAM: docket.world.service,
        DOCKET_ACCESS_AUDIENCE: AUDIENCE,
        DOCKET_ORIGIN: access.url,
        DOCKET_ACCOUNTS: undefined,
        DOCKET_ROLES: JSON.stringify([{ role: "operator", domains: ["acme.example"] }]),
      });
      await deployment.release("old");
      access.protect(deployment.port);
    });
    after(async () => {
      access?.end();
      await deployment?.end();
    });

    /** Opens the jobs as a person of Access. */
    async function signedIn(options) {
      ({ assertion: access.assertion } = await docket.world.sim("POST", "access/assertions", {}));
      const visit = await docket.visit(options);
      await visit.page.goto(`${access.url}${JOBS}`);
      await person.isLive(visit.page);
      return visit;
    }

    test("opens the console without a form, and allows what the role does", async () => {
      const visit = await signedIn();
      const { page } = visit;
      await person.startJob(page, "Say who may start a job [sim: 10m]");
      await person.seesJob(page, "Say who may start a job [sim: 10m]", "Active");
      await page.getByRole("button", { name: "Signed in as ada@acme.example" }).click();
      await sees(page.getByRole("button", { name: "Sign out" }));
      assert.equal(await page.getByRole("link", { name: "Access", exact: true }).count(), 0, "only admins may see it");
      await visit.end();
    });

    test("ends where Access signs people out", async () => {
      const visit = await signedIn();
      const { page } = visit;
      await page.getByRole("button", { name: "Signed in as ada@acme.example" }).click();
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.waitForURL(`${access.url}/cdn-cgi/access/logout`);
      await visit.end();
    });

    test("that ends while the console is open is said, and a reload continues with the draft", async () => {
      // Access answers requests for the app's modules too, with its own page.
      const visit = await signedIn({ expected: [/^401 (POST|GET) \//, /^console: .*WebAssembly/] });
      const { page } = visit;
      const { assertion } = access;
      const prompt = "Sent after the sign-in has ended";
      await person.newJob(page).fill(prompt);
      access.assertion = undefined;
      // Another request of the page may learn it before this one does.
      await page.keyboard.press("Control+Enter");
      await sees(person.heading(page, "Your sign-in has ended"));
      access.assertion = assertion;
      await page.getByRole("button", { name: "Reload" }).click();
      await person.isLive(page);
      await person.holds(person.newJob(page), prompt);
      await visit.end();
    });

    test("that a request went around is said in place of a form", async () => {
      // The page requests the projects and jobs of a person who may be signed in, in parallel with the app.
      const visit = await docket.visit({ expected: [/^401 GET \/api\/projects(\/[^/]+\/jobs)?$/] });
      const { page } = visit;
      await page.goto(`${deployment.url}${JOBS}`);
      await sees(person.heading(page, "This address is not protected by Cloudflare Access"));
      assert.equal(await page.getByLabel("Passphrase").count(), 0);
      await visit.end();
    });
  });
}
