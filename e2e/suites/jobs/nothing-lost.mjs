// No typed text is lost, whatever the service or the network do.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { TcpProxy } from "../../harness/tcp-proxy.mjs";
import * as person from "../../harness/person.mjs";
import { fillStorage } from "../../harness/storage.mjs";
import { until } from "../../harness/until.mjs";
import { PROJECT } from "../../harness/world.mjs";

const { sees } = person;
const CREATE = `POST /v2/agent/${PROJECT}/job`;
/** The request for the number of unread items, which the top bar shows. */
const INBOX = /\/inbox\?limit=0/;

export function nothingLost(docket) {
  describe("no typed text is lost", () => {
    test("when the service rejects it", async () => {
      const prompt = "Rewrite the page on webhooks.\nSay when a delivery is tried again.\n[sim: 400]";
      const visit = await docket.signedIn({ expected: [new RegExp(`^400 ${CREATE}$`)] });
      const { page } = visit;
      await page.goto(docket.jobs);
      await person.startJob(page, prompt);
      await sees(person.outcome(page, "New job").getByText("Your text is still here"));
      const field = person.newJob(page);
      assert.equal(await field.inputValue(), prompt);
      assert.equal(await field.getAttribute("aria-invalid"), "true");

      await page.reload();
      await person.isLive(page);
      assert.equal(await person.newJob(page).inputValue(), prompt, "the draft outlives the page");
      await visit.end();
    });

    test("when the browser is offline", async () => {
      const title = "Describe the rate limits in one place";
      const prompt = `${title}\n[sim: 1s, no-pr]`;
      const visit = await docket.signedIn({ expected: [/ERR_INTERNET_DISCONNECTED/] });
      const { page } = visit;
      await page.goto(docket.jobs);
      await person.isLive(page);
      await visit.context.setOffline(true);
      await person.seesConnection(page, "Offline");
      await person.startJob(page, prompt);
      await sees(person.outcome(page, "New job").getByText("Your text is still here"));
      assert.equal(await person.newJob(page).inputValue(), prompt);

      await visit.context.setOffline(false);
      await person.isLive(page);
      await person.outcome(page, "New job").getByText("Your text is still here").waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Start job" }).click();
      await person.seesJob(page, title, "Completed");
      await person.isEmpty(person.newJob(page));
      await visit.end();
      assert.equal((await docket.world.jobsOf(prompt)).length, 1);
    });

    test("when the browser is offline, also if it is online again while another page is open", async () => {
      const visit = await docket.signedIn({ expected: [/ERR_INTERNET_DISCONNECTED/] });
      const { page, context } = visit;
      // The page has been open before, so that its module is there.
      await page.goto(docket.url("/settings"));
      await sees(person.heading(page, "Settings"));
      await page.getByRole("link", { name: "Docket", exact: true }).click();
      await person.isLive(page);
      await context.setOffline(true);
      await person.seesConnection(page, "Offline");
      await person.startJob(page, "Describe what to do in a tunnel");
      const failure = person.outcome(page, "New job").getByText(/^Docket did not respond\./);
      await sees(failure);
      await page.goBack();
      await sees(person.heading(page, "Settings"));
      await context.setOffline(false);
      await page.getByRole("link", { name: "Docket", exact: true }).click();
      await person.isLive(page);
      await sees(person.outcome(page, "New job").getByText("You can send it again safely"));
      assert.equal(await failure.count(), 0);
      await person.newJob(page).fill("");
      await visit.end();
    });

    test("without a word when the browser's storage is full", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.goto(docket.jobs);
      await person.isLive(page);
      const hint = (text) => sees(person.outcome(page, "New job").getByText(text));
      await person.newJob(page).fill("Typed before");
      await hint("Saved in this browser until you send it.");
      await fillStorage(page);
      await person.newJob(page).fill("Typed before the storage was full, and after");
      await hint("send the prompt before you close or reload this tab.");
      await visit.end();
    });

    test("in two tabs", async () => {
      const [first, second] = ["Typed in the first tab", "Typed in the second tab"];
      const visit = await docket.signedIn();
      const { page, context } = visit;
      await page.goto(docket.jobs);
      await person.isLive(page);
      await person.newJob(page).fill(first);
      const other = await context.newPage();
      await other.goto(docket.jobs);
      await person.isLive(other);
      await person.holds(person.newJob(other), first);
      await person.startJob(other, `${second}\n[sim: 1s, no-pr]`);
      await person.seesJob(other, second, "Completed");
      await page.reload();
      await person.isLive(page);
      await person.holds(person.newJob(page), first);

      // A new tab continues what a closed one left.
      await page.close();
      const later = await context.newPage();
      await later.goto(docket.jobs);
      await person.isLive(later);
      await person.holds(person.newJob(later), first);
      await visit.end();
    });

    test("in a tab that only shows another tab's, where it does not come back once it is sent", async () => {
      const visit = await docket.signedIn();
      const { page, context } = visit;
      await page.goto(docket.jobs);
      await person.isLive(page);
      await person.newJob(page).fill("Shown in two tabs");
      const other = await context.newPage();
      await other.goto(docket.jobs);
      await person.isLive(other);
      await person.holds(person.newJob(other), "Shown in two tabs");
      await person.newJob(page).pressSequentially(", typed on");
      await person.holds(person.newJob(other), "Shown in two tabs, typed on");
      await person.startJob(page, "Shown in two tabs, and sent\n[sim: 1s, no-pr]");
      await person.seesJob(other, "Shown in two tabs, and sent", "Completed");
      await person.holds(person.newJob(other), "");
      await Promise.all([page.close(), other.close()]);
      const later = await context.newPage();
      await later.goto(docket.jobs);
      await person.isLive(later);
      await person.holds(person.newJob(later), "");
      await visit.end();
    });

    test("in a tab that shows another tab's, when the storage is full", async () => {
      const visit = await docket.signedIn();
      const { page, context } = visit;
      await page.goto(docket.jobs);
      await person.isLive(page);
      await person.newJob(page).fill("Typed in the first tab");
      const other = await context.newPage();
      await other.goto(docket.jobs);
      await person.isLive(other);
      await person.holds(person.newJob(other), "Typed in the first tab");
      await fillStorage(other);
      await person.newJob(other).fill("Typed while the storage was full");
      await sees(person.outcome(other, "New job").getByText("send the prompt before you close or reload this tab."));
      await other.evaluate(() => addEventListener("storage", () => (window.hasChange = true), { once: true }));
      await person.newJob(page).fill("Typed on in the first tab");
      await other.waitForFunction(() => window.hasChange);
      await person.holds(person.newJob(other), "Typed while the storage was full");
      await visit.end();
    });

    test("when the session ends, whose end the sign-in page gives as its reason", async () => {
      const visit = await docket.visit({ expected: [/^401 (GET|POST) \//] });
      const { page, context } = visit;
      await page.goto(docket.jobs);
      await person.signIn(page);
      await person.isLive(page);
      await person.newJob(page).fill("Written before the end of the session");
      await context.clearCookies();
      await page.getByRole("button", { name: "Start job" }).click();
      await sees(page.getByText("Your session has ended."));
      await person.signIn(page);
      await person.isLive(page);
      await person.holds(person.newJob(page), "Written before the end of the session");
      assert.equal(await person.newJob(page).getAttribute("aria-invalid"), null, "no error is left");
      await sees(person.outcome(page, "New job").getByText("Saved in this browser"));
      await visit.end();
    });

    describe("when the connection breaks", () => {
      let proxy;
      before(async () => {
        proxy = await TcpProxy.to(docket.world.port);
      });
      after(() => proxy.end());

      test("text typed meanwhile stays, and is sent once", async () => {
        const title = "Link the changelog from every SDK page";
        const prompt = `${title}\n[sim: 1s, pr]`;
        const connectionErrors = /ERR_(CONNECTION|EMPTY|INCOMPLETE|SOCKET|ABORTED|NETWORK)|WebSocket connection/;
        const visit = await docket.visit({ expected: [connectionErrors] });
        const { page } = visit;
        // The last that the page loads by itself.
        const hasInbox = page.waitForResponse(INBOX);
        await page.goto(`${proxy.url}/p/${PROJECT}/jobs`);
        await person.signIn(page);
        await person.isLive(page);
        await (await hasInbox).finished();

        proxy.disconnect();
        await person.seesConnection(page, "Reconnecting");
        await person.startJob(page, prompt);
        await sees(person.outcome(page, "New job").getByText("Your text is still here"));
        assert.equal(await person.newJob(page).inputValue(), prompt);

        proxy.reconnect();
        await person.isLive(page);
        await page.getByRole("button", { name: "Start job" }).click();
        await person.seesJob(page, title, "Completed");
        await person.isEmpty(person.newJob(page));
        await visit.end();
        assert.equal((await docket.world.jobsOf(prompt)).length, 1);
      });

      test("text that was typed before an hour of sleep is still there, and is sent once", async () => {
        const title = "Explain what a laptop does at night";
        const prompt = `${title}\n[sim: 1s, no-pr]`;
        const visit = await docket.visit({ expected: [/ERR_(CONNECTION|EMPTY|SOCKET|ABORTED|NETWORK|TIMED_OUT)|WebSocket connection/] });
        const { page } = visit;
        await page.clock.install();
        const hasInbox = page.waitForResponse(INBOX);
        await page.goto(`${proxy.url}/p/${PROJECT}/jobs`);
        await person.signIn(page);
        await person.isLive(page);
        // What the page loads for a draft is loaded too: requests without a response would occupy the browser's connections.
        const hasNotes = page.waitForResponse(/\/jobs\?limit=1/);
        await person.newJob(page).fill(prompt);
        for (const response of await Promise.all([hasInbox, hasNotes])) await response.finished();

        proxy.silence();
        // The console pings, and gets no response. The page has no other sign that the connection is dead.
        await page.clock.fastForward("01:00:00");
        await person.isLive(page);
        await page.clock.fastForward("00:11");
        await person.seesConnection(page, "Reconnecting");
        await person.holds(person.newJob(page), prompt);

        await until("the console connects again", () => proxy.unanswered > 0);
        // That attempt gets no response at all.
        proxy.speak();
        await page.clock.fastForward("00:26");
        await person.isLive(page);
        await person.holds(person.newJob(page), prompt);
        await page.getByRole("button", { name: "Start job" }).click();
        await person.seesJob(page, title, "Completed");
        await person.isEmpty(person.newJob(page));
        await visit.end();
        assert.equal((await docket.world.jobsOf(prompt)).length, 1);
      });
    });
  });
}
