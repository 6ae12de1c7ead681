// Prompts that need a decision take one line, and can be discarded together.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import * as person from "../../harness/person.mjs";
import { until } from "../../harness/until.mjs";
import { PROJECT } from "../../harness/world.mjs";

const { sees } = person;
const REJECTED = new RegExp(`^400 POST /v2/agent/${PROJECT}/job$`);
const titles = (what) => ["first", "second", "third"].map((which) => `${what} the ${which} page`);

export function attention(docket) {
  const section = (page) => page.getByRole("region", { name: "Prompts without a job" });
  const button = (page, name) => person.button(section(page), name);

  /** Opens the list, with a clock that can be set, after these prompts were rejected. */
  async function opened(rejected) {
    const visit = await docket.signedIn({ expected: [REJECTED], viewport: { width: 1280, height: 800 } });
    const { page } = visit;
    // Before the page: it could not cancel the timers of requests that were begun with the browser's own clock.
    await page.clock.install();
    await page.goto(docket.jobs);
    await person.isLive(page);
    for (const title of rejected) {
      await person.startJob(page, `${title}\n[sim: 400]`);
      await sees(person.strayPrompt(page, title).getByText("Rejected", { exact: true }));
    }
    await person.newJob(page).fill("");
    await page.reload();
    await person.isLive(page);
    await sees(section(page).getByText(/^\d+ prompts need attention$/));
    return { visit, page };
  }

  describe("prompts that need attention", () => {
    test("from before take one line, also in a filtered list, and the jobs stay in sight", async () => {
      const rejected = titles("Rewrite");
      const { visit, page } = await opened(rejected);
      assert.equal(await section(page).getByRole("article").count(), 0);
      assert.ok((await section(page).boundingBox()).height <= 64);
      const { y } = await page.getByRole("table").boundingBox();
      assert.ok(y < 400, `the table begins at ${y} pixels`);
      await page.goto(`${docket.jobs}?status=active`);
      await sees(section(page).getByText(/^\d+ prompts need attention$/));
      assert.equal(await section(page).getByRole("article").count(), 0);
      await person.showEarlier(page);
      for (const title of rejected) await sees(person.strayPrompt(page, title));
      await button(page, /^Hide (earlier ones|them)$/).click();
      assert.equal(await section(page).getByRole("article").count(), 0);
      await visit.end();
    });

    test("stay away while others are discarded, although the list has not followed yet", async () => {
      const [first, second] = [titles("Drop"), titles("Drop later")];
      const { visit, page } = await opened(first);
      let discarded = 0;
      await page.route("**/submissions/*", (route) => {
        if (route.request().method() !== "DELETE") return route.continue();
        discarded += 1;
        return route.fulfill({ status: 204 });
      });
      await person.showEarlier(page);
      await button(page, "Discard all").click();
      await sees(button(page, "Undo"));
      await page.clock.fastForward(20_000);
      await until("all are discarded", () => discarded >= first.length);
      for (const title of second) {
        await person.startJob(page, `${title}\n[sim: 400]`);
        await sees(person.strayPrompt(page, title).getByText("Rejected", { exact: true }));
      }
      await person.newJob(page).fill("");
      await button(page, "Discard all").click();
      await sees(section(page).getByText("3 prompts will be discarded in 20 s, unless you leave this page."));
      await button(page, "Undo").click();
      for (const title of second) await sees(person.strayPrompt(page, title).getByText("Rejected", { exact: true }));
      for (const title of first) assert.equal(await person.strayPrompt(page, title).count(), 0);
      await visit.end();
    });

    test("are discarded together after a while, unless the person undoes it or leaves the page", async () => {
      const rejected = titles("Remove");
      const { visit, page } = await opened(rejected);
      await person.showEarlier(page);
      await button(page, "Discard all").click();
      await person.seesFocus(button(page, "Undo"));
      await sees(section(page).getByText(/^\d+ prompts will be discarded in 20 s, unless you leave this page\.$/));
      assert.equal(await section(page).getByRole("article").count(), 0);
      await page.keyboard.press("Enter");
      for (const title of rejected) await sees(person.strayPrompt(page, title).getByText("Rejected", { exact: true }));
      await until("the focus is in the section", () => person.hasFocusWithin(section(page)));

      await button(page, "Discard all").click();
      await sees(button(page, "Undo"));
      await page.getByRole("link", { name: "Visitors", exact: true }).click();
      await sees(person.heading(page, "Visitors"));
      await page.goBack();
      await person.showEarlier(page);
      for (const title of rejected) await sees(person.strayPrompt(page, title).getByText("Rejected", { exact: true }));

      await button(page, "Discard all").click();
      await sees(button(page, "Undo"));
      await page.clock.fastForward(20_000);
      const left = () =>
        page.evaluate(async (url) => (await (await fetch(url)).json()).submissions.length, `/api/projects/${PROJECT}/jobs`);
      await until("all are discarded", async () => (await left()) === 0);
      await page.goto(docket.jobs);
      await person.isLive(page);
      assert.equal(await section(page).count(), 0);
      await visit.end();
    });
  });
}
