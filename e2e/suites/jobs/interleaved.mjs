// What comes in between: keys before a dialog is there, changes by others while somebody types, responses in another order.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import * as person from "../../harness/person.mjs";
import { until } from "../../harness/until.mjs";
import { PROJECT } from "../../harness/world.mjs";
import { discardChanges, makeTemplate, template } from "../../harness/templates.mjs";

const { frames, sees } = person;
const EXTRAS = /docket-app-extras-[0-9a-f]+\.wasm/;
const INBOX = /docket-app-inbox-[0-9a-f]+\.wasm/;
const UNREAD = /docket-app-unread-[0-9a-f]+\.wasm/;
const COUNT = /\/inbox\?limit=0/;
const SESSION = /\/api\/session$/;
const button = (page, name) => page.getByRole("button", { name, exact: true });

/** Holds requests that match back: `isHeld` becomes true, and `release` lets go of them. */
async function hold(page, pattern, { method, bodyHas = "", afterwards = false } = {}) {
  const held = { isHeld: false };
  const released = new Promise((resolve) => (held.release = resolve));
  await page.route(pattern, async (route) => {
    if (method && route.request().method() !== method) return route.continue();
    if (!(route.request().postData() ?? "").includes(bodyHas)) return route.continue();
    // Afterwards: the edge has responded already.
    const response = afterwards ? await route.fetch() : undefined;
    held.isHeld = true;
    await released;
    return response ? route.fulfill({ response }) : route.continue();
  });
  held.isAskedFor = () => until(`${pattern} is asked for`, () => held.isHeld);
  return held;
}

