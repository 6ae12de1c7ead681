// The inbox: what needs a decision, what has ended, what is running, and which of these items the person has read.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { PATH, item, link, setVisible, started, tab } from "../../harness/inbox.mjs";
import * as person from "../../harness/person.mjs";
import { until } from "../../harness/until.mjs";
import { PROJECT } from "../../harness/world.mjs";

const { sees } = person;
const REJECTED = new RegExp(`^400 POST /v2/agent/${PROJECT}/job$`);

export function inbox(docket) {
  const unread = (page, title) => item(page, title).getByText("Unread:");
  const group = (page, name) => page.getByRole("list", { name, exact: true });
  const readAll = (page) => page.getByRole("button", { name: "Mark all as read" });

  /** The number of unread items that the link names. */
  async function count(page) {
    const name = await tab(page).textContent();
    return Number(/, (\d+)\+? unread$/.exec(name)?.[1] ?? 0);
  }

  /** Waits until the link counts what the page shows. Jobs of other tests may become unread meanwhile. */
  const agrees = (page) =>
    until("the count agrees", async () => (await count(page)) === (await page.getByText("Unread:").count()));

  async function opened(options) {
    const visit = await docket.signedIn(options);
    await visit.page.goto(docket.url(PATH));
    await sees(person.heading(visit.page, "Inbox"));
    await person.isLive(visit.page);
    await isLoaded(visit.page);
    return visit;
  }

  const isLoaded = (page) =>
    sees(page.getByRole("heading", { name: "Running", exact: true }).or(page.getByRole("link", { name: "Start a job", exact: true })));

  /** Opens the inbox with nothing unread. The title has the count before the link, which gets it from a module of its own. */
  async function openedRead(options) {
    const visit = await opened(options);
    await until("everything is read", async () => {
      if (!(await visit.page.title()).startsWith("(") && (await count(visit.page)) === 0) return true;
      // A click would wait until the button is enabled. Once everything is read, it is disabled.
      await readAll(visit.page).dispatchEvent("click");
      return false;
    });
    return visit;
  }

  /** Opens the inbox, where the mark of a new item has failed. Returns the button that tries it again. */
  async function openedWithFailedMark(title) {
    const visit = await openedRead({ expected: [/^failed: PATCH /, /^console: Failed to load resource: net::ERR_FAILED/] });
    const { page } = visit;
    await started(page, `${title}\n[sim: 1s, fail]`);
    await sees(unread(page, title));
    await page.route(`**/api/projects/${PROJECT}/inbox`, (route) =>
      route.request().method() === "PATCH" ? route.abort() : route.continue(),
    );
    await item(page, title).getByRole("button", { name: `Mark as read: ${title}` }).click();
    const again = page.getByRole("alert").getByRole("button", { name: "Try again" });
    await sees(again);
    return { visit, page, again };
  }

  describe("the inbox", () => {
    test("is counted in its link also on a page of no project that is opened directly", async () => {
      const visit = await opened();
      const { page } = visit;
      await started(page, "Document what nobody has read\n[sim: 1s, fail]");
      const counted = page.getByRole("link", { name: /^Inbox, \d+ unread$/ });
      await sees(counted);
      for (const [address, heading] of [["/settings", "Settings"], ["/access", "Access"], ["/sessions", "Your sessions"]]) {
        await page.goto(docket.url(address));
        await sees(person.heading(page, heading));
        await sees(counted);
      }
      const before = await counted.innerText();
      await docket.world.startByProgram("Document what fails meanwhile\n[sim: 1s, fail]");
      await until("it is counted there", async () => (await counted.innerText()) !== before);
      await visit.end();
    });

    test("says of every job why it is there, and counts what is unread in the link, the title and the icon", async () => {
      const visit = await openedRead({ expected: [REJECTED] });
      const { page } = visit;
      const icon = () => page.locator("link[rel=icon]").getAttribute("href");
      assert.equal(await page.title(), "Inbox · Acme docs · Docket");
      assert.equal(await icon(), "/favicon.svg");
      assert.equal(await readAll(page).getAttribute("aria-disabled"), "true");
      // After the short jobs of other tests, ten minutes soon are much longer than usual: then it needs somebody.
      await started(page, "Document everything\n[sim: 10m]");
      await sees(group(page, "Running").getByRole("listitem").filter({ has: link(page, "Document everything") }).getByText("The agent is working."));
      assert.equal(await item(page, "Document everything").getByRole("button").count(), 0, "what runs is not unread");
      await started(
        page,
        "Document the limits\n[sim: 1s, pr]",
        "Document what cannot be documented\n[sim: 1s, fail]",
        "Document nothing\n[sim: 400]",
      );
      await sees(group(page, "Ended").getByRole("listitem").filter({ hasText: "Review the pull request." }).filter({ has: link(page, "Document the limits") }));
      const needs = group(page, "Needs you");
      await sees(needs.getByRole("listitem").filter({ has: link(page, "Document what cannot be documented") }).getByText("The job failed."));
      await sees(needs.getByRole("listitem").filter({ has: link(page, "Document nothing") }).getByText("A prompt was rejected:"));
      await agrees(page);
      await sees(page.getByRole("link", { name: /^Inbox, \d+ unread$/ }));
      const before = await count(page);
      assert.ok(before >= 3, `${before} are unread`);
      await until("the title has it", async () => (await page.title()) === `(${await count(page)}) Inbox · Acme docs · Docket`);
      assert.equal(await icon(), "/favicon-unread.svg");
      assert.equal((await page.request.get(docket.url(await icon()))).status(), 200);

      // The count alone would not say so: another job may become unread meanwhile.
      const isMarked = page.waitForResponse(
        (response) => response.request().method() === "PATCH" && response.url().endsWith("/inbox") && response.ok(),
      );
      await link(page, "Document the limits").click();
      await sees(person.heading(page, "Document the limits"));
      await isMarked;
      await page.goBack();
      await sees(item(page, "Document the limits"));
      await unread(page, "Document the limits").waitFor({ state: "detached" });
      await sees(unread(page, "Document nothing"));
      await link(page, "Document nothing").click();
      await sees(person.heading(page, "Jobs"));
      await tab(page).click();
      await sees(item(page, "Document nothing"));
      await unread(page, "Document nothing").waitFor({ state: "detached" });
      await agrees(page);
      await visit.end();
    });

    test("agrees with a mark of another browser that came while the live stream was lost", async () => {
      const title = "Explain a mark that came in between";
      const visit = await openedRead();
      const { page } = visit;
      let lose;
      const marked = Promise.withResolvers();
      await page.routeWebSocket(/\/live/, (socket) => {
        if (lose) {
          marked.promise.then(() => socket.connectToServer());
          return;
        }
        socket.connectToServer();
        lose = () => socket.close();
      });
      await page.reload();
      await isLoaded(page);
      await person.isLive(page);
      await started(page, `${title}\n[sim: 1s, no-pr]`);
      await sees(unread(page, title));
      lose();
      const other = await opened();
      await item(other.page, title).getByRole("button", { name: `Mark as read: ${title}` }).click();
      await unread(other.page, title).waitFor({ state: "detached" });
      await other.end();
      marked.resolve();
      await unread(page, title).waitFor({ state: "detached" });
      await agrees(page);
      await visit.end();
    });

    test("marks with the button and the key, keeps the focus, and another browser of the person agrees", async () => {
      const title = "Explain what an inbox is";
      const visit = await openedRead();
      const { page } = visit;
      await started(page, `${title}\n[sim: 1s, no-pr]`);
      await sees(unread(page, title));
      const other = await opened();
      await sees(unread(other.page, title));

      await item(page, title).getByRole("button", { name: `Mark as read: ${title}` }).click();
      await unread(page, title).waitFor({ state: "detached" });
      await person.seesFocus(item(page, title).getByRole("button", { name: `Mark as unread: ${title}` }));
      await agrees(page);
      await setVisible(other.page, false);
      await setVisible(other.page, true);
      await unread(other.page, title).waitFor({ state: "detached" });
      await agrees(other.page);
      await other.end();

      await link(page, title).focus();
      await page.keyboard.press("e");
      await sees(unread(page, title));
      await person.seesFocus(link(page, title));
      await page.keyboard.press("e");
      await unread(page, title).waitFor({ state: "detached" });
      await page.keyboard.press("e");
      await sees(unread(page, title));
      await readAll(page).click();
      await unread(page, title).waitFor({ state: "detached" });
      await person.seesFocus(readAll(page));
      await visit.end();
    });

    test("is marked in every browser of the person soon", async () => {
      const title = "Explain what a browser is";
      const visit = await openedRead();
      const { page } = visit;
      await started(page, `${title}\n[sim: 1s, no-pr]`);
      await sees(unread(page, title));
      const other = await opened();
      await sees(unread(other.page, title));
      const third = await docket.signedIn();
      await third.page.goto(docket.jobs);
      await person.isLive(third.page);
      await until("it is counted", async () => (await count(third.page)) > 0);
      await item(page, title).getByRole("button", { name: `Mark as read: ${title}` }).click();
      await unread(other.page, title).waitFor({ state: "detached" });
      await agrees(other.page);
      await until("it is counted no more", async () => (await count(third.page)) === (await count(page)));
      await third.end();
      await other.end();
      await visit.end();
    });

    test("is marked in every tab of the browser at once", async () => {
      const title = "Explain what a tab is";
      const visit = await openedRead();
      const { page, context } = visit;
      await started(page, `${title}\n[sim: 1s, no-pr]`);
      await sees(unread(page, title));
      const other = await context.newPage();
      await other.goto(docket.url(PATH));
      await sees(unread(other, title));
      await item(page, title).getByRole("button", { name: `Mark as read: ${title}` }).click();
      await unread(other, title).waitFor({ state: "detached" });
      await agrees(other);
      await other.goto(docket.jobs);
      await person.isLive(other);
      const before = await count(other);
      await item(page, title).getByRole("button", { name: `Mark as unread: ${title}` }).click();
      await until("the other tab counts it", async () => (await count(other)) > before);
      await visit.end();
    });

    test("leads to a prompt without a job, also if that is folded away", async () => {
      const title = "Document what nobody can find";
      const visit = await opened({ expected: [REJECTED] });
      const { page } = visit;
      await started(page, `${title}\n[sim: 400]`);
      await page.reload();
      await link(page, title).click();
      await sees(person.strayPrompt(page, title));
      await person.seesFocus(person.strayPrompt(page, title));
      await page.reload();
      await person.seesFocus(person.strayPrompt(page, title));
      await visit.end();
    });

    test("has its place again after one of its items", async () => {
      const visit = await opened({ viewport: { width: 800, height: 320 } });
      const { page } = visit;
      const [title, last] = ["Come back to the inbox", "Stay in the inbox"];
      await started(page, `${last}\n[sim: 1s, no-pr]`, `${title}\n[sim: 1s, no-pr]`);
      await sees(unread(page, title));
      await sees(item(page, last));
      await link(page, title).focus();
      const y = await page.evaluate(() => {
        scrollBy(0, 40);
        return scrollY;
      });
      assert.ok(y > 0, "it is scrolled");
      await page.keyboard.press("Enter");
      await sees(person.heading(page, title));
      await page.goBack();
      await person.seesFocus(link(page, title));
      assert.equal(await page.evaluate(() => scrollY), y);
      await tab(page).click();
      await page.getByRole("link", { name: "Jobs", exact: true }).click();
      await tab(page).click();
      await person.seesFocus(person.heading(page, "Inbox"));
      await visit.end();
    });

    test("is used with the keyboard alone", async () => {
      const titles = ["Walk to the first item", "Walk to the second item"];
      const visit = await openedRead();
      const { page } = visit;
      await started(page, ...titles.map((title) => `${title}\n[sim: 1s, no-pr]`));
      for (const title of titles) await sees(unread(page, title));
      await page.goto(docket.jobs);
      await person.isLive(page);
      await person.pressInTurn(page, "g", "i");
      await person.seesFocus(person.heading(page, "Inbox"));
      for (const title of titles) await sees(item(page, title));
      const first = page.getByRole("main").getByRole("listitem").getByRole("link").first();
      await page.keyboard.press("j");
      await person.seesFocus(first);
      await link(page, titles[1]).focus();
      await page.keyboard.press("j");
      await person.seesFocus(link(page, titles[0]));
      await page.keyboard.press("k");
      await person.seesFocus(link(page, titles[1]));
      await page.keyboard.press("Enter");
      await person.seesFocus(person.heading(page, titles[1]));
      await page.keyboard.press("?");
      await sees(page.getByRole("dialog").getByText("Go to inbox"));
      await visit.end();
    });

    test("has a job that goes on and ends again as unread again, without a reload", async () => {
      const title = "Describe webhooks";
      const visit = await openedRead();
      const { page } = visit;
      await started(page, `${title}\n[sim: 1s, no-pr]`);
      await sees(unread(page, title));
      await link(page, title).click();
      await sees(person.heading(page, title));
      const id = new URL(page.url()).pathname.split("/").at(-1);
      await person.sendFollowUp(page, "And their retries [sim: 10m, no-pr]");
      await tab(page).click();
      await sees(group(page, "Running").getByRole("listitem").filter({ has: link(page, title) }));
      await docket.world.endJob(id);
      await sees(unread(page, title));
      await visit.end();
    });

    test("says what will be there in a project without jobs", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      // The test answers in place of the edge, because other tests fill every project.
      const none = { items: [], hasMore: false };
      const empty = { revision: 0, unread: 0, needsYou: none, ended: none, running: none };
      await page.route(/\/api\/.*\/inbox(\?|$)/, (route) => route.fulfill({ json: empty }));
      await page.goto(docket.url(PATH));
      await sees(page.getByText("Jobs will appear here while they run"));
      await visit.end();
    });

    test("undoes a mark with a second click, also before the first has arrived", async () => {
      const title = "Document what was clicked twice";
      const visit = await openedRead();
      const { page } = visit;
      await started(page, `${title}\n[sim: 1s, fail]`);
      await sees(unread(page, title));
      const marks = [];
      let release;
      const isReleased = new Promise((done) => (release = done));
      await page.route(`**/api/projects/${PROJECT}/inbox`, async (route) => {
        if (route.request().method() === "PATCH") {
          marks.push(...route.request().postDataJSON().marks);
          await isReleased;
        }
        await route.continue();
      });
      const mark = item(page, title).getByRole("button", { name: title });
      await mark.click();
      await until("the mark is sent", () => marks.length === 1);
      await mark.click();
      release();
      await until("the second mark is sent", () => marks.length === 2);
      assert.deepEqual(marks.map(({ read }) => read), [true, false]);
      await sees(unread(page, title));
      await page.unrouteAll({ behavior: "wait" });
      await visit.end();
    });

    test("keeps saying that a mark failed when items are loaded meanwhile", async () => {
      const [title, other] = ["Document what is not marked", "Document what comes meanwhile"];
      const { visit, page, again } = await openedWithFailedMark(title);
      await docket.world.startByProgram(`${other}\n[sim: 1s, no-pr]`);
      await sees(item(page, other));
      await sees(again);
      await page.unrouteAll({ behavior: "wait" });
      await again.click();
      await unread(page, title).waitFor({ state: "detached" });
      await again.waitFor({ state: "detached" });
      await visit.end();
    });

    test("repeats a mark that failed", async () => {
      const title = "Document what happens twice";
      const { visit, page, again } = await openedWithFailedMark(title);
      await page.unrouteAll({ behavior: "wait" });
      await again.click();
      await unread(page, title).waitFor({ state: "detached" });
      await sees(item(page, title).getByRole("button", { name: `Mark as unread: ${title}` }));
      await visit.end();
    });
  });
}
