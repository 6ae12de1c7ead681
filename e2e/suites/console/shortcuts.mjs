// Every control that has a key does with the key what it does with a click.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";

import * as person from "../../harness/person.mjs";
import { until } from "../../harness/until.mjs";
import { PROJECT } from "../../harness/world.mjs";

const { sees } = person;
const TITLE = "Keys: name every header";

export function shortcuts(docket) {
  let job;

  describe("the keys of controls", () => {
    before(async () => {
      ({ id: job } = await docket.world.startByProgram(`${TITLE}\n[sim: 1s, no-pr]`));
    });

    const button = (name) => (page) => page.getByRole("button", { name });
    const pages = {
      "the list": { path: () => `/p/${PROJECT}/jobs?q=Keys`, complete: (page) => person.jobRow(page, TITLE), own: "List of jobs", least: 10 },
      "a selection": { path: () => `/p/${PROJECT}/jobs?selected=${job}`, complete: button("Add labels"), own: "Selected jobs, or the focused one", least: 12 },
      "a job": { path: () => `/p/${PROJECT}/jobs/${job}`, complete: button("Run again"), own: "Job page", least: 9 },
      "the inbox": { path: () => `/p/${PROJECT}/inbox`, complete: (page) => page.getByRole("list", { name: "Ended" }), own: "Inbox", least: 3 },
      "the visitors": {
        path: () => `/p/${PROJECT}/visitors?range=7d`,
        complete: (page) => page.getByRole("table", { name: "Unique visitors by path" }).getByRole("rowheader").first(),
        own: "Focused row",
        least: 17,
      },
      "the templates": { path: () => `/p/${PROJECT}/templates`, complete: button("New template"), own: "Templates", least: 2 },
      "jobs for many pages": {
        path: () => `/p/${PROJECT}/batch`, complete: (page) => page.getByRole("textbox", { name: "Pages" }), own: "Jobs for many pages", least: 1,
      },
      "the audit log": {
        path: () => `/p/${PROJECT}/audit?refused=false`, complete: (page) => page.getByRole("table", { name: "Audit log" }), own: "Audit log", least: 6,
      },
      "access": { path: () => "/access", complete: (page) => page.getByRole("table", { name: "Audit log" }), own: "Access and sessions", least: 6 },
      "the settings": { path: () => "/settings", complete: button("Refresh"), own: "Settings", least: 1 },
    };
    for (const [name, { path, complete, own, least }] of Object.entries(pages)) {
      test(`press or focus their control on ${name}, and are in the list of shortcuts`, async () => {
        const visit = await docket.signedIn();
        const { page } = visit;
        await page.goto(docket.url(path()));
        await sees(complete(page));
        const listed = await listedKeys(page, own);
        const found = await page.evaluate(watchControls);
        assert.ok(found.length >= least, JSON.stringify(found));
        for (const name of found) {
          const [key] = name;
          assert.ok(listed.has(key), `${key} is in the list of shortcuts`);
          await page.evaluate((name) => window.docketControls.prepare(name), name);
          await page.keyboard.press(key);
          await until(`${name} reaches its control`, () => page.evaluate((name) => window.docketControls.has(name), name));
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
      await sees(person.button(page, "Hide"));
      await visit.end();
    });

    test("lead to the person's menu and to the project menu, and the menu gives the focus back", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.goto(docket.jobs);
      await person.isLive(page);
      const menuButton = page.getByRole("button", { name: /^Signed in as/ });
      await person.pressInTurn(page, "g", "m");
      await sees(page.getByRole("button", { name: "Sign out" }));
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Sign out" }).waitFor({ state: "hidden" });
      await person.seesFocus(menuButton);
      await person.pressInTurn(page, "g", "p");
      await person.seesFocus(page.getByRole("combobox", { name: "Project" }));
      await visit.end();
    });

    test("step through rows, and press the controls of the row with the focus", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.goto(docket.url(pages["the visitors"].path()));
      await sees(pages["the visitors"].complete(page));
      for (const [key, index] of [["j", 0], ["j", 1], ["k", 0]]) {
        await page.keyboard.press(key);
        await person.seesFocus(page.locator(`#path-${index}`));
      }
      await page.keyboard.press("o");
      const trend = page.getByRole("region", { name: /^Daily visitors of \// });
      await person.seesFocus(trend.getByRole("heading"));
      await page.keyboard.press("o");
      await trend.waitFor({ state: "detached" });
      await person.seesFocus(page.getByRole("button", { name: /^Daily visitors of \// }).first());
      // The trend is no row: from there, the keys continue after the row that it was opened from.
      await page.keyboard.press("o");
      await person.seesFocus(trend.getByRole("heading"));
      await page.keyboard.press("j");
      await person.seesFocus(page.locator("#path-1"));
      const selected = page.getByRole("checkbox", { name: /^Select \// }).and(page.locator(":checked"));
      for (const key of ["x", "j", "x", "j", "x"]) await page.keyboard.press(key);
      await until("each key counts", async () => (await selected.count()) === 3);
      await page.keyboard.press("u");
      await page.keyboard.press("x");
      await page.keyboard.press("c");
      await sees(person.heading(page, "Jobs for many pages"));
      await visit.end();
    });

    test("revoke nothing: they lead to the button, and the focus stays at the question", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.goto(docket.url("/access"));
      await sees(pages.access.complete(page));
      await page.keyboard.press("t");
      const id = page.getByRole("form", { name: "New token" }).getByLabel("Id");
      await person.seesFocus(id);
      await page.keyboard.type("by-keys");
      await page.keyboard.press("Enter");
      await sees(page.getByRole("status", { name: "New token" }));
      const revoke = page.getByRole("button", { name: "Revoke by-keys" });
      await sees(revoke);
      await person.heading(page, "Access").focus();
      await until("j leads to the button", async () => {
        await page.keyboard.press("j");
        return revoke.evaluate((button) => button === document.activeElement);
      });
      await page.keyboard.press("Enter");
      await person.seesFocus(page.getByRole("button", { name: "Keep it" }));
      await page.keyboard.press("Enter");
      await person.seesFocus(revoke);
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Revoke it" }).click();
      await revoke.waitFor({ state: "detached" });
      await until("the focus is on a control", () => page.evaluate(() => document.activeElement !== document.body));
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

/** The keys that the list of shortcuts shows for the page in view, which has shortcuts of its own under this heading. */
async function listedKeys(page, own) {
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await sees(dialog.getByRole("heading", { name: own, exact: true }));
  const other = own === "Inbox" ? "Settings" : "Inbox";
  assert.ok(!(await dialog.getByRole("heading", { name: other, exact: true }).isVisible()), `${other} is another page`);
  const keys = await dialog.locator("dd:not(details *)").evaluateAll((all) => all.map((one) => one.innerText.trim()));
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  return new Set(keys);
}

/** Runs in the page: notes clicks and focus of the controls that have a key, without letting them act. */
function watchControls() {
  const ROW = ".list-row";
  const CONTROL = "main [aria-keyshortcuts]";
  // A control may be rendered again meanwhile, so its key and whether it is in a row stand for it.
  const names = (element) => {
    const keys = element.getAttribute("aria-keyshortcuts").split(" ").filter((key) => key.length === 1);
    return keys.map((key) => `${key} ${element.closest(ROW) ? "in a row" : "of the page"}`);
  };
  const reached = new Set();
  const controls = new Map();
  for (const element of document.querySelectorAll(CONTROL)) {
    for (const name of names(element)) if (!controls.has(name)) controls.set(name, element.closest(ROW));
  }
  const note = (event) => {
    const element = event.target.closest?.(CONTROL);
    if (!element) return;
    for (const name of names(element)) reached.add(name);
    if (event.type === "click") {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  };
  window.addEventListener("click", note, true);
  window.addEventListener("focus", note, true);
  window.docketControls = {
    prepare(name) {
      document.activeElement?.blur();
      (controls.get(name)?.querySelector("a, [tabindex], button") ?? document.querySelector("h1")).focus();
      reached.clear();
    },
    has: (name) => reached.has(name),
  };
  return [...controls.keys()];
}
