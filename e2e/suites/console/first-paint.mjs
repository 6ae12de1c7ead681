// What a page shows before the app is there, and how the app takes over. The app's module is held back, as by a slow line.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { axeSource, violations } from "../../harness/axe.mjs";
import * as person from "../../harness/person.mjs";
import { changeHeaders } from "../../harness/session.mjs";
import { until } from "../../harness/until.mjs";
import { PERSON, PROJECT } from "../../harness/world.mjs";

const { sees } = person;
const JOBS = `/p/${PROJECT}/jobs`;
const MODULE = /docket-app-[0-9a-f]+_bg\.wasm/;

export function firstPaint(docket) {
  describe("before the app is there", () => {
    /** A visit of a path whose module waits until `release` is called. */
    async function held(visit, path) {
      const { page } = visit;
      let release;
      const released = new Promise((resolve) => (release = resolve));
      await page.route(MODULE, async (route) => {
        await released;
        await route.continue();
      });
      const [asked, addresses] = [[], []];
      page.on("request", (request) => {
        asked.push(new URL(request.url()).pathname);
        addresses.push(request.url());
      });
      await page.goto(docket.url(path), { waitUntil: "domcontentloaded" });
      return { page, asked, addresses, release };
    }

    const hasTakenOver = (page) =>
      until("the app has taken over", () => page.evaluate(() => !document.getElementById("first-paint")));

    test("a person signs in at once, and the app continues where they type", async () => {
      const visit = await docket.visit();
      const { page, asked, release } = await held(visit, JOBS);
      const passphrase = page.getByLabel("Passphrase");
      await page.getByLabel("Name").fill(PERSON.name);
      await passphrase.fill(PERSON.passphrase);
      await passphrase.press("Home");
      await passphrase.press("ArrowRight");
      assert.ok(asked.includes("/api/session"), `the session is asked for beside the module: ${asked}`);
      release();
      await hasTakenOver(page);
      assert.equal(await page.getByLabel("Name").inputValue(), PERSON.name);
      assert.equal(await passphrase.inputValue(), PERSON.passphrase);
      const cursor = () => passphrase.evaluate((field) => [field === document.activeElement, field.selectionStart]);
      // The app moves the focus to a heading after a navigation, in the next frame.
      await person.frames(page);
      assert.deepEqual(await cursor(), [true, 1]);
      await passphrase.press("Enter");
      await person.isLive(page);
      assert.equal(new URL(page.url()).pathname, JOBS);
      await visit.end();
    });

    test("a form that is sent early is sent by the app", async () => {
      const visit = await docket.visit();
      const { page, release } = await held(visit, "/");
      await page.getByLabel("Name").fill(PERSON.name);
      await page.getByLabel("Passphrase").fill(PERSON.passphrase);
      await page.getByLabel("Passphrase").press("Enter");
      await sees(page.getByRole("button", { name: "Signing in…" }));
      assert.equal(page.url(), docket.url("/"), "nothing of the form is in the address");
      release();
      await person.isLive(page);
      await visit.end();
    });

    test("a press that began before the app was there ends on the app's button", async () => {
      const visit = await docket.visit();
      const { page, release } = await held(visit, "/");
      await page.getByLabel("Name").fill(PERSON.name);
      await page.getByLabel("Passphrase").fill(PERSON.passphrase);
      await page.getByRole("button", { name: "Sign in" }).hover();
      await page.mouse.down();
      release();
      await hasTakenOver(page);
      await page.mouse.up();
      await person.isLive(page);
      await visit.end();
    });

    test("a person writes a prompt at once, and the app continues where they type", async () => {
      const visit = await docket.signedIn();
      const { page, release } = await held(visit, JOBS);
      const button = page.getByRole("button", { name: "Start job" });
      assert.equal(await button.getAttribute("aria-disabled"), "true", "there is nothing to send yet");
      await person.newJob(page).pressSequentially("Write early [sim: 1");
      assert.equal(await button.getAttribute("aria-disabled"), "false");
      release();
      await hasTakenOver(page);
      await page.keyboard.type("0m]");
      await person.holds(person.newJob(page), "Write early [sim: 10m]");
      await sees(person.outcome(page, "New job").getByText("Saved in this browser"));
      await page.keyboard.press("Control+Enter");
      await person.seesJob(page, "Write early [sim: 10m]", "Active");
      await person.isEmpty(person.newJob(page));
      await visit.end();
    });

    for (const width of [320, 390, 1280]) {
      test(`the field for it does not move at ${width} px, and is accessible before`, async () => {
        const visit = await docket.signedIn({ viewport: { width, height: 800 } });
        const { page, release } = await held(visit, JOBS);
        const box = () => person.newJob(page).boundingBox();
        const before = await box();
        // The heading comes with the app, a moment later, and gets the focus of a screen reader.
        assert.deepEqual(await violations(page, await axeSource(), ["page-has-heading-one"]), []);
        release();
        await person.isLive(page);
        assert.deepEqual(await box(), before);
        await visit.end();
      });
    }

    test("a prompt that is sent early is sent by the app, once", async () => {
      const visit = await docket.signedIn();
      const { page, release } = await held(visit, JOBS);
      await person.newJob(page).fill("Send early [sim: 10m]");
      await page.keyboard.press("Control+Enter");
      await sees(page.getByRole("button", { name: "Sending…" }));
      release();
      await person.seesJob(page, "Send early [sim: 10m]", "Active");
      await person.isEmpty(person.newJob(page));
      assert.equal(await person.jobRow(page, "Send early [sim: 10m]").count(), 1);
      await visit.end();
    });

    test("an early prompt goes below the draft of an earlier visit, and is not sent with it", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.goto(docket.url(JOBS));
      await person.isLive(page);
      await person.newJob(page).fill("A draft of before");
      const { release } = await held(visit, JOBS);
      await person.newJob(page).fill("What is typed now");
      await page.keyboard.press("Control+Enter");
      release();
      await hasTakenOver(page);
      await person.holds(person.newJob(page), "A draft of before\n\nWhat is typed now");
      await person.isLive(page);
      await sees(page.getByRole("button", { name: "Start job" }));
      await person.newJob(page).fill("");
      await visit.end();
    });

    test("an early prompt survives an app that cannot be loaded", async () => {
      const visit = await docket.signedIn({ expected: [/^console: /, /^error: /, /^failed: GET .*wasm/] });
      const { page } = visit;
      let fail;
      const failed = new Promise((resolve) => (fail = resolve));
      await page.route(MODULE, async (route) => {
        await failed;
        await route.abort();
      });
      await page.goto(docket.url(JOBS), { waitUntil: "domcontentloaded" });
      await person.newJob(page).fill("Outlive a failure");
      fail();
      await sees(page.getByText("Docket could not be loaded."));
      await page.unroute(MODULE);
      await page.getByRole("button", { name: "Reload" }).click();
      await person.isLive(page);
      await person.holds(person.newJob(page), "Outlive a failure");
      // It is a draft now, and is there once.
      await page.reload();
      await person.isLive(page);
      await person.holds(person.newJob(page), "Outlive a failure");
      await person.newJob(page).fill("");
      await visit.end();
    });

    /** Opens the jobs as somebody whose session has ended elsewhere: the Worker does not look that up when it sends a page. */
    async function withEndedSession() {
      const visit = await docket.visit({ expected: [/^401 GET /] });
      const { page } = visit;
      await page.goto(docket.url("/"));
      await person.signIn(page);
      await person.isLive(page);
      const [{ name, value }] = await visit.context.cookies();
      const headers = { Cookie: `${name}=${value}`, ...changeHeaders(docket.world.url) };
      const ended = await fetch(docket.url("/api/session"), { method: "DELETE", headers });
      assert.equal(ended.status, 204);
      return visit;
    }

    test("an early prompt waits until a person whose session has ended has signed in again", async () => {
      const visit = await withEndedSession();
      const { page } = visit;
      const { release } = await held(visit, JOBS);
      await person.newJob(page).fill("Wait for a passphrase");
      await page.keyboard.press("Control+Enter");
      release();
      await person.signIn(page);
      await person.isLive(page);
      await person.holds(person.newJob(page), "Wait for a passphrase");
      assert.equal(await person.jobRow(page, "Wait for a passphrase").count(), 0, "it is not sent after that");
      await person.newJob(page).fill("");
      await visit.end();
    });

    test("an early prompt of one person does not reach another one who signs in after them", async () => {
      const visit = await withEndedSession();
      const { page } = visit;
      // So it looks to the page after a visit of somebody else.
      await page.evaluate(() => localStorage.setItem("docket.typist", "grace"));
      const { release } = await held(visit, JOBS);
      await person.newJob(page).fill("For my eyes only");
      release();
      await person.signIn(page);
      await person.isLive(page);
      await person.isEmpty(person.newJob(page));
      // It waits in the tab for the one who typed it.
      assert.match(await page.evaluate(() => JSON.stringify(sessionStorage)), /For my eyes only/);
      await visit.end();
    });

    test("a person with a session sees the frame, and never the form", async () => {
      const visit = await docket.signedIn();
      await visit.page.addInitScript(() => {
        new MutationObserver(() => {
          window.hasSeenForm ||= document.querySelector("form.sign-in") !== null;
        }).observe(document, { childList: true, subtree: true });
      });
      const { page, asked, release } = await held(visit, JOBS);
      await sees(page.getByRole("banner").getByRole("link", { name: "Docket" }));
      await sees(page.getByRole("status", { name: "Loading Docket…" }));
      const jobs = `/api/projects/${PROJECT}/jobs`;
      await until("the jobs are asked for beside the module", () => asked.includes(jobs));
      release();
      await hasTakenOver(page);
      await person.isLive(page);
      assert.equal(await page.evaluate(() => window.hasSeenForm), false);
      for (const path of ["/api/session", "/api/projects", jobs]) {
        assert.equal(asked.filter((other) => other === path).length, 1, `${path} is asked for once: ${asked}`);
      }
      assert.equal(await page.getByRole("main").count(), 1);
      await visit.end();
    });

    const visitors = ["visitors/summary", "visitors/trend", "days", "visitors/rows"].map((path) => `/api/projects/${PROJECT}/${path}`);
    for (const [path, part, name, ...data] of [
      [`/p/${PROJECT}/visitors`, "visitors", "Visitors", `/api/projects/${PROJECT}/jobs`, ...visitors],
      [`/p/${PROJECT}/visitors?range=7d&zone=Europe/Vienna&compare=none`, "visitors", "Visitors", ...visitors],
      ...["yesterday", "this-month", "last-month", "quarter", "year"].map((range) =>
        [`/p/${PROJECT}/visitors?range=${range}`, "visitors", "Visitors", ...visitors],
      ),
      [`/p/${PROJECT}/visitors?range=90d&sort=path`, "visitors", "Visitors", ...visitors.slice(0, 3)],
      [`/p/${PROJECT}/inbox`, "inbox", "Inbox", `/api/projects/${PROJECT}/jobs`, `/api/projects/${PROJECT}/inbox`],
      [`/p/${PROJECT}/batch`, "templates", "Jobs for many pages", `/api/projects/${PROJECT}/templates`],
      ["/sessions", "access", "Your sessions", "/api/sessions"],
    ]) {
      test(`modules and first data of ${path} are loaded in parallel with the app, each once`, async () => {
        const visit = await docket.signedIn();
        const { page, asked, addresses, release } = await held(visit, path);
        await until("the part is asked for", () => asked.some((other) => other.startsWith(`/docket-app-${part}-`)));
        await until("the data are asked for", () => data.every((url) => asked.includes(url)));
        release();
        await sees(person.heading(page, name));
        if (part === "visitors") {
          await sees(page.getByRole("img", { name: /^Daily unique visitors/ }));
          await sees(page.getByRole("table", { name: "Unique visitors by path" }).getByRole("rowheader").first());
        }
        const modules = asked.filter((other) => other.endsWith(".wasm"));
        assert.equal(new Set(modules).size, modules.length, `each module is loaded once: ${modules}`);
        for (const url of data) {
          const same = addresses.filter((address) => new URL(address).pathname === url);
          // The trend is asked for again while its days are loaded.
          const times = url.endsWith("/trend") ? new Set(same).size : same.length;
          assert.equal(times, 1, `${url} is asked for once: ${same}`);
        }
        await visit.end();
      });
    }
  });
}
