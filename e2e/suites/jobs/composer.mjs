// What the field for a prompt says before the prompt is sent.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import * as person from "../../harness/person.mjs";
import { PROJECT } from "../../harness/world.mjs";

const { sees } = person;

export function composer(docket) {
  describe("the field for a prompt", () => {
    const text = (bytes) => "x".repeat(bytes);

    test("says how many bytes are left near the limit, and announces only that the prompt is too long", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.goto(docket.jobs);
      await person.isLive(page);
      const field = person.newJob(page);
      await field.fill(text(95_000));
      await sees(page.getByText("5,000 of 100,000 bytes left.", { exact: true }));
      await field.fill(text(100_001));
      const over = page.getByText("Too long: 1 over the limit of 100,000 bytes.", { exact: true });
      await sees(over);
      await sees(page.locator("[aria-live]").getByText("The prompt is too long.", { exact: true }));
      await page.getByRole("button", { name: "Start job" }).click();
      await sees(person.outcome(page, "New job").getByText("The prompt must not be longer than 100000 bytes."));
      await field.fill("Short again");
      await over.waitFor({ state: "detached" });
      await field.fill("");
      await visit.end();
    });

    test("says so for a follow-up", async () => {
      const { id } = await docket.world.startByProgram("Be followed up at length [sim: 1s, no-pr]");
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.goto(docket.url(`/p/${PROJECT}/jobs/${id}`));
      await person.isLive(page);
      await person.followUp(page).fill(text(99_000));
      await sees(page.getByText("1,000 of 100,000 bytes left.", { exact: true }));
      await person.followUp(page).fill("");
      await visit.end();
    });

    test("has the whole line of a phone for an error", async () => {
      const visit = await docket.signedIn({ viewport: { width: 320, height: 640 } });
      const { page } = visit;
      await page.goto(docket.jobs);
      await person.isLive(page);
      await person.newJob(page).fill(text(100_001));
      await page.getByRole("button", { name: "Start job" }).click();
      const error = person.outcome(page, "New job").getByText("The prompt must not be longer than 100000 bytes.");
      const { width, y, height } = await error.boundingBox();
      assert.ok(width >= 240, `it is ${width} pixels wide`);
      const button = await page.getByRole("button", { name: "Start job" }).boundingBox();
      assert.ok(button.y >= y + height, "the button is below it");
      await person.newJob(page).fill("");
      await visit.end();
    });
  });
}
