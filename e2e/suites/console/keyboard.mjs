// The console can be used without a mouse.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { hold } from "../../harness/hold.mjs";
import * as person from "../../harness/person.mjs";
import { until } from "../../harness/until.mjs";
import { PERSON, PROJECT } from "../../harness/world.mjs";

const { sees } = person;

export function keyboard(docket) {
  describe("the keyboard alone", () => {
    test("signs in, starts a job, goes to the visitors and back", async () => {
      const visit = await docket.visit();
      const { page } = visit;
      const { keyboard } = page;
      await page.goto(docket.url("/"));
      await sees(person.heading(page, "Sign in"));
      await person.tabTo(page, page.getByLabel("Name"));
      await keyboard.type(PERSON.name);
      await keyboard.press("Tab");
      await keyboard.type(PERSON.passphrase);
      await keyboard.press("Enter");
      await person.isLive(page);
      await person.seesFocus(person.heading(page, "Jobs"));

      const title = "List every error code of the webhook API";
      await keyboard.press("c");
      await person.seesFocus(person.newJob(page));
      await keyboard.type(title);
      await keyboard.press("Enter");
      await keyboard.type("[sim: 1s, pr]");
      await keyboard.press("Control+Enter");
      await person.seesJob(page, title, "Completed");

      const link = page.getByRole("link", { name: title, exact: true });
      await person.tabTo(page, link);
      await keyboard.press("Enter");
      await person.seesFocus(person.heading(page, title));

      await person.pressInTurn(page, "g", "v");
      await person.seesFocus(person.heading(page, "Visitors"));
      await person.pressInTurn(page, "g", "j");
      await person.seesFocus(person.heading(page, "Jobs"));
      await visit.end();
    });

    test("opens the list of shortcuts, and closes it", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.goto(docket.jobs);
      await person.isLive(page);
      const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
      await page.keyboard.press("?");
      await sees(dialog);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "hidden" });
      await visit.end();
    });

    test("turns single-key shortcuts off, and the browser remembers it", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.goto(docket.jobs);
      await person.isLive(page);
      await page.keyboard.press("?");
      const choice = page.getByRole("checkbox", { name: "Use single-key shortcuts in this browser" });
      await choice.uncheck();
      await page.keyboard.press("Escape");
      await choice.waitFor({ state: "hidden" });
      await page.reload();
      await person.isLive(page);
      const button = page.getByRole("button", { name: /^Signed in as/ });
      const open = page.getByRole("button", { name: "Keyboard shortcuts" });
      // Once the module of the dialog is here, a key would open it at once.
      await button.click();
      await open.click();
      await sees(choice);
      await page.keyboard.press("Escape");
      await person.seesFocus(button);
      await page.keyboard.press("c");
      await page.keyboard.press("?");
      // The menu opens only if the focus is still on its button.
      await page.keyboard.press("Enter");
      await sees(open);
      assert.equal(await page.getByRole("dialog").count(), 0);
      assert.ok(!(await person.hasFocusWithin(person.newJob(page))));
      await open.click();
      await choice.check();
      await page.keyboard.press("Escape");
      await person.seesFocus(button);
      await page.keyboard.press("c");
      await person.seesFocus(person.newJob(page));
      await visit.end();
    });

    test("needs two keys to select days, because visitor data cost requests", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.goto(docket.url(`/p/${PROJECT}/visitors?range=7d`));
      await sees(page.getByRole("table", { name: "Unique visitors by path" }).getByRole("rowheader").first());
      await page.keyboard.press("8");
      await person.pressInTurn(page, "r", "2");
      await until("days are selected", () => page.url().includes("range=yesterday"));
      await page.goBack();
      assert.match(page.url(), /range=7d/, "a digit alone selects nothing");
      await visit.end();
    });

    test("needs a key and Enter to load what costs requests", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      const started = [];
      page.on("request", (request) => {
        if (request.method() === "POST" && request.url().endsWith("/visitors/backfill")) started.push(request.postDataJSON().kind);
      });
      await page.goto(docket.url(`/p/${PROJECT}/visitors?from=2025-02-03&to=2025-02-09&compare=none`));
      const load = person.button(page, "Load all paths");
      await sees(load);
      await page.keyboard.press("a");
      await person.seesFocus(load);
      assert.ok(!started.includes("paths"), "a key alone may be a slip");
      await page.keyboard.press("Enter");
      await until("the paths are loaded", () => started.includes("paths"));
      await visit.end();
    });

    test("searches, walks through the list, and opens a job", async () => {
      const titles = ["The first of two jobs to walk through", "The second of two jobs to walk through"];
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.goto(docket.jobs);
      await person.isLive(page);
      for (const title of titles) {
        await person.startJob(page, `${title}\n[sim: 1s, no-pr]`);
        await person.seesJob(page, title, "Completed");
        await person.isEmpty(person.newJob(page));
      }
      const link = (title) => page.getByRole("link", { name: title, exact: true });
      await person.heading(page, "Jobs").focus();
      await page.keyboard.press("j");
      await person.seesFocus(link(titles[1]));
      await page.keyboard.press("j");
      await person.seesFocus(link(titles[0]));
      await page.keyboard.press("k");
      await person.seesFocus(link(titles[1]));
      await page.keyboard.press("/");
      await person.seesFocus(page.getByRole("searchbox", { name: "Search prompts" }));
      await page.keyboard.press("Tab");
      await link(titles[0]).focus();
      await page.keyboard.press("Enter");
      await person.seesFocus(person.heading(page, titles[0]));
      await visit.end();
    });

    test("goes to the search while the jobs still load, and types into it", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      const search = page.getByRole("searchbox", { name: "Search prompts" });
      const list = /\/api\/projects\/[^/]+\/jobs(\?.*)?$/;
      const holdList = async () => {
        const held = Promise.withResolvers();
        await page.route(list, async (route) => {
          await held.promise;
          await route.continue();
        });
        return async () => {
          // What follows the key is done by then.
          await person.frames(page);
          assert.equal(await search.count(), 0);
          held.resolve();
          await person.seesFocus(search);
          await page.unroute(list);
        };
      };

      // A page of no project follows the jobs of the last one.
      const release = await holdList();
      await page.goto(docket.url("/settings"));
      await sees(page.getByRole("link", { name: "Jobs", exact: true }));
      await page.keyboard.press("/");
      await sees(page.getByRole("status", { name: "Loading jobs" }));
      await release();
      await page.keyboard.type("cue");
      await person.holds(search, "cue");

      // A list that is in view keeps its filter.
      const releaseList = await holdList();
      await page.goto(`${docket.jobs}?status=active`);
      await sees(page.getByRole("status", { name: "Loading jobs" }));
      await page.keyboard.press("/");
      await releaseList();
      assert.match(page.url(), /\?status=active$/);
      await visit.end();
    });

    test("does not go to a search that comes when nobody waits for it any more", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.clock.install();
      const list = await hold(page, /\/api\/projects\/[^/]+\/jobs(\?.*)?$/);
      await page.goto(docket.url("/settings"));
      await sees(page.getByRole("link", { name: "Jobs", exact: true }));
      await page.keyboard.press("/");
      await list.isAskedFor();
      await page.clock.fastForward("00:11");
      await person.frames(page);
      list.release();
      const search = page.getByRole("searchbox", { name: "Search prompts" });
      await sees(search);
      await person.frames(page);
      assert.equal(await person.hasFocusWithin(search), false);
      await visit.end();
    });

    test("skips the top bar", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.goto(docket.jobs);
      await person.isLive(page);
      await page.keyboard.press("Tab");
      await person.seesFocus(page.getByRole("link", { name: "Skip to content" }));
      await page.keyboard.press("Enter");
      await person.seesFocus(page.getByRole("main"));
      await person.tabTo(page, person.newJob(page));
      await visit.end();
    });
  });
}
