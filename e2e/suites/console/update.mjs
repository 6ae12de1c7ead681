// An update of Docket while a tab is open. The tab has the old version, and its modules are no longer on the server.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import * as person from "../../harness/person.mjs";
import { Deployment } from "../../harness/release.mjs";
import { PROJECT } from "../../harness/world.mjs";

const { sees } = person;
const DRAFT = "Explain how retries work in the webhook guide";
/** What a browser reports of a part that is gone, and of a Docket that restarts. */
const EXPECTED = [
  /^404 GET \/docket-app-/,
  /^console: .*(WebAssembly|MIME|WebSocket|ERR_|Failed to fetch)/,
  /^failed: .* net::ERR_/,
];

export function update(docket) {
  describe("an update", () => {
    let deployment;
    before(async () => {
      deployment = await Deployment.prepare(await docket.world.folder("releases"), docket.world.service);
    });
    after(() => deployment?.end());

    /** A tab of the old version, with a draft, after the update. */
    async function oldTab() {
      await deployment.release("old");
      const visit = await docket.visit({ expected: EXPECTED });
      const { page } = visit;
      await page.goto(`${deployment.url}/p/${PROJECT}/jobs`);
      await person.signIn(page);
      await person.isLive(page);
      await person.newJob(page).fill(DRAFT);
      await deployment.release("new");
      return visit;
    }

    /** Opens a page whose part the old version does not have, and waits until the tab says so. */
    async function opensMissingPart(page) {
      const missing = page.waitForResponse((response) => response.status() === 404);
      await page.getByRole("link", { name: "Visitors", exact: true }).click();
      const response = await missing;
      assert.match(new URL(response.url()).pathname, /^\/docket-app-.*\.wasm$/);
      assert.equal(response.headers()["cache-control"], "no-store");
      await sees(page.getByRole("alert").filter({ hasText: "This page could not be loaded." }));
    }

    test("is offered to an old tab, and a reload keeps the draft", async () => {
      const visit = await oldTab();
      const { page } = visit;
      await opensMissingPart(page);
      await person.button(page, "Reload").click();
      await sees(page.getByRole("table", { name: "Unique visitors by path" }));
      await page.getByRole("link", { name: "Jobs", exact: true }).click();
      await person.holds(person.newJob(page), DRAFT);
      await visit.end();
    });

    test("that is rolled back leaves nothing wrong in the browser's cache", async () => {
      const visit = await oldTab();
      const { page } = visit;
      await opensMissingPart(page);
      await deployment.release("old");
      await person.button(page, "Reload").click();
      await sees(page.getByRole("table", { name: "Unique visitors by path" }));
      await page.reload();
      await sees(page.getByRole("table", { name: "Unique visitors by path" }));
      await page.getByRole("link", { name: "Jobs", exact: true }).click();
      await person.holds(person.newJob(page), DRAFT);
      await visit.end();
    });
  });
}
