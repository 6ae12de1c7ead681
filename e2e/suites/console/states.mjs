// What is open over or within a page passes the automatic accessibility checks as well.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";

import { axeSource, violations } from "../../harness/axe.mjs";
import * as person from "../../harness/person.mjs";
import { PROJECT } from "../../harness/world.mjs";

const { button, sees } = person;
/** How a person may see a state: as Playwright emulates it. */
const LOOKS = [
  { colorScheme: "light", forcedColors: "none" },
  { colorScheme: "dark", forcedColors: "none" },
  { colorScheme: "light", forcedColors: "active" },
];
/** Narrow windows: the narrowest supported one, and one of 1280 × 800 pixels at a zoom of 200 %, in CSS pixels. */
const WINDOWS = [
  { width: 320, height: 640 },
  { width: 640, height: 400 },
];

export function states(docket) {
  const inProject = (path) => docket.url(`/p/${PROJECT}/${path}`);

  /** Each state: how to get there, and problems in the browser that this causes. */
  const STATES = {
    "the person's menu": async (page) => {
      await page.goto(docket.jobs);
      await page.getByRole("button", { name: /^Signed in as/ }).click();
      await sees(button(page, "Sign out"));
    },
    "the command palette": async (page) => {
      await page.goto(docket.jobs);
      await person.isLive(page);
      await page.keyboard.press("Control+k");
      await sees(page.getByRole("dialog", { name: "Commands" }).getByRole("option").first());
    },
    "the list of shortcuts": async (page) => {
      await page.goto(docket.jobs);
      await person.isLive(page);
      await page.keyboard.press("?");
      await sees(page.getByRole("dialog", { name: "Keyboard shortcuts" }));
    },
    "a prompt that was rejected": async (page) => {
      await page.goto(docket.jobs);
      await person.startJob(page, "Check what a rejected prompt looks like\n[sim: 400]");
      await sees(person.strayPrompt(page, "Check what a rejected prompt looks like").getByText("Rejected", { exact: true }));
    },
    "a prompt of unknown outcome, about to be discarded": async (page) => {
      await page.goto(docket.jobs);
      await docket.world.meets("create-job", "drop-after");
      await person.startJob(page, "Check what an unknown outcome looks like\n[sim: 10m]");
      const entry = person.strayPrompt(page, "Check what an unknown outcome looks like");
      await button(entry, "Discard").click();
      await sees(entry.getByRole("button", { name: "Discard it" }));
    },
    "the form of a template": async (page) => {
      await page.goto(inProject("templates"));
      await button(page, "New template").click();
      await sees(page.getByRole("form", { name: "New template" }));
    },
    "the form of a note": async (page) => {
      await page.goto(inProject("visitors?from=2026-06-01&to=2026-06-10&compare=none"));
      await page.getByRole("slider", { name: "Day" }).focus();
      await page.keyboard.press("Home");
      await page.getByRole("button", { name: "Add note on Jun 1, 2026" }).first().click();
      await sees(page.getByRole("form", { name: "Note on Jun 1, 2026" }));
    },
    "one day of visitors": async (page) => {
      await page.goto(inProject("visitors?from=2026-06-01&to=2026-06-01"));
      await sees(page.getByRole("table", { name: "Unique visitors by path" }));
      await sees(page.getByRole("slider", { name: "Day" }));
    },
    "visitors that could not be loaded": async (page) => {
      await page.route("**/visitors/*", (route) => route.abort());
      await page.goto(inProject("visitors?from=2026-06-01&to=2026-06-10"));
      await sees(page.getByRole("alert").first());
    },
    "a wrong passphrase": async (page) => {
      await page.context().clearCookies();
      await page.goto(docket.url("/sign-in"));
      await page.getByLabel("Name").fill("nobody of this name");
      await page.getByLabel("Passphrase").fill("not the passphrase");
      await button(page, "Sign in").click();
      await sees(page.getByRole("alert").getByText("Wrong name or passphrase."));
    },
    "a path without a page": async (page) => {
      await page.goto(docket.jobs);
      await person.isLive(page);
      await page.evaluate(() => {
        const link = Object.assign(document.createElement("a"), { href: "/nowhere", textContent: "nowhere" });
        document.querySelector("main").append(link);
        link.click();
      });
      await sees(person.heading(page, "Page not found"));
    },
    "prompts that failed, about to be discarded together": async (page) => {
      await page.goto(docket.jobs);
      for (const name of ["walrus", "weasel"]) {
        await person.startJob(page, `Check the ${name} that was rejected\n[sim: 400]`);
        await sees(person.strayPrompt(page, `Check the ${name} that was rejected`));
      }
      await button(page, "Discard all").click();
      await sees(button(page, "Undo"));
    },
    "the same prompt again, at once": async (page) => {
      const prompt = "Check what a second start looks like\n[sim: 10m]";
      await page.goto(docket.jobs);
      await person.startJob(page, prompt);
      await sees(person.jobRow(page, "Check what a second start looks like"));
      await person.isEmpty(person.newJob(page));
      await person.startJob(page, prompt);
      await sees(button(page, "Start it anyway"));
    },
    "a selection of several jobs": async (page) => {
      await page.goto(docket.jobs);
      await page.getByRole("table").getByRole("checkbox").nth(1).check();
      await sees(page.getByRole("group", { name: "Selected jobs" }));
    },
    "a long range that is not loaded": async (page) => {
      await page.goto(inProject("visitors?from=2022-05-01&to=2022-06-29&compare=none"));
      await sees(page.getByRole("button", { name: /^Load \d+ days/ }));
    },
    "a view that lacks a comparison": async (page) => {
      await page.goto(inProject("visitors?from=2026-06-01&to=2026-06-10&compare=none&view=falling"));
      await sees(button(page, "Compare with the previous period"));
    },
    "a token that was made": async (page) => {
      await page.goto(docket.url("/access"));
      const form = page.getByRole("form", { name: "New token" });
      await form.getByLabel("Id").fill(`states-${Date.now()}`);
      await form.getByRole("button", { name: "Create token" }).click();
      await sees(page.getByRole("status", { name: "New token" }).getByRole("textbox", { name: "Token" }));
    },
    "an offline browser": async (page) => {
      // What is requested last. Offline, it would fail.
      const counted = page.waitForResponse(/\/inbox\?limit=0/);
      await page.goto(docket.url("/settings"));
      await sees(person.heading(page, "Settings"));
      await (await counted).finished();
      await page.waitForLoadState("networkidle");
      await page.context().setOffline(true);
      await person.seesConnection(page, "Offline");
    },
    "a job that the service does not have": async (page) => {
      await page.goto(inProject("jobs/no-such-job"));
      await sees(person.heading(page, "Job not found"));
    },
  };

  describe("accessibility of states", () => {
    let axe;
    before(async () => (axe = await axeSource()));

    for (const [name, reach] of Object.entries(STATES)) {
      test(`${name} has no violation, whatever the colours and the window`, async () => {
        const visit = await docket.signedIn({ expected: [/^40[0149] /, /^502 POST /, /ERR_(FAILED|INTERNET_DISCONNECTED)/] });
        await reach(visit.page);
        for (const look of LOOKS) {
          await visit.page.emulateMedia(look);
          assert.deepEqual(await violations(visit.page, axe), [], JSON.stringify(look));
        }
        await visit.page.emulateMedia(LOOKS[0]);
        for (const window of WINDOWS) {
          await visit.page.setViewportSize(window);
          await person.frames(visit.page);
          const width = await visit.page.evaluate(() => document.documentElement.scrollWidth);
          assert.ok(width <= window.width, `it is ${width} pixels wide`);
          assert.deepEqual(await violations(visit.page, axe), [], JSON.stringify(window));
        }
        await visit.end();
      });
    }
  });
}
