// What comes in between in the inbox: jobs that end before its parts are here, and marks before responses.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { hold } from "../../harness/hold.mjs";
import { PATH, item, setVisible } from "../../harness/inbox.mjs";
import * as person from "../../harness/person.mjs";
import { send } from "../../harness/session.mjs";
import { until } from "../../harness/until.mjs";
import { PROJECT } from "../../harness/world.mjs";

const { button, frames, sees } = person;
const INBOX = /docket-app-inbox-[0-9a-f]+\.wasm/;
const UNREAD = /docket-app-unread-[0-9a-f]+\.wasm/;
const COUNT = /\/inbox\?limit=0/;

export function interleavedInbox(docket) {
  /** Polls a job until its end is seen: Docket has learned from the other tests, and would poll later by itself. */
  const isNoticed = (id, shown) =>
    until("the end is noticed", async () => {
      await docket.world.poll(id);
      return shown.isVisible();
    });

  /** Marks items as another browser of the person would, in one request: each with its title, and whether it is read. */
  async function markElsewhere(page, marks) {
    const path = `/api/projects/${PROJECT}/inbox`;
    const { needsYou, ended } = await (await page.request.get(docket.url(path))).json();
    const items = [...needsYou.items, ...ended.items];
    const mark = ([title, read]) => {
      const { subject, revision } = items.find((item) => item.title === title);
      return { subject, revision, read };
    };
    await send(page, "PATCH", path, { marks: marks.map(mark) });
  }

  describe("in between, in the inbox", () => {
    test("items of the inbox that were asked for before a mark do not undo it", async () => {
      const title = "Interleave a mark and a load";
      const visit = await docket.signedIn();
      const { page } = visit;
      const { id } = await docket.world.startByProgram(`${title}\n[sim: 1s, fail]`);
      await page.goto(docket.url(PATH));
      const shown = item(page, title);
      const marks = shown.getByRole("button", { name: `Mark as read: ${title}` });
      await isNoticed(id, marks);
      const loading = await hold(page, /\/api\/.*\/inbox$/, { method: "GET", afterwards: true });
      await docket.world.startByProgram(`${title} again\n[sim: 1s, fail]`);
      await loading.isAskedFor();
      await marks.click();
      await sees(shown.getByRole("button", { name: `Mark as unread: ${title}` }));
      loading.release();
      await sees(page.getByRole("link", { name: `${title} again`, exact: true }));
      await sees(shown.getByRole("button", { name: `Mark as unread: ${title}` }));
      await visit.end();
    });

    test("a job that ends before the module of the count is here, but after the items, is among the items", async () => {
      const title = "Interleave an end and a module";
      const visit = await docket.signedIn();
      const { page } = visit;
      const { id } = await docket.world.startByProgram(`${title}\n[sim: never]`);
      const unread = await hold(page, UNREAD);
      await page.goto(docket.url(PATH));
      await sees(item(page, title));
      await person.isLive(page);
      await unread.isAskedFor();
      await docket.world.sim("POST", `jobs/${id}/end`, { outcome: "failed" });
      await isNoticed(id, page.getByText(`${title}: Failed.`));
      unread.release();
      await sees(item(page, title).getByRole("button", { name: `Mark as read: ${title}` }));
      await visit.end();
    });

    test("a job that ends after the items were requested ahead, but before the page is here, is among the items", async () => {
      const title = "Interleave an end and a request ahead";
      const visit = await docket.signedIn();
      const { page } = visit;
      const { id } = await docket.world.startByProgram(`${title}\n[sim: never]`);
      const [inbox, unread] = [await hold(page, INBOX), await hold(page, UNREAD)];
      const isAhead = page.waitForResponse((response) => /\/api\/.*\/inbox$/.test(response.url()));
      await page.goto(docket.url(PATH));
      const { running } = await (await isAhead).json();
      assert.ok(running.items.some((item) => item.title?.startsWith(title)), "it is running when the items are requested");
      await person.isLive(page);
      await inbox.isAskedFor();
      await docket.world.sim("POST", `jobs/${id}/end`, { outcome: "failed" });
      await isNoticed(id, page.getByText(`${title}: Failed.`));
      inbox.release();
      await sees(item(page, title));
      unread.release();
      await sees(item(page, title).getByRole("button", { name: `Mark as read: ${title}` }));
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

    test("marks of another browser that leave as many unread show on the items", async () => {
      const [first, second] = ["Interleave a mark as read", "Interleave a mark as unread"];
      const visit = await docket.signedIn();
      const { page } = visit;
      const toggle = (mark, title) => item(page, title).getByRole("button", { name: `${mark}: ${title}` });
      const jobs = [];
      for (const title of [first, second]) jobs.push(await docket.world.startByProgram(`${title}\n[sim: 1s, fail]`));
      await page.goto(docket.url(PATH));
      for (const [index, title] of [first, second].entries()) await isNoticed(jobs[index].id, toggle("Mark as read", title));
      await toggle("Mark as read", second).click();
      await sees(toggle("Mark as unread", second));
      // Afterwards, no request for the items is due.
      await page.reload();
      await sees(toggle("Mark as read", first));
      await person.isLive(page);
      await markElsewhere(page, [[first, true], [second, false]]);
      await sees(toggle("Mark as unread", first));
      await sees(toggle("Mark as read", second));
      await visit.end();
    });

    test("a job that is marked as unread elsewhere while it is open stays unread until the person comes back to it", async () => {
      const title = "Interleave a mark and an open job";
      const visit = await docket.signedIn();
      const { page } = visit;
      const { id } = await docket.world.startByProgram(`${title}\n[sim: 1s, fail]`);
      await page.goto(docket.url(PATH));
      await isNoticed(id, item(page, title).getByRole("button", { name: `Mark as read: ${title}` }));
      await button(page, "Mark all as read").click();
      await until("everything is read", async () => (await page.getByText("Unread:").count()) === 0);
      const counted = page.waitForResponse((response) => COUNT.test(response.url()));
      await page.goto(`${docket.jobs}/${id}`);
      await sees(button(page, "Run again"));
      await counted;
      await frames(page);
      let marks = 0;
      page.on("request", (request) => (marks += request.method() === "PATCH"));
      await markElsewhere(page, [[title, false]]);
      await until("it is counted", async () => (await page.title()).startsWith("("));
      await frames(page);
      assert.equal(marks, 0, "it stays unread");
      await setVisible(page, false);
      await setVisible(page, true);
      await until("it is read", () => marks === 1);
      // Jobs of other tests may have ended since, so the count says nothing of this one.
      await page.goto(docket.url(PATH));
      await sees(item(page, title).getByRole("button", { name: `Mark as unread: ${title}` }));
      await visit.end();
    });

    test("two marks apply in the order of the clicks", async () => {
      const title = "Interleave two marks";
      const visit = await docket.signedIn();
      const { page } = visit;
      const { id } = await docket.world.startByProgram(`${title}\n[sim: 1s, fail]`);
      await page.goto(docket.url(PATH));
      const shown = item(page, title);
      const toggle = (mark) => shown.getByRole("button", { name: `${mark}: ${title}` });
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
  });
}
