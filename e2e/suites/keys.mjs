// Every control that has a key does with the key what it does with a click.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";

import * as person from "../harness/person.mjs";
import { until } from "../harness/until.mjs";
import { PROJECT } from "../harness/world.mjs";

const { sees } = person;
const TITLE = "Keys: name every header";

export function keys(docket) {
  let job;

  describe("the keys of controls", () => {
    before(async () => {
      ({ id: job } = await docket.world.startByProgram(`${TITLE}\n[sim: 1s, no-pr]`));
    });

    const pages = {
      "the list": { path: () => `/p/${PROJECT}/jobs?q=Keys`, complete: (page) => person.jobRow(page, TITLE), least: 3 },
      "a job": { path: () => `/p/${PROJECT}/jobs/${job}`, complete: (page) => page.getByRole("button", { name: "Run again" }), least: 8 },
      "the inbox": { path: () => `/p/${PROJECT}/inbox`, complete: (page) => page.getByRole("list", { name: "Ended" }), least: 3 },
      "the visitors": {
        path: () => `/p/${PROJECT}/visitors?range=7d`,
        complete: (page) => page.getByRole("table", { name: "Unique visitors by path" }).getByRole("rowheader").first(),
        least: 3,
      },
    };
    for (const [name, { path, complete, least }] of Object.entries(pages)) {
      test(`press or focus their control on ${name}, and are in the list of shortcuts`, async () => {
        const visit = await docket.signedIn();
        const { page } = visit;
        await page.goto(docket.url(path()));
        await person.isLive(page);
        await sees(complete(page));
        const listed = await listedKeys(page);
        const found = await page.evaluate(watchControls);
        assert.ok(found.length >= least, JSON.stringify(found));
        for (const { index, key } of found) {
          assert.ok(listed.has(key), `${key} is in the list of shortcuts`);
          await page.evaluate((index) => window.docketControls.prepare(index), index);
          await page.keyboard.press(key);
          await until(`${key} reaches its control`, () => page.evaluate((index) => window.docketControls.has(index), index));
        }
        await visit.end();
      });
    }

    test("do nothing while single keys are off", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.goto(docket.url(pages["a job"].path()));
      await person.isLive(page);
      await sees(pages["a job"].complete(page));
      await page.evaluate(() => localStorage.setItem("docket.shortcuts-off", "1"));
      await page.keyboard.press("f");
      await page.keyboard.press("h");
      assert.ok(!(await person.hasFocusWithin(person.followUp(page))));
      await sees(page.getByRole("button", { name: "Hide", exact: true }));
      await visit.end();
    });

    test("copy the job's id, its link, and the call for it", async () => {
      const visit = await docket.signedIn({ permissions: ["clipboard-read", "clipboard-write"] });
      const { page } = visit;
      await page.goto(docket.url(pages["a job"].path()));
      await person.isLive(page);
      await sees(page.getByRole("button", { name: "Copy as curl" }));
      const copied = (text) => until(`"${text}" is copied`, async () => (await page.evaluate(() => navigator.clipboard.readText())) === text);
      await page.keyboard.press("i");
      await copied(job);
      await page.keyboard.press("y");
      await copied(page.url());
      await page.keyboard.press("u");
      const url = docket.url(`/api/projects/${PROJECT}/jobs/${job}`);
      await copied(`curl --header "Authorization: Bearer $DOCKET_TOKEN" '${url}'`);
      await visit.end();
    });
  });
}

/** The keys of the list of shortcuts. */
async function listedKeys(page) {
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await sees(dialog.getByRole("heading", { name: "Page of a job" }));
  const keys = await dialog.locator("dd").evaluateAll((all) => all.map((one) => one.innerText.trim()));
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  return new Set(keys);
}

/** Runs in the page: notes clicks and focus of the controls that have a key, without letting them act. */
function watchControls() {
  const ROW = ".jobs__row, .inbox__item, .paths__row";
  const reached = new Set();
  const controls = [];
  for (const element of document.querySelectorAll("main [aria-keyshortcuts]")) {
    const row = element.closest(ROW);
    for (const key of element.getAttribute("aria-keyshortcuts").split(" ").filter((key) => key.length === 1)) {
      // The first row stands for all.
      if (row && controls.some((known) => known.key === key && known.row)) continue;
      controls.push({ element, key, row });
    }
  }
  const note = (event) => {
    controls.forEach(({ element }, index) => {
      if (!element.contains(event.target)) return;
      reached.add(index);
      if (event.type === "click") {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    });
  };
  window.addEventListener("click", note, true);
  window.addEventListener("focus", note, true);
  window.docketControls = {
    prepare(index) {
      const { row } = controls[index];
      document.activeElement?.blur();
      (row?.querySelector("a, [tabindex]") ?? document.querySelector("h1")).focus();
      reached.clear();
    },
    has: (index) => reached.has(index),
  };
  return controls.map(({ key }, index) => ({ index, key }));
}
