// What surrounds every page: the top bar, the person's menu, and the title of the window.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { setVisible } from "../../harness/inbox.mjs";
import { shortenIntervals } from "../../harness/intervals.mjs";
import * as person from "../../harness/person.mjs";
import { until } from "../../harness/until.mjs";
import { LONG_PROJECT, PROJECT } from "../../harness/world.mjs";

const { sees } = person;

export function shell(docket) {
  describe("the shell", () => {
    async function opened(options) {
      const visit = await docket.signedIn(options);
      await visit.page.goto(docket.jobs);
      await person.isLive(visit.page);
      return visit;
    }

    test("closes the person's menu when it opens the list of shortcuts", async () => {
      const visit = await opened();
      const { page } = visit;
      await page.getByRole("button", { name: /^Signed in as/ }).click();
      await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
      const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
      await sees(dialog);
      assert.ok(!(await page.getByRole("button", { name: "Sign out" }).isVisible()));
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "hidden" });
      await visit.end();
    });

    test("keeps its tabs on a path without a page", async () => {
      const visit = await opened({ expected: [/^404 GET \/nowhere$/] });
      const { page } = visit;
      await page.evaluate(() => {
        const link = Object.assign(document.createElement("a"), { href: "/nowhere", textContent: "nowhere" });
        document.querySelector("main").append(link);
        link.click();
      });
      await sees(person.heading(page, "Page not found"));
      const tabs = page.getByRole("navigation", { name: "Pages", exact: true });
      assert.equal(await tabs.locator("[aria-current]").count(), 0);
      await tabs.getByRole("link", { name: "Jobs", exact: true }).click();
      await person.isLive(page);
      await visit.end();
    });

    test("has no pages for a project that does not exist, and asks for it no more", async () => {
      const expected = [/^404 GET \/api\/projects\/unknown\//, /^503 GET \/api\/projects$/];
      const visit = await docket.signedIn({ expected });
      const { page } = visit;
      const [asked, sockets] = [[], []];
      page.on("request", (request) => {
        if (/\/projects\/unknown\/(jobs|live)/.test(request.url())) asked.push(request.url());
      });
      page.on("websocket", (socket) => sockets.push(socket.url()));
      // Before the projects are known, only the responses tell that there is no such project.
      await page.route(/\/api\/projects$/, (route) => route.fulfill({ status: 503, body: "" }));
      await page.clock.install();
      await page.goto(docket.url("/p/unknown/jobs"));
      await sees(page.getByRole("alert").getByText(/^This project is not configured/));
      const before = asked.length;
      for (let minutes = 0; minutes < 3; minutes += 1) {
        await page.clock.fastForward("01:00");
        await person.frames(page);
      }
      assert.equal(asked.length, before, asked.join());
      assert.deepEqual(sockets, []);
      await page.unroute(/\/api\/projects$/);
      await page.reload();
      await sees(person.heading(page, "Page not found"));
      await page.getByRole("status", { name: /^Connection/ }).waitFor({ state: "detached" });
      const projects = page.getByRole("combobox", { name: "Project", exact: true });
      assert.deepEqual(await projects.getByRole("option").allInnerTexts(), ["Acme docs", "Acme SDK reference"]);
      const tabs = page.getByRole("navigation", { name: "Pages", exact: true });
      assert.equal(await tabs.locator("[aria-current]").count(), 0);
      await tabs.getByRole("link", { name: "Jobs", exact: true }).click();
      await person.isLive(page);
      assert.notEqual(new URL(page.url()).pathname, "/p/unknown/jobs");
      await visit.end();
    });

    test("keeps the project of the tab on pages of no project, whatever another tab has opened", async () => {
      const visit = await opened();
      const { page, context } = visit;
      const other = await context.newPage();
      await other.goto(docket.url(`/p/${LONG_PROJECT}/jobs`));
      await person.isLive(other);
      await page.getByRole("button", { name: /^Signed in as/ }).click();
      await page.getByRole("link", { name: "Settings", exact: true }).click();
      await sees(person.heading(page, "Settings"));
      const tabs = page.getByRole("navigation", { name: "Pages", exact: true });
      const jobs = tabs.getByRole("link", { name: "Jobs", exact: true });
      assert.equal(await jobs.getAttribute("href"), `/p/${PROJECT}/jobs`);
      assert.equal(await page.getByRole("combobox", { name: "Project", exact: true }).inputValue(), PROJECT);
      await page.getByRole("link", { name: "Docket", exact: true }).click();
      await page.waitForURL((url) => url.pathname === `/p/${PROJECT}/jobs`);
      await person.isLive(page);
      await visit.end();
    });

    test("loads a page that was opened offline once the browser is online", async () => {
      const visit = await opened({ expected: [/ERR_INTERNET_DISCONNECTED/] });
      const { page } = visit;
      await visit.context.setOffline(true);
      await person.seesConnection(page, "Offline");
      await page.getByRole("link", { name: "Visitors", exact: true }).click();
      await person.seesFocus(person.heading(page, "Page not loaded"));
      assert.deepEqual(await page.getByRole("main").getByRole("button").allInnerTexts(), ["Try again"]);
      await visit.context.setOffline(false);
      await person.seesFocus(person.heading(page, "Visitors"));
      await visit.end();
    });

    test("asks again for what could not be loaded, once Docket can be reached", async () => {
      const visit = await opened({ expected: [/ERR_INTERNET_DISCONNECTED/] });
      const { page, context } = visit;
      const errors = page.getByRole("main").getByRole("alert").getByText(/^Docket did not respond\./);
      // The pages have been open before, so that their modules are there.
      for (const [name, path] of [
        ["Visitors", `/p/${PROJECT}/visitors`],
        ["Access", "/access"],
      ]) {
        await page.goto(docket.url(path));
        await sees(person.heading(page, name));
        await page.getByRole("link", { name: "Docket", exact: true }).click();
        await person.isLive(page);
        await context.setOffline(true);
        await person.seesConnection(page, "Offline");
        await page.goBack();
        await sees(person.heading(page, name));
        await sees(errors.first());
        // What fails only later does so with the connection back.
        await until("all parts have failed", async () => (await page.locator('main [class^="skeleton"]').count()) === 0);
        await context.setOffline(false);
        await until(`the errors of ${name} go away`, async () => (await errors.count()) === 0);
      }
      await visit.end();
    });

    test("asks once more for what fails only when Docket can be reached again", async () => {
      const visit = await opened({ expected: [/ERR_(FAILED|INTERNET_DISCONNECTED)/] });
      const { page, context } = visit;
      const [first, second] = [Promise.withResolvers(), Promise.withResolvers()];
      let asked = 0;
      await page.route(/\/projects\/[^/]+\/templates$/, async (route) => {
        asked += 1;
        if (asked > 2) return route.continue();
        await (asked === 1 ? first : second).promise;
        return route.abort();
      });
      await page.getByRole("link", { name: "Templates", exact: true }).click();
      await until("the templates are asked for", () => asked === 1);
      await context.setOffline(true);
      await person.seesConnection(page, "Offline");
      await context.setOffline(false);
      await person.isLive(page);
      first.resolve();
      await until("they are asked for again", () => asked === 2);
      second.resolve();
      const again = page.getByRole("main").getByRole("alert").getByRole("button", { name: "Try again" });
      await sees(again);
      await person.frames(page);
      assert.equal(asked, 2, "the connection was there");
      await again.click();
      await again.waitFor({ state: "detached" });
      assert.equal(asked, 3);
      await visit.end();
    });

    test("has a menu that can be reached to its end in a low window", async () => {
      const visit = await opened({ viewport: { width: 320, height: 256 } });
      const { page } = visit;
      await page.getByRole("button", { name: /^Signed in as/ }).click();
      const last = page.getByRole("button", { name: "Sign out" });
      await person.tabTo(page, last);
      const { y, height } = await last.boundingBox();
      assert.ok(y >= 0 && y + height <= 256, `it is from ${y} to ${y + height}`);
      await visit.end();
    });

    test("reads how Docket is once at a time, and only while the page is visible", async () => {
      const visit = await docket.signedIn({ expected: [/^503 GET \/api\/projects$/] });
      const { page } = visit;
      await shortenIntervals(page);
      const { promise: answered, resolve: answer } = Promise.withResolvers();
      let asked = 0;
      await page.route(/\/api\/projects$/, (route) => route.fulfill({ status: 503, body: "" }));
      await page.route(/\/api\/health\?deep=1/, async (route) => {
        asked += 1;
        await answered;
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), status: "degraded", unavailable: ["No jobs can be read."] } });
      });
      // The health is read every 10 s.
      const halfAMinute = () => page.evaluate(() => new Promise((done) => window.setInterval(done, 30_000)));
      await page.goto(docket.jobs);
      const line = page.getByRole("status", { name: "Docket error" });
      await sees(line);
      await halfAMinute();
      assert.equal(asked, 1, "its answer has not arrived");
      await setVisible(page, false);
      answer();
      await sees(line.getByRole("listitem").getByText("No jobs can be read."));
      await halfAMinute();
      assert.equal(asked, 1, "nobody sees it");
      await setVisible(page, true);
      await until("it is read again", () => asked > 1);
      await visit.end();
    });

    test("says that a project is gone when it was removed while it was open", async () => {
      const visit = await docket.signedIn({ expected: [/^404 GET \/api\/projects\/acme-docs\/jobs/] });
      const { page } = visit;
      let isRemoved = false;
      await page.routeWebSocket(/\/live/, (socket) => socket.close());
      await page.route(/\/api\/projects\/acme-docs\/jobs(\?|$)/, (route) =>
        isRemoved
          ? route.fulfill({ status: 404, json: { code: "unknown_project", error: "There is no project acme-docs." } })
          : route.continue(),
      );
      await page.goto(docket.jobs);
      await sees(person.heading(page, "Jobs"));
      isRemoved = true;
      await sees(person.heading(page, "Page not found"));
      await visit.end();
    });

    test("names the project in the title of the window", async () => {
      const visit = await opened();
      // The count of the inbox precedes the title, because other tests may have left unread items.
      assert.match(await visit.page.title(), /^(\(\d+\+?\) )?Jobs · Acme docs · Docket$/);
      await visit.end();
    });

    test("keeps the count of the inbox and the connection apart on phones", async () => {
      const visit = await opened({ viewport: { width: 390, height: 844 }, hasTouch: true });
      const { page } = visit;
      await person.startJob(page, "Count this on a phone\n[sim: 1s, no-pr]");
      const inbox = page.getByRole("link", { name: /^Inbox, \d+\+? unread$/ });
      await sees(inbox);
      const jobs = page.getByRole("navigation", { name: "Pages", exact: true }).getByRole("link", { name: "Jobs", exact: true });
      for (const width of [320, 360, 375, 390, 412]) {
        await page.setViewportSize({ width, height: 844 });
        const [count, word, connection] = [
          await inbox.getByText(/^\d+\+?$/).boundingBox(),
          await jobs.boundingBox(),
          await page.getByRole("status", { name: "Connection: Live" }).boundingBox(),
        ];
        const isBeside = count.x >= connection.x + connection.width || count.x + count.width <= connection.x;
        const isBelow = count.y >= connection.y + connection.height || count.y + count.height <= connection.y;
        assert.ok(isBeside || isBelow, `they overlap at ${width}`);
        assert.ok(count.y >= word.y && count.y + count.height <= word.y + word.height, `the count wraps at ${width}`);
        assert.ok(count.x + count.width <= width, `the count is cut off at ${width}`);
      }
      await visit.end();
    });

    test("leaves room for the name of the project on tablets", async () => {
      const visit = await opened();
      const { page } = visit;
      const select = page.getByRole("combobox", { name: "Project", exact: true });
      for (const width of [641, 660, 720, 768, 800, 860, 896, 897, 960]) {
        await page.setViewportSize({ width, height: 800 });
        const { width: found } = await select.boundingBox();
        assert.ok(found >= 100, `the project has ${found} pixels at ${width}`);
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, `it scrolls sideways at ${width}`);
      }
      await visit.end();
    });

    test("keeps the page when somebody switches the project", async () => {
      const visit = await opened();
      const { page } = visit;
      const pages = { inbox: "Inbox", visitors: "Visitors", templates: "Templates", batch: "Jobs for many pages" };
      for (const [place, name] of Object.entries(pages)) {
        await page.goto(docket.url(`/p/${PROJECT}/${place}`));
        await sees(person.heading(page, name));
        await page.getByRole("combobox", { name: "Project", exact: true }).selectOption({ label: "Acme SDK reference" });
        await page.waitForURL((url) => url.pathname === `/p/${LONG_PROJECT}/${place}`);
        await sees(person.heading(page, name));
      }
      await visit.end();
    });

    test("opens another project by keys only with Enter, or when the focus moves on", async () => {
      const visit = await opened();
      const { page } = visit;
      const select = page.getByRole("combobox", { name: "Project", exact: true });
      await page.goto(docket.url(`/p/${PROJECT}/inbox`));
      await sees(page.getByRole("link", { name: /^Inbox/ }));
      await person.isLive(page);
      for (const key of ["Enter", "Tab"]) {
        await page.goto(docket.url(`/p/${PROJECT}/templates`));
        await sees(page.getByRole("link", { name: /^Inbox/ }));
        await person.isLive(page);
        await page.waitForLoadState("networkidle");
        await select.focus();
        await page.keyboard.press("ArrowDown");
        await person.holds(select, LONG_PROJECT);
        await page.keyboard.press("ArrowUp");
        await person.holds(select, PROJECT);
        await page.keyboard.press("ArrowDown");
        await person.seesFocus(select);
        await page.keyboard.press(key);
        await page.waitForURL((url) => url.pathname === `/p/${LONG_PROJECT}/templates`);
      }
      await visit.end();
    });

    test("opens the jobs of a project whose path has no page", async () => {
      const visit = await opened({ expected: [new RegExp(`^404 GET /p/${PROJECT}$`)] });
      const { page } = visit;
      await page.goto(docket.url(`/p/${PROJECT}`));
      await page.waitForURL((url) => url.pathname === `/p/${PROJECT}/jobs`);
      await person.isLive(page);
      await visit.end();
    });

    test("says that a response is slow to come, also on a page without a live stream", async () => {
      const visit = await opened();
      const { page } = visit;
      await page.getByRole("button", { name: /^Signed in as/ }).click();
      let release;
      const held = new Promise((resolve) => (release = resolve));
      await page.route("**/api/sessions", async (route) => {
        await held;
        await route.continue();
      });
      await page.getByRole("link", { name: "Your sessions" }).click();
      await sees(page.getByRole("heading", { name: "Your sessions" }));
      const connection = page.getByRole("status", { name: /^Connection: / });
      assert.equal(await connection.count(), 0, "there is nothing to say yet");
      await person.seesConnection(page, "Slow");
      release();
      await sees(page.getByRole("table", { name: "Sessions" }));
      await connection.waitFor({ state: "hidden" });
      await visit.end();
    });

    test("says on every page that the browser is offline", async () => {
      const visit = await docket.signedIn({ expected: [/ERR_INTERNET_DISCONNECTED/] });
      const { page, context } = visit;
      await page.goto(docket.url("/settings"));
      await sees(person.heading(page, "Settings"));
      await context.setOffline(true);
      await person.seesConnection(page, "Offline");
      await context.setOffline(false);
      await page.getByRole("status", { name: /^Connection: / }).waitFor({ state: "hidden" });
      await visit.end();
    });

    test("follows the text size of the browser", async () => {
      const visit = await opened();
      const { page } = visit;
      const size = () => page.getByRole("button", { name: "Start job" }).evaluate((element) => getComputedStyle(element).fontSize);
      assert.equal(await size(), "14px");
      const session = await visit.context.newCDPSession(page);
      await session.send("Page.enable");
      await session.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
      await until("the text is twice as large", async () => (await size()) === "28px");
      await visit.end();
    });
  });
}
