// The console can be used without a mouse.

import { describe, test } from "node:test";

import * as person from "../harness/person.mjs";
import { PERSON } from "../harness/world.mjs";

const { sees } = person;

export function keyboard(docket) {
  describe("the keyboard alone", () => {
    test("signs in, starts a job, goes to the visitors and back", async () => {
      const visit = await docket.visit();
      const { page } = visit;
      const { keyboard } = page;
      await page.goto(docket.url("/"));
      await sees(person.heading(page, "Sign in"));
      await person.tabTo(page, page.getByLabel("Name"));
      await keyboard.type(PERSON.name);
      await keyboard.press("Tab");
      await keyboard.type(PERSON.passphrase);
      await keyboard.press("Enter");
      await person.isLive(page);
      await person.seesFocus(person.heading(page, "Jobs"));

      const title = "List every error code of the webhook API";
      await keyboard.press("c");
      await person.seesFocus(person.newJob(page));
      await keyboard.type(title);
      await keyboard.press("Enter");
      await keyboard.type("[sim: 1s, pr]");
      await keyboard.press("Control+Enter");
      await person.seesJob(page, title, "Completed");

      const link = page.getByRole("link", { name: title, exact: true });
      await person.tabTo(page, link);
      await keyboard.press("Enter");
      await person.seesFocus(person.heading(page, title));

      await keyboard.press("g");
      await keyboard.press("v");
      await person.seesFocus(person.heading(page, "Visitors"));
      await keyboard.press("g");
      await keyboard.press("j");
      await person.seesFocus(person.heading(page, "Jobs"));
      await visit.end();
    });

    test("opens the list of shortcuts, and closes it", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.goto(docket.jobs);
      await person.isLive(page);
      const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
      await page.keyboard.press("?");
      await sees(dialog);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "hidden" });
      await visit.end();
    });

    test("skips the top bar", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.goto(docket.jobs);
      await person.isLive(page);
      await page.keyboard.press("Tab");
      await person.seesFocus(page.getByRole("link", { name: "Skip to content" }));
      await page.keyboard.press("Enter");
      await person.seesFocus(page.getByRole("main"));
      await person.tabTo(page, person.newJob(page));
      await visit.end();
    });
  });
}
