// The admin key never reaches a browser. Every visit searches for it; here the service tries to leak it.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";

import * as person from "../../harness/person.mjs";
import { ROOT } from "../../harness/root.mjs";
import { CANARY, PROJECT } from "../../harness/world.mjs";

const { sees } = person;

export function adminKey(docket) {
  describe("the admin key", () => {
    test("is in no response, frame, cookie or store, even when the service echoes it", async () => {
      const visit = await docket.signedIn({ expected: [/^50\d POST \/v2\/agent\//] });
      const { page } = visit;
      await page.goto(docket.jobs);
      await person.isLive(page);

      const title = "Look for the key";
      await person.startJob(page, `${title}\n[sim: echo-body, poll-echo-body, 1s, pr]`);
      await person.seesJob(page, title, "Completed");
      await page.getByRole("link", { name: title, exact: true }).click();
      await sees(page.getByRole("list", { name: "Timeline" }));
      await page.goto(docket.url(`/p/${PROJECT}/visitors`));
      await sees(page.getByRole("table", { name: "Unique visitors by path" }));

      await page.goto(docket.jobs);
      await person.startJob(page, "Look for the key in an error\n[sim: echo-error]");
      await sees(person.outcome(page, "New job").getByText("Decide below what to do with it."));
      assert.ok(!(await page.content()).includes(CANARY));
      await visit.end();
      assert.ok(visit.searched > 20, `only ${visit.searched} items were searched`);
    });

    test("is in no served file", async () => {
      const folder = join(ROOT, "dist");
      const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
      assert.ok(files.length >= 4);
      for (const { name, parentPath } of files) {
        const content = await readFile(join(parentPath, name));
        assert.ok(!content.includes(CANARY), name);
      }
    });
  });
}
