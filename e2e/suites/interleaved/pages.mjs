// What comes in between where pages are opened and left: keys before a dialog is there, another tab, the end of a session.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { hold } from "../../harness/hold.mjs";
import * as person from "../../harness/person.mjs";
import { discardChanges, makeTemplate, template } from "../../harness/templates.mjs";
import { PROJECT } from "../../harness/world.mjs";

const { button, frames, sees } = person;
const EXTRAS = /docket-app-extras-[0-9a-f]+\.wasm/;
const SIGN_IN = /docket-app-sign_in-[0-9a-f]+\.wasm/;
/** What a browser reports of a module that it cannot load. */
const NOT_LOADED = [/^failed: GET \/docket-app-/, /^console: .*(WebAssembly|ERR_|Failed to fetch)/];
const COUNT = /\/inbox\?limit=0/;
const SESSION = /\/api\/session$/;

export function interleavedPages(docket) {
  describe("in between, on other pages", () => {
    test("keys that are pressed while the palette is loaded are for the palette", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      const extras = await hold(page, EXTRAS);
      await page.goto(docket.jobs);
      await person.isLive(page);
      await person.newJob(page).focus();
      await page.keyboard.press("Control+k");
      await extras.isAskedFor();
      await page.keyboard.type("visitx");
      await page.keyboard.press("Backspace");
      extras.release();
      const field = page.getByRole("dialog", { name: "Commands" }).getByRole("combobox");
      await person.holds(field, "visit");
      await person.seesFocus(field);
      await page.keyboard.type("ors");
      await person.holds(field, "visitors");
      await person.isEmpty(person.newJob(page));
      await page.keyboard.press("Enter");
      await sees(person.heading(page, "Visitors"));
      await visit.end();
    });

    for (const [path, loading, data] of [
      ["inbox", "Loading the inbox", /\/api\/.*\/inbox$/],
      ["jobs/", "Loading the job", /\/api\/projects\/[^/]+\/jobs\/[^/]+$/],
    ]) {
      test(`nothing says "${loading}" any more once that has failed`, async () => {
        const { id } = await docket.world.startByProgram(`Interleave a failure and "${loading}"\n[sim: 1s, no-pr]`);
        const visit = await docket.signedIn({ expected: [/ERR_FAILED/] });
        const { page } = visit;
        const status = page.getByRole("status", { name: loading });
        const { promise, resolve } = Promise.withResolvers();
        await page.route(data, async (route) => {
          await promise;
          await route.abort();
        });
        await page.goto(docket.url(`/p/${PROJECT}/${path}${path === "inbox" ? "" : id}`));
        await sees(status);
        resolve();
        const again = button(page.getByRole("main").getByRole("alert"), "Try again");
        await sees(again);
        assert.equal(await status.count(), 0);
        await page.unroute(data);
        await again.click();
        await again.waitFor({ state: "detached" });
        await visit.end();
      });
    }

    test("a palette that cannot be loaded leaves keys to the page", async () => {
      const title = "Interleave a palette that is gone";
      const { id } = await docket.world.startByProgram(`${title}\n[sim: 1s, no-pr]`);
      const visit = await docket.signedIn({ expected: NOT_LOADED });
      const { page } = visit;
      await page.route(EXTRAS, (route) => route.abort());
      const history = await hold(page, `**/api/projects/${PROJECT}/jobs/${id}`, { method: "GET" });
      await page.goto(`${docket.jobs}/${id}`);
      await sees(person.heading(page, title));
      await history.isAskedFor();
      await page.keyboard.press("Control+k");
      await sees(button(page.getByRole("alert"), "Reload"));
      await page.keyboard.type("cdigi");
      await frames(page);
      history.release();
      await person.seesFocus(person.followUp(page));
      await person.holds(person.followUp(page), "digi");
      await page.keyboard.type("tal");
      await person.holds(person.followUp(page), "digital");
      await person.followUp(page).fill("");
      await visit.end();
    });

    test("a palette that was wanted offline opens only for a person", async () => {
      const visit = await docket.signedIn({ expected: [/ERR_INTERNET_DISCONNECTED/, ...NOT_LOADED] });
      const { page, context } = visit;
      // The list of jobs loads the module of the palette ahead.
      await page.goto(docket.url(`/p/${PROJECT}/templates`));
      await person.isLive(page);
      await context.setOffline(true);
      await person.seesConnection(page, "Offline");
      await page.keyboard.press("Control+k");
      const again = page.getByRole("alert").getByRole("button", { name: "Try again" });
      await sees(again);
      await context.setOffline(false);
      await person.isLive(page);
      await frames(page);
      assert.equal(await page.getByRole("dialog").count(), 0);
      await again.click();
      await person.seesFocus(page.getByRole("dialog", { name: "Commands" }).getByRole("combobox"));
      await visit.end();
    });

    test("a session that ends on a slow line says that the sign-in is being loaded", async () => {
      const visit = await docket.signedIn({ expected: [/^401 (GET|POST) \//] });
      const { page, context } = visit;
      await page.goto(docket.jobs);
      await person.isLive(page);
      await context.clearCookies();
      const module = await hold(page, SIGN_IN);
      const health = await hold(page, /\/api\/health$/);
      // A page that becomes visible reads its session.
      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
      await module.isAskedFor();
      const loading = page.getByRole("status").filter({ hasText: "Loading Docket…" });
      await sees(loading);
      assert.match(await page.title(), /^(\(\d+\+?\) )?Sign in · Docket$/);
      module.release();
      await health.isAskedFor();
      await sees(loading);
      health.release();
      await sees(person.heading(page, "Sign in"));
      await person.seesFocus(page.getByLabel("Name"));
      await visit.end();
    });

    test("a second press of Edit does not replace what was typed since the first", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      const name = "Interleave two presses";
      await page.goto(docket.url(`/p/${PROJECT}/templates`));
      await makeTemplate(page, name, "As it is stored");
      const loading = await hold(page, /\/templates\/[^/]+$/, { method: "GET", afterwards: true });
      await button(page, `Edit ${name}`).click();
      await loading.isAskedFor();
      // The button says that it is disabled, and people press it anyway.
      await button(page, `Edit ${name}`).click({ force: true });
      loading.release();
      const field = template(page, name).getByLabel("Prompt");
      await person.seesFocus(template(page, name).getByLabel("Name"));
      await field.fill("As I typed it");
      await page.unrouteAll({ behavior: "wait" });
      await person.holds(field, "As I typed it");
      await discardChanges(template(page, name));
      await visit.end();
    });

    test("a prompt whose page is closed before its response says that it may have been sent", async () => {
      const title = "Interleave a prompt and the end of its page";
      const prompt = `${title}\n[sim: 1s, no-pr]`;
      const visit = await docket.signedIn();
      const { page, context } = visit;
      await page.goto(docket.jobs);
      await person.isLive(page);
      const creating = await hold(page, `**/v2/agent/${PROJECT}/job`, { method: "POST", afterwards: true });
      await person.startJob(page, prompt);
      await creating.isAskedFor();
      await sees(person.jobRow(page, title));
      await sees(person.outcome(page, "New job").getByText("Saved in this browser until you send it."));
      await page.close();
      const later = await context.newPage();
      await later.goto(docket.jobs);
      await person.isLive(later);
      await person.holds(person.newJob(later), prompt);
      await sees(person.outcome(later, "New job").getByText("You can send it again safely: it runs once, even if it was sent already."));
      await button(later, "Start job").click();
      await sees(person.outcome(later, "New job").getByRole("link", { name: "Open the job" }));
      await person.isEmpty(person.newJob(later));
      await visit.end();
      assert.equal((await docket.world.jobsOf(prompt)).length, 1);
    });

    test("a response to the ended session does not end the next one", async () => {
      const visit = await docket.visit({ expected: [/^401 (GET|POST) \//] });
      const { page, context } = visit;
      await page.goto(docket.jobs);
      await person.signIn(page);
      await person.isLive(page);
      await context.clearCookies();
      // A page that becomes visible asks for both.
      const counting = await hold(page, COUNT, { method: "GET", afterwards: true });
      const reading = await hold(page, SESSION, { method: "GET", afterwards: true });
      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
      await counting.isAskedFor();
      await reading.isAskedFor();
      await person.startJob(page, "Interleave two sessions\n[sim: 1s, no-pr]");
      await sees(page.getByText("Your session has ended."));
      await person.signIn(page);
      await person.isLive(page);
      const isLate = page.waitForResponse((response) => COUNT.test(response.url()) && response.status() === 401);
      const isRead = page.waitForResponse((response) => SESSION.test(response.url()) && response.request().method() === "GET");
      counting.release();
      reading.release();
      await isLate;
      await isRead;
      await frames(page);
      assert.equal(new URL(page.url()).pathname, `/p/${PROJECT}/jobs`);
      await person.holds(person.newJob(page), "Interleave two sessions\n[sim: 1s, no-pr]");
      await person.newJob(page).fill("");
      await visit.end();
    });

    for (const [path, name] of [
      ["jobs", "Search prompts"],
      ["visitors?from=2026-08-01&to=2026-08-31", "Search paths"],
      ["audit", "Person or program"],
    ]) {
      test(`leaving ${path.split("?")[0]} with a search that is not applied yet`, async () => {
        const visit = await docket.signedIn();
        const { page } = visit;
        await page.goto(docket.url(`/p/${PROJECT}/inbox`));
        await person.isLive(page);
        await page.evaluate((url) => history.pushState(null, "", url), `/p/${PROJECT}/inbox`);
        await page.goto(docket.url(`/p/${PROJECT}/${path}`));
        const field = page.getByRole("searchbox", { name }).or(page.getByRole("combobox", { name })).first();
        await sees(field);
        await page.getByRole("link", { name: /^Inbox/ }).click();
        await sees(person.heading(page, "Inbox"));
        await page.goBack();
        await sees(field);
        await field.pressSequentially("retr");
        await page.goForward();
        await sees(person.heading(page, "Inbox"));
        // An app that has ended does not follow links.
        await page.getByRole("link", { name: "Templates" }).click();
        await sees(person.heading(page, "Templates"));
        await visit.end();
      });
    }

    test("an edit of a template goes on after a look at its versions", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      const name = "Interleave an edit and a look";
      await page.goto(docket.url(`/p/${PROJECT}/templates`));
      await makeTemplate(page, name, "Look at {{page}}.");
      const edit = () => template(page, name).getByRole("button", { name: `Edit ${name}` }).click();
      const form = page.getByRole("form", { name: "Edit template" });
      const prompt = form.getByLabel("Prompt");
      await edit();
      await person.seesFocus(form.getByLabel("Name"));
      await prompt.fill("Look at {{page}} twice.");
      await template(page, name).getByRole("button", { name: `Versions of ${name}` }).click();
      await prompt.waitFor({ state: "detached" });
      await edit();
      await person.holds(prompt, "Look at {{page}} twice.");
      await edit();
      await person.holds(prompt, "Look at {{page}} twice.");
      await visit.end();
    });

    test("a batch of another tab is neither ended nor in the place of what is prepared here", async () => {
      const name = "Interleave two tabs";
      const visit = await docket.signedIn();
      const { page } = visit;
      const batch = docket.url(`/p/${PROJECT}/batch`);
      const prepare = async (tab, paths) => {
        await tab.getByRole("textbox", { name: "Pages" }).fill(paths.join("\n"));
        await tab.getByRole("combobox", { name: "Template" }).selectOption({ label: name });
      };
      const isSent = (tab, words) => sees(tab.getByText(words, { exact: true }));
      await page.goto(docket.url(`/p/${PROJECT}/templates`));
      await makeTemplate(page, name, `${name} on {{page}}.\n[sim: 1h]`);
      const other = await visit.context.newPage();
      await other.goto(batch);
      await prepare(other, ["/other"]);
      await page.goto(batch);
      await prepare(page, ["/one"]);
      await button(page, "Start 1 job").click();
      await isSent(page, "1 of 1 sent");

      // The tabs share the list. It is empty once its batch has begun, and the other tab shows that batch.
      await person.isEmpty(other.getByRole("textbox", { name: "Pages" }));
      await prepare(other, ["/other"]);
      await button(other, "Start 1 job").click();
      await isSent(other, "1 of 1 sent");
      await button(page, "Close").click();
      await prepare(page, ["/two", "/three"]);
      const creates = await hold(page, `**/v2/agent/${PROJECT}/job`);
      await button(page, "Start 2 jobs").click();
      await creates.isAskedFor();
      await button(other, "Close").click();
      await page.unroute(`**/v2/agent/${PROJECT}/job`);
      await page.reload();
      await button(page, "Resume").click();
      await isSent(page, "2 of 2 sent");
      await button(page, "Close").click();
      await visit.end();
    });
  });
}
