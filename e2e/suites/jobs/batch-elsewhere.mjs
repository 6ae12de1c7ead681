// Jobs for many pages in two tabs: what a tab does not send, because another one has started or closed its jobs, it says.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { PATH, batches, seesProgress } from "../../harness/batches.mjs";
import * as person from "../../harness/person.mjs";
import { makeTemplate } from "../../harness/templates.mjs";
import { PROJECT } from "../../harness/world.mjs";

const { button, sees } = person;
const list = (page) => page.getByRole("textbox", { name: "Pages" });
const seesClosed = (page) => sees(page.getByRole("status").getByText("Another tab has closed these jobs, so nothing more of them is sent."));

export function batchElsewhere(docket) {
  const { prompts } = batches(docket);
  const prepare = async (page, name, paths) => {
    await list(page).fill(paths.join("\n"));
    await page.getByRole("combobox", { name: "Template" }).selectOption({ label: name });
  };

  /** Two tabs of one browser where jobs for many pages are prepared, with a template. */
  const twoTabs = async (name, options) => {
    const visit = await docket.signedIn(options);
    const { page } = visit;
    await page.goto(docket.url(`/p/${PROJECT}/templates`));
    await makeTemplate(page, name, `${name} on {{page}}.\n[sim: 1h]`);
    const other = await visit.context.newPage();
    for (const tab of [page, other]) await tab.goto(docket.url(PATH));
    return { visit, page, other };
  };

  describe("jobs for many pages that another tab starts or closes", () => {
    test("are not sent while those of another tab are there, which is said, and stay prepared", async () => {
      const name = "Start after another tab";
      const { visit, page, other } = await twoTabs(name);
      await prepare(page, name, ["/one"]);
      await button(page, "Start 1 job").click();
      await seesProgress(page, "1 of 1 sent");
      await person.isEmpty(list(other));
      await prepare(other, name, ["/other"]);
      await button(other, "Start 1 job").click();
      const notice = other.getByRole("alert").getByText("Nothing was sent: another tab had started these jobs before.");
      await sees(notice);
      await seesProgress(other, "1 of 1 sent");
      assert.deepEqual(await prompts(name), [`${name} on /one.\n[sim: 1h]`]);
      await button(other, "Close").click();
      await person.holds(list(other), "/other");
      await button(other, "Start 1 job").click();
      await seesProgress(other, "1 of 1 sent");
      assert.equal(await notice.count(), 0);
      assert.equal((await prompts(name)).length, 2);
      await button(other, "Close").click();
      await visit.end();
    });

    test("that another tab closed are not sent again, which is said", async () => {
      const name = "Close in another tab";
      const { visit, page, other } = await twoTabs(name, { expected: [/^400 POST /] });
      const fail = async () => {
        await docket.world.meets("create-job", "400", 2);
        await prepare(page, name, ["/one", "/two"]);
        await button(page, "Start 2 jobs").click();
        await seesProgress(page, "0 of 2 sent, 2 failed");
      };
      await fail();
      await other.reload();
      await button(other, "Close").click();
      await seesClosed(page);
      assert.equal(await page.getByRole("button", { name: /^Try / }).count(), 0);
      await button(page, "Close").click();
      for (const again of ["Try all failed again", "Try again: /one"]) {
        await fail();
        // As in a tab that slept while another one closed them.
        await page.evaluate(() => localStorage.clear());
        await button(page, again).click();
        await seesClosed(page);
        await button(page, "Close").click();
      }
      assert.deepEqual(await prompts(name), []);
      await visit.end();
    });
  });
}
