// Pages that are selected among the paths, for jobs for many pages.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import * as person from "../../harness/person.mjs";
import { until } from "../../harness/until.mjs";
import { openVisitors, paths, table } from "../../harness/visitors.mjs";
import { PROJECT } from "../../harness/world.mjs";

const { sees } = person;

export function selection(docket) {
  const open = (query) => openVisitors(docket, query);

  describe("selected pages of visitors", () => {
    test("only pages can be selected: there is no button for it while folders or no paths are shown", async () => {
      const visit = await open("from=2026-08-01&to=2026-08-31&compare=none");
      const { page } = visit;
      const select = page.getByRole("button", { name: "Select loaded pages" });
      await sees(select);
      await page.getByLabel("Search paths").fill("no such path anywhere");
      await select.waitFor({ state: "detached" });
      await page.goto(docket.url(`/p/${PROJECT}/visitors?from=2026-08-01&to=2026-08-31&compare=none&group=folder`));
      await sees(table(page).getByRole("row").filter({ hasText: "≥" }).first());
      assert.equal(await select.count(), 0);
      await visit.end();
    });

    test("as many pages can be selected as a batch has prompts, and a sentence says so", async () => {
      const visit = await open("from=2026-08-01&to=2026-08-31&compare=none&sort=path");
      const { page } = visit;
      const limit = page.getByRole("status").filter({ hasText: "At most 200 pages can be selected." });
      await page.getByRole("button", { name: "Select loaded pages" }).click();
      await sees(limit);
      await sees(person.button(page, "New jobs for 200 pages"));
      // The last row of all is not among the first ones that are selected.
      const first = await paths(page).first().innerText();
      await table(page).getByRole("columnheader", { name: "Path" }).getByRole("link").click();
      await until("another row comes first", async () => (await paths(page).first().innerText()) !== first);
      const box = paths(page).first().getByRole("checkbox");
      await box.click();
      await sees(limit);
      assert.ok(!(await box.isChecked()), "the box says what is selected");
      await page.getByRole("button", { name: "Clear selection" }).click();
      await limit.waitFor({ state: "detached" });
      await box.check();
      await sees(person.button(page, "New jobs for 1 page"));
      await visit.end();
    });

    test("selected pages stay selected after a reload, until there is a list of them", async () => {
      const visit = await open("from=2026-09-01&to=2026-09-03&compare=none");
      const { page } = visit;
      const box = page.getByRole("checkbox", { name: "Select /", exact: false }).nth(1);
      await box.check();
      await page.reload();
      await sees(page.getByRole("button", { name: "New jobs for 1 page" }));
      assert.ok(await box.isChecked());
      await page.getByRole("button", { name: "New jobs for 1 page" }).click();
      await page.waitForURL(/\/batch$/);
      // The page came with its visitors, so that nothing says where to get them.
      await sees(page.getByText("One path per line.", { exact: true }));
      await page.getByRole("textbox", { name: "Pages" }).press("End");
      await page.keyboard.type("\n/typed");
      await sees(page.getByText(/^One path per line\. To include visitor data, /));
      await page.goBack();
      await sees(box);
      assert.equal(await box.isChecked(), false);
      await visit.end();
    });
  });
}
