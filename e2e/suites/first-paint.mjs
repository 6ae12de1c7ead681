// What a page shows before the app is there, and how the app takes over. The app's module is held back, as by a slow line.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import * as person from "../harness/person.mjs";
import { until } from "../harness/until.mjs";
import { PERSON, PROJECT } from "../harness/world.mjs";

const { sees } = person;
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
      const asked = [];
      page.on("request", (request) => asked.push(new URL(request.url()).pathname));
      await page.goto(docket.url(path), { waitUntil: "domcontentloaded" });
      return { page, asked, release };
    }

    const hasTakenOver = (page) =>
      until("the app has taken over", () => page.evaluate(() => !document.getElementById("first-paint")));

    test("a person signs in at once, and the app continues where they type", async () => {
      const visit = await docket.visit();
      const { page, asked, release } = await held(visit, `/p/${PROJECT}/jobs`);
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
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      assert.deepEqual(await cursor(), [true, 1]);
      await passphrase.press("Enter");
      await person.isLive(page);
      assert.equal(new URL(page.url()).pathname, `/p/${PROJECT}/jobs`);
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

    test("a person with a session sees the frame, and never the form", async () => {
      const visit = await docket.signedIn();
      await visit.page.addInitScript(() => {
        new MutationObserver(() => {
          window.hasSeenForm ||= document.querySelector("form.sign-in") !== null;
        }).observe(document, { childList: true, subtree: true });
      });
      const { page, asked, release } = await held(visit, `/p/${PROJECT}/jobs`);
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

    for (const [path, part, name] of [
      [`/p/${PROJECT}/visitors`, "visitors", "Visitors"],
      [`/p/${PROJECT}/inbox`, "inbox", "Inbox"],
      [`/p/${PROJECT}/batch`, "templates", "Jobs for many pages"],
      ["/sessions", "access", "Your sessions"],
    ]) {
      test(`the modules of ${path} are loaded beside the app, each once`, async () => {
        const visit = await docket.signedIn();
        const { page, asked, release } = await held(visit, path);
        await until("the part is asked for", () => asked.some((other) => other.startsWith(`/docket-app-${part}-`)));
        release();
        await sees(person.heading(page, name));
        const modules = asked.filter((other) => other.endsWith(".wasm"));
        assert.equal(new Set(modules).size, modules.length, `each module is loaded once: ${modules}`);
        await visit.end();
      });
    }
  });
}
