// What a person may not do is not shown.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import * as person from "../../harness/person.mjs";
import { LONG_PROJECT, PERSON, PROJECT } from "../../harness/world.mjs";

const { sees } = person;

/** Works on a page of Docket with these rules. */
const signedInAs = (docket, rules, path, work) => docket.withSettings({ DOCKET_ROLES: JSON.stringify(rules) }, path, work);

export function roles(docket) {
  describe("roles", () => {
    test("a viewer reads jobs and visitors of their projects, and is offered nothing else", async () => {
      const prompt = "Describe what a viewer sees [sim: 1s]";
      await docket.world.startByProgram(prompt);
      const rules = [{ role: "viewer", names: [PERSON.name], projects: [PROJECT] }];
      await signedInAs(docket, rules, `/p/${PROJECT}/jobs`, async (page) => {
        await sees(person.jobRow(page, prompt));
        assert.equal(await page.getByRole("textbox", { name: "New job" }).count(), 0);
        assert.equal(await page.getByText("Import a job by id").count(), 0);
        assert.equal(await page.getByRole("checkbox", { name: /^Select/ }).count(), 0);
        // One project only, so there is nothing to switch to.
        assert.equal(await page.getByRole("combobox", { name: "Project", exact: true }).count(), 0);

        await page.goto(docket.url(`/p/${PROJECT}/inbox`));
        await sees(person.heading(page, "Inbox"));
        await page.keyboard.press("c");
        await person.frames(page);
        assert.match(page.url(), /\/inbox$/, "the key of a composer that is not there leads nowhere");

        await page.goto(docket.url(`/p/${PROJECT}/jobs?q=viewer`));
        await person.openJob(page, prompt);
        await sees(person.story(page, "Prompt by"));
        await sees(page.getByRole("complementary", { name: "Details" }));
        await person.seesStatus(page, "Completed");
        assert.equal(await page.getByText(/follow-up/).count(), 0, "nobody tells a viewer to send one");
        for (const name of ["Hide", "Save", "Send follow-up"]) {
          assert.equal(await page.getByRole("button", { name }).count(), 0, name);
        }

        await page.keyboard.press("Control+k");
        const options = page.getByRole("dialog", { name: "Commands" }).getByRole("option");
        await sees(options.filter({ hasText: "Copy link" }));
        for (const name of ["Hide", "New job", "Write a follow-up", "Jobs for many pages", "Access"]) {
          assert.equal(await options.filter({ hasText: name }).count(), 0, name);
        }
        await page.keyboard.press("Escape");

        await page.getByRole("button", { name: /^Signed in as/ }).click();
        await sees(page.getByRole("button", { name: "Sign out" }));
        assert.equal(await page.getByRole("link", { name: "Access", exact: true }).count(), 0);
        await page.keyboard.press("Escape");

        await page.getByRole("link", { name: "Visitors", exact: true }).click();
        await sees(page.getByRole("table", { name: "Unique visitors by path" }).getByRole("rowheader").first());
        assert.equal(await page.getByRole("button", { name: /^New job/ }).count(), 0);
      });
    });

    test("somebody without a rule learns whom to ask", async () => {
      const rules = [{ role: "admin", names: ["somebody-else"] }];
      await signedInAs(docket, rules, "/", async (page) => {
        await sees(page.getByRole("heading", { name: "No access to a project yet" }));
        await sees(page.getByText("Ask an admin of this deployment for a role"));
        assert.equal(await page.getByText(LONG_PROJECT).count(), 0);
      });
    });
  });
}
