// The sessions of a person, and who can get in.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import * as person from "../../harness/person.mjs";
import { Deployment } from "../../harness/release.mjs";
import { send } from "../../harness/session.mjs";
import { until } from "../../harness/until.mjs";
import { accounts } from "../../harness/worker.mjs";
import { PERSON, PROJECT } from "../../harness/world.mjs";

const { sees } = person;
/** A second person, with the same passphrase. */
const EVE = { name: "eve", passphrase: PERSON.passphrase };
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0";

export function sessions(docket) {
  describe("sessions", () => {
    // A deployment of its own: this suite ends all sessions of its person, and other tests need theirs.
    let deployment;
    before(async () => {
      deployment = await Deployment.prepare(await docket.world.folder("sessions"), docket.world.service, {
        DOCKET_ACCOUNTS: accounts(PERSON, EVE),
      });
      await deployment.release("old");
    });
    after(() => deployment?.end());

    async function signedIn(options) {
      const visit = await docket.visit(options);
      await visit.page.goto(`${deployment.url}/p/${PROJECT}/jobs`);
      await person.signIn(visit.page);
      await person.isLive(visit.page);
      return visit;
    }

    async function openOwn({ page }) {
      await page.getByRole("button", { name: /^Signed in as/ }).click();
      await page.getByRole("link", { name: "Your sessions" }).click();
      await sees(person.heading(page, "Your sessions"));
      await sees(page.getByRole("table", { name: "Sessions" }));
    }

    const rows = (page) => page.getByRole("table", { name: "Sessions" }).getByRole("row");

    test("are listed with their browsers, and one that is ended has to sign in again", async () => {
      const own = await signedIn();
      const other = await signedIn({ userAgent: FIREFOX, expected: [/^401 GET \//, /WebSocket/] });
      await openOwn(own);
      await sees(rows(own.page).filter({ hasText: "Headless Chrome on Linux" }).getByText("This session"));
      const end = own.page.getByRole("button", { name: "End the session of Firefox on Windows" });
      await end.click();
      await end.waitFor({ state: "detached" });
      await sees(own.page.getByText("This session"));
      // Its WebSocket closes, and what it requests then is refused.
      await sees(person.heading(other.page, "Sign in"));
      await own.end();
      await other.end();
    });

    test("that cannot be loaded say so each time, and the focus stays where they would be", async () => {
      const own = await signedIn({ expected: [/^failed: GET .*\/sessions/, /^console: Failed to load resource: net::ERR_FAILED/] });
      const { page } = own;
      const sessionsOf = /\/api\/sessions/;
      await page.route(sessionsOf, (route) => route.abort());
      await page.goto(`${deployment.url}/sessions`);
      const again = page.getByRole("alert").getByRole("button", { name: "Try again" });
      await sees(again);
      const first = await again.elementHandle();
      const region = page.getByRole("main").locator("section");
      await again.focus();
      await page.keyboard.press("Enter");
      await until("the first error is gone", () => first.evaluate((button) => !button.isConnected));
      await sees(again);
      await person.seesFocus(region);
      await page.unroute(sessionsOf);
      await again.click();
      await sees(page.getByRole("table", { name: "Sessions" }));
      await person.seesFocus(region);
      await own.end();
    });

    test("each end is announced, and leaves the focus at the list and not on another session", async () => {
      const own = await signedIn();
      const others = [];
      for (let number = 0; number < 3; number++) others.push(await signedIn({ userAgent: FIREFOX, expected: [/^401 GET \//, /WebSocket/] }));
      await openOwn(own);
      await own.page.locator("[aria-live=polite]").first().evaluate((region) => {
        window.docketEnds = 0;
        const count = () => (window.docketEnds += region.textContent === "Session ended." ? 1 : 0);
        new MutationObserver(count).observe(region, { subtree: true, childList: true, characterData: true });
      });
      const list = own.page.getByRole("group", { name: "List of sessions" });
      const end = own.page.getByRole("button", { name: "End the session of Firefox on Windows" });
      for (const left of [2, 1]) {
        await end.first().focus();
        await own.page.keyboard.press("Enter");
        await until(`${left} are left`, async () => (await end.count()) === left);
        await person.seesFocus(list);
        await until("the end is announced", async () => (await own.page.evaluate(() => window.docketEnds)) === 3 - left);
      }
      await end.click();
      for (const other of others) {
        await sees(person.heading(other.page, "Sign in"));
        await other.end();
      }
      await own.end();
    });

    test("all others end at once, and this one goes on", async () => {
      const own = await signedIn();
      const others = [];
      for (let number = 0; number < 2; number++) {
        others.push(await signedIn({ userAgent: FIREFOX, expected: [/^401 GET \//, /WebSocket/] }));
      }
      await openOwn(own);
      const all = own.page.getByRole("button", { name: "End all other sessions" });
      await all.click();
      await all.waitFor({ state: "detached" });
      assert.equal(await rows(own.page).count(), 2, "the heading, and this session");
      for (const other of others) {
        await sees(person.heading(other.page, "Sign in"));
        await other.end();
      }
      await own.page.goto(`${deployment.url}/p/${PROJECT}/jobs`);
      await person.isLive(own.page);
      await own.end();
    });

    test("are those of all tabs: each goes on as the person who signed in last", async () => {
      const visit = await signedIn({ expected: [/^401 GET \//, /WebSocket/] });
      const { page, context } = visit;
      const seesPerson = (page, name) => sees(page.getByRole("button", { name: new RegExp(`^Signed in as.*\\b${name}\\b`) }));
      await person.newJob(page).fill("Written by dev");
      await sees(person.outcome(page, "New job").getByText("Saved in this browser"));
      const other = await context.newPage();
      await other.goto(`${deployment.url}/settings`);
      await sees(person.heading(other, "Settings"));
      await page.getByRole("button", { name: /^Signed in as/ }).click();
      await page.getByRole("button", { name: "Sign out" }).click();
      await sees(person.heading(other, "Sign in"));
      await sees(other.getByLabel("Passphrase"));
      assert.equal(await other.getByText("Your session has ended.").count(), 0, "the person ended it");
      await person.signIn(page, PERSON.passphrase, EVE.name);
      await seesPerson(page, EVE.name);
      await seesPerson(other, EVE.name);
      await sees(person.heading(other, "Settings"));
      await person.isLive(page);
      await person.isEmpty(person.newJob(page));

      // The page did not learn of this sign-in before it is visible again.
      await send(other, "POST", "/api/session", PERSON);
      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
      await seesPerson(page, PERSON.name);
      await person.isLive(page);
      await person.holds(person.newJob(page), "Written by dev");
      await visit.end();
    });

    test("leave the next person in the same tab none of the days that the one before had chosen", async () => {
      const visit = await signedIn({ expected: [/^401 GET \//, /WebSocket/] });
      const { page } = visit;
      const tab = (name) => page.getByRole("navigation", { name: "Pages", exact: true }).getByRole("link", { name, exact: true });
      const chosen = (name) => page.getByRole("link", { name, exact: true }).and(page.locator("[aria-current]"));
      await page.goto(`${deployment.url}/p/${PROJECT}/visitors?range=7d&compare=none`);
      await sees(chosen("7 days"));
      await tab("Jobs").click();
      await sees(person.newJob(page));
      await page.getByRole("button", { name: /^Signed in as/ }).click();
      await page.getByRole("button", { name: "Sign out" }).click();
      await sees(person.heading(page, "Sign in"));
      await person.signIn(page, PERSON.passphrase, EVE.name);
      await sees(page.getByRole("button", { name: new RegExp(`^Signed in as.*\\b${EVE.name}\\b`) }));
      await person.isLive(page);
      await tab("Visitors").click();
      await sees(chosen("30 days"));
      await visit.end();
    });

    test("of everybody are open to an admin, with who can get in and why", async () => {
      const own = await signedIn();
      const other = await signedIn({ userAgent: FIREFOX, expected: [/^401 GET \//, /WebSocket/] });
      const { page } = own;
      await page.goto(`${deployment.url}/access`);
      const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: PERSON.name, exact: true }) });
      await sees(row.getByText("Admin in all projects, for everyone who signs in with a passphrase"));
      const toggle = row.getByRole("button", { name: new RegExp(`^\\d+ sessions of ${PERSON.name}$`) });
      const count = Number.parseInt(await toggle.textContent(), 10);
      await toggle.click();
      await page.getByRole("button", { name: "End the session of Firefox on Windows" }).click();
      await sees(row.getByRole("button", { name: new RegExp(`^${count - 1} sessions? of ${PERSON.name}$`) }));
      await sees(person.heading(other.page, "Sign in"));
      await sees(page.getByRole("table", { name: "Audit log" }).getByText("Sign in").first());
      await page.reload();
      await sees(page.getByRole("table", { name: "Audit log" }).getByRole("cell", { name: "End session" }).first());
      await own.end();
      await other.end();
    });
  });
}
