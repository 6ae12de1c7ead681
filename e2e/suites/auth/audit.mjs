// The audit log: an admin sees who changed what, and nobody else does.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";

import * as person from "../../harness/person.mjs";
import { PERSON, PROJECT } from "../../harness/world.mjs";

const { sees } = person;
const PROMPT = "Describe what the audit log leaves out [sim: 1h]";

/** The entries on the page. */
const entries = (page) => page.getByRole("table", { name: "Audit log" }).getByRole("row");

export function audit(docket) {
  describe("the audit log", () => {
    test("shows an admin who started a job, without the prompt, filtered and as a file", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.goto(docket.jobs);
      await person.startJob(page, PROMPT);
      await sees(person.jobRow(page, PROMPT));
      await page.getByRole("link", { name: "Audit", exact: true }).click();
      await sees(person.heading(page, "Audit"));
      const started = entries(page).filter({ hasText: "Start job" }).filter({ hasText: PERSON.name }).first();
      await sees(started.getByText("Accepted"));
      await started.getByRole("link", { name: /^Prompt / }).click();
      await sees(person.story(page, "Prompt by"));
      await page.goBack();
      await sees(person.heading(page, "Audit"));
      assert.equal(await page.getByText("leaves out").count(), 0);

      await page.getByRole("combobox", { name: "Outcome" }).selectOption({ label: "Refused" });
      await page.waitForURL(/refused=true/);
      await page.getByRole("combobox", { name: "Outcome" }).selectOption({ label: "Accepted" });
      await page.getByRole("combobox", { name: "Action" }).selectOption({ label: "Start job" });
      await page.waitForURL(/action=create_job/);
      await sees(started);
      assert.equal(await entries(page).filter({ hasText: "Sign in" }).count(), 0);

      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: "Export", exact: true }).click(),
      ]);
      assert.equal(download.suggestedFilename(), `audit-${PROJECT}.ndjson`);
      const lines = (await readFile(await download.path(), "utf8")).trim().split("\n");
      for (const line of lines) assert.equal(JSON.parse(line).action, "create_job");
      await visit.end();
    });

    test("is filtered by a name that the field suggests", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.goto(docket.url(`/p/${PROJECT}/audit`));
      await sees(entries(page).filter({ hasText: PERSON.name }).first());
      const field = page.getByRole("combobox", { name: "Person or program" });
      assert.equal(await field.getAttribute("placeholder"), "Exact name of a person or program");
      const suggested = () => field.evaluate(({ list }) => [...list.options].map(({ value }) => value));
      assert.ok((await suggested()).includes(PERSON.name));
      await field.fill("nobody");
      await field.press("Enter");
      await sees(page.getByText("No entries match."));
      // The names of entries that do not match stay.
      assert.ok((await suggested()).includes(PERSON.name));
      await field.fill(PERSON.name);
      await field.press("Enter");
      await sees(entries(page).filter({ hasText: PERSON.name }).first());
      await visit.end();
    });

    test("fits a phone, with every entry as a card that is still a row", async () => {
      const visit = await docket.signedIn({ viewport: { width: 390, height: 844 } });
      const { page } = visit;
      await page.goto(docket.url(`/p/${PROJECT}/audit`));
      const entry = entries(page).filter({ has: page.getByRole("cell", { name: "Start job", exact: true }) }).first();
      await sees(entry.getByRole("rowheader"));
      const frame = page.getByRole("group", { name: "List of entries" });
      assert.ok(await frame.evaluate((element) => element.scrollWidth <= element.clientWidth), "it scrolls sideways");
      await visit.end();
    });

    test("shows sign-ins beside the tokens", async () => {
      const visit = await docket.signedIn();
      await visit.page.goto(docket.url("/access?action=sign_in"));
      await sees(person.heading(visit.page, "Access"));
      await sees(entries(visit.page).filter({ hasText: PERSON.name }).first());
      await visit.end();
    });

    test("is hidden from an operator", async () => {
      const rules = [{ role: "operator", names: [PERSON.name], projects: [PROJECT] }];
      await docket.withSettings({ DOCKET_ROLES: JSON.stringify(rules) }, `/p/${PROJECT}/audit`, async (page) => {
        await sees(page.getByText("Only an admin of the project can see this page."));
        assert.equal(await page.getByRole("link", { name: "Audit", exact: true }).count(), 0);
      });
    });
  });
}