export function interleaved(docket) {
  /** Polls a job until its end is seen: Docket has learned from the other tests, and would poll later by itself. */
  const isNoticed = (id, shown) =>
    until("the end is noticed", async () => {
      await docket.world.poll(id);
      return shown.isVisible();
    });

  /** An item of the inbox. */
  const inboxItem = (page, title) =>
    page.getByRole("main").getByRole("listitem").filter({ has: page.getByRole("link", { name: title, exact: true }) });

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

  describe("in between", () => {
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

    test("a second press of Edit does not replace what was typed since the first", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      const name = "Interleave two presses";
      await page.goto(docket.url(`/p/${PROJECT}/templates`));
      await makeTemplate(page, name, "As it is stored");
      const loading = await hold(page, /\/templates\/[^/]+$/, { method: "GET", afterwards: true });
      await button(page, `Edit ${name}`).click();
      await loading.isAskedFor();
      // The button says that it is disabled, and people press it all the same.
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

    test("items of the inbox that were asked for before a mark do not undo it", async () => {
      const title = "Interleave a mark and a load";
      const visit = await docket.signedIn();
      const { page } = visit;
      const { id } = await docket.world.startByProgram(`${title}\n[sim: 1s, fail]`);
      await page.goto(docket.url(`/p/${PROJECT}/inbox`));
      const item = inboxItem(page, title);
      const marks = item.getByRole("button", { name: `Mark as read: ${title}` });
      await isNoticed(id, marks);
      const loading = await hold(page, /\/api\/.*\/inbox$/, { method: "GET", afterwards: true });
      await docket.world.startByProgram(`${title} again\n[sim: 1s, fail]`);
      await loading.isAskedFor();
      await marks.click();
      await sees(item.getByRole("button", { name: `Mark as unread: ${title}` }));
      loading.release();
      await sees(page.getByRole("link", { name: `${title} again`, exact: true }));
      await sees(item.getByRole("button", { name: `Mark as unread: ${title}` }));
      await visit.end();
    });

    test("a job that ends before the module of the count is here, but after the items, is among the items", async () => {
      const title = "Interleave an end and a module";
      const visit = await docket.signedIn();
      const { page } = visit;
      const { id } = await docket.world.startByProgram(`${title}\n[sim: never]`);
      const unread = await hold(page, UNREAD);
      await page.goto(docket.url(`/p/${PROJECT}/inbox`));
      await sees(inboxItem(page, title));
      await person.isLive(page);
      await unread.isAskedFor();
      await docket.world.sim("POST", `jobs/${id}/end`, { outcome: "failed" });
      await isNoticed(id, page.getByText(`${title}: Failed.`));
      unread.release();
      await sees(inboxItem(page, title).getByRole("button", { name: `Mark as read: ${title}` }));
      await visit.end();
    });

    test("a job that ends after the items were requested ahead, but before the page is here, is among the items", async () => {
      const title = "Interleave an end and a request ahead";
      const visit = await docket.signedIn();
      const { page } = visit;
      const { id } = await docket.world.startByProgram(`${title}\n[sim: never]`);
      const [inbox, unread] = [await hold(page, INBOX), await hold(page, UNREAD)];
      const isAhead = page.waitForResponse((response) => /\/api\/.*\/inbox$/.test(response.url()));
      await page.goto(docket.url(`/p/${PROJECT}/inbox`));
      const { running } = await (await isAhead).json();
      assert.ok(running.items.some((item) => item.title?.startsWith(title)), "it is running when the items are requested");
      await person.isLive(page);
      await inbox.isAskedFor();
      await docket.world.sim("POST", `jobs/${id}/end`, { outcome: "failed" });
      await isNoticed(id, page.getByText(`${title}: Failed.`));
      inbox.release();
      await sees(inboxItem(page, title));
      unread.release();
      await sees(inboxItem(page, title).getByRole("button", { name: `Mark as read: ${title}` }));
      await visit.end();
    });

    test("a count that was asked for before a mark does not undo it", async () => {
      const title = "Interleave a mark and a count";
      const visit = await docket.signedIn();
      const { page } = visit;
      const { id } = await docket.world.startByProgram(`${title}\n[sim: 1s, fail]`);
      await page.goto(docket.jobs);
      await isNoticed(id, person.jobRow(page, title).getByRole("cell", { name: "Failed", exact: true }));
      const tab = page.getByRole("navigation", { name: "Pages", exact: true }).getByRole("link", { name: /^Inbox/ });
      const shown = async () => Number(/, (\d+)\+? unread$/.exec(await tab.textContent())?.[1] ?? 0);
      await until("it is counted", async () => (await shown()) > 0);
      const counting = await hold(page, COUNT, { method: "GET", afterwards: true });
      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
      await counting.isAskedFor();
      const isMarked = page.waitForResponse(
        (response) => response.request().method() === "PATCH" && response.url().endsWith("/inbox") && response.ok(),
      );
      await person.openJob(page, title);
      const { unread } = await (await isMarked).json();
      await until("the mark is counted", async () => (await shown()) === unread);
      const isLate = page.waitForResponse((response) => COUNT.test(response.url()));
      counting.release();
      await isLate;
      await frames(page);
      assert.equal(await shown(), unread);
      await visit.end();
    });

    test("two marks apply in the order of the clicks", async () => {
      const title = "Interleave two marks";
      const visit = await docket.signedIn();
      const { page } = visit;
      const { id } = await docket.world.startByProgram(`${title}\n[sim: 1s, fail]`);
      await page.goto(docket.url(`/p/${PROJECT}/inbox`));
      const item = inboxItem(page, title);
      const toggle = (mark) => item.getByRole("button", { name: `${mark}: ${title}` });
      await isNoticed(id, toggle("Mark as read"));
      await toggle("Mark as read").click();
      await sees(toggle("Mark as unread"));
      // Something else is unread, so that there is something to read.
      const other = await docket.world.startByProgram(`${title} again\n[sim: 1s, fail]`);
      await isNoticed(other.id, page.getByRole("button", { name: `Mark as read: ${title} again` }));
      const first = await hold(page, /\/inbox$/, { method: "PATCH", bodyHas: '"read":false' });
      await toggle("Mark as unread").click();
      await first.isAskedFor();
      let marks = 0;
      page.on("request", (request) => (marks += request.method() === "PATCH"));
      await button(page, "Mark all as read").click();
      await frames(page);
      assert.equal(marks, 0, "the second one is sent after the first one");
      first.release();
      await until("everything is read", async () => (await page.getByText("Unread:").count()) === 0);
      await page.reload();
      await sees(toggle("Mark as unread"));
      await visit.end();
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
      await docket.world.sim("POST", `jobs/${id}/end`, {});
      await person.seesStatus(page, "Completed");
      await button(page, "Stop polling").waitFor({ state: "detached" });
      await frames(page);
      assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
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
