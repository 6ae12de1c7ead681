// A batch in several tabs: one of them sends it, and none of them loses what another one added or sent.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { CREATE, LOST, PATH, batches, cancelTheRest, progress, seesProgress } from "../../harness/batches.mjs";
import * as person from "../../harness/person.mjs";
import { until } from "../../harness/until.mjs";
import { PROJECT } from "../../harness/world.mjs";

const { button, sees } = person;

export function batchTabs(docket) {
  const { prepare, prompts, madeOnce } = batches(docket);

  describe("jobs for many pages in several tabs", () => {
    test("are sent by one tab at a time, and another one can go on after it", async () => {
      const name = "Send from two tabs";
      const visit = await docket.signedIn();
      const { page, context } = visit;
      const paths = await prepare(page, name, 12);
      const fourth = Promise.withResolvers();
      let sent = 0;
      await page.route(CREATE, async (route) => {
        sent += 1;
        if (sent === 4) await fourth.promise;
        // The tab is closed while this one is under way.
        if (sent < 7) await route.continue();
      });
      await button(page, "Start 12 jobs").click();
      const other = await context.newPage();
      await other.goto(docket.url(PATH));
      await sees(progress(other).getByText("Another tab of this browser is sending the rest."));
      await seesProgress(other, "3 of 12 sent");
      assert.equal(await button(other, "Resume").count(), 0);
      fourth.resolve();
      await seesProgress(other, "6 of 12 sent");
      await page.close();
      await sees(progress(other).getByText("Paused."));
      await button(other, "Resume").click();
      await seesProgress(other, "12 of 12 sent");
      await madeOnce(name, paths);
      await button(other, "Close").click();
      await visit.end();
    });

    test("are prepared in all tabs together, so that none loses what another one added", async () => {
      const visit = await docket.signedIn();
      const { page, context } = visit;
      await page.goto(docket.url(PATH));
      const list = (page) => page.getByRole("textbox", { name: "Pages" });
      assert.equal(await button(page, "Start jobs").getAttribute("aria-disabled"), "true");
      await list(page).fill("/one\n/two\n/three");
      const other = await context.newPage();
      await other.goto(docket.url(`/p/${PROJECT}/visitors?from=2026-10-01&to=2026-10-31&sort=total`));
      const boxes = other.getByRole("table", { name: "Unique visitors by path" }).getByRole("checkbox");
      for (const box of [boxes.nth(0), boxes.nth(1)]) await box.check();
      await button(other, "New jobs for 2 pages").click();
      await sees(button(other, "Start 5 jobs"));
      const five = await list(other).inputValue();
      await person.holds(list(page), five);
      await list(page).press("End");
      await list(page).pressSequentially("s");
      await until("the list of the other tab changes", async () => (await list(other).inputValue()) !== five);
      await other.reload();
      await sees(button(other, "Start 5 jobs"));
      assert.equal(await list(other).inputValue(), await list(page).inputValue());
      await list(other).fill("");
      await person.isEmpty(list(page));
      await other.close();
      await visit.end();
    });

    test("count a prompt as sent that was under way when another tab cancelled the rest", async () => {
      const name = "Cancel from elsewhere";
      const visit = await docket.signedIn();
      const { page, context } = visit;
      const paths = await prepare(page, name, 4);
      let sent = 0;
      let release;
      const held = new Promise((done) => (release = done));
      await page.route(CREATE, async (route) => {
        sent += 1;
        if (sent === 2) await held;
        await route.continue();
      });
      await button(page, "Start 4 jobs").click();
      await until("the second prompt is under way", () => sent === 2);
      const other = await context.newPage();
      await other.goto(docket.url(PATH));
      await sees(progress(other).getByText("Another tab of this browser is sending the rest."));
      await cancelTheRest(other);
      release();
      for (const tab of [page, other]) await seesProgress(tab, "2 of 2 sent, 2 cancelled");
      await madeOnce(name, paths.slice(0, 2));
      await other.close();
      await button(page, "Close").click();
      await visit.end();
    });

    test("finish a prompt that was under way before a reload, although the rest is cancelled", async () => {
      const name = "Reload under way";
      const visit = await docket.signedIn({ expected: LOST });
      const { page } = visit;
      const [first] = await prepare(page, name, 3);
      // The service gets the first prompt, and the page is gone before it learns so.
      let answers = false;
      await page.route(CREATE, async (route) => {
        const response = await route.fetch();
        await (answers ? route.fulfill({ response }) : route.abort().catch(() => {}));
      });
      await button(page, "Start 3 jobs").click();
      await until("the service has the first prompt", async () => (await prompts(name)).length === 1);
      await page.reload();
      await sees(progress(page).getByText("Sent, no response yet"));
      answers = true;
      await cancelTheRest(page);
      await seesProgress(page, "1 of 1 sent, 2 cancelled");
      await madeOnce(name, [first]);
      await button(page, "Close").click();
      await visit.end();
    });
  });
}
