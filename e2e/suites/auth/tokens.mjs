// Tokens that an admin makes in the console.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { hold } from "../../harness/hold.mjs";
import * as person from "../../harness/person.mjs";
import { send } from "../../harness/session.mjs";
import { until } from "../../harness/until.mjs";
import { LONG_PROJECT, PROJECT } from "../../harness/world.mjs";

const { sees } = person;

export function tokens(docket) {
  /** What a program with this token gets from a project. */
  const status = async (token, project) => {
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(docket.url(`/api/projects/${project}/jobs`), { headers });
    return response.status;
  };

  describe("a token", () => {
    test("has the words of each choice beside its box", async () => {
      const visit = await docket.signedIn({ viewport: { width: 1280, height: 800 } });
      const { page } = visit;
      await page.goto(docket.url("/access"));
      const label = page.getByRole("form", { name: "New token" }).locator("label").filter({ hasText: "All projects, including new ones" });
      await sees(label);
      const isBeside = await label.evaluate((element) => {
        const box = element.querySelector("input");
        const words = document.createRange();
        words.setStartAfter(box);
        words.setEndAfter(element.lastChild);
        return words.getBoundingClientRect().left >= box.getBoundingClientRect().right;
      });
      assert.ok(isBeside, "they are below it");
      await visit.end();
    });

    test("is created for one project, shown once, listed with its use, and revoked", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.goto(docket.jobs);
      await page.getByRole("button", { name: /^Signed in as/ }).click();
      await page.getByRole("link", { name: "Access", exact: true }).click();
      await sees(person.heading(page, "Access"));

      const form = page.getByRole("form", { name: "New token" });
      await form.getByRole("button", { name: "Create token" }).click();
      await sees(form.getByRole("alert").filter({ hasText: "1 to 40 letters" }));
      await person.seesFocus(form.getByRole("textbox", { name: "Id", exact: true, description: /1 to 40 letters/ }));
      const first = await form.getByRole("alert").elementHandle();
      await page.keyboard.press("Enter");
      await until("the error is a new alert", () => first.evaluate((alert) => !alert.isConnected));
      await sees(form.getByRole("alert").filter({ hasText: "1 to 40 letters" }));
      await form.getByLabel("Id").fill("release-notes");
      await form.getByRole("checkbox", { name: "All projects, including new ones" }).uncheck();
      await form.getByRole("checkbox", { name: "Acme docs" }).check();
      await form.getByRole("button", { name: "Create token" }).click();

      const entry = (action) => page.getByRole("table", { name: "Audit log" }).getByRole("row").filter({ hasText: "release-notes" }).filter({ hasText: action });
      await sees(entry("Create token"));

      const field = page.getByRole("status", { name: "New token" }).getByRole("textbox", { name: "Token" });
      await sees(field);
      const token = await field.inputValue();
      assert.match(token, /^docket_release-notes_[\w-]{43}[0-9a-f]{8}$/);
      assert.deepEqual([await status(token, PROJECT), await status(token, LONG_PROJECT)], [200, 404]);

      await page.evaluate(() => (navigator.clipboard.writeText = () => Promise.reject(new Error("denied"))));
      await page.getByRole("status", { name: "New token" }).getByRole("button", { name: "Copy" }).click();
      await sees(page.getByRole("status", { name: "New token" }).getByText("The browser blocked copying."));

      await page.reload();
      const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: "release-notes" }) });
      await sees(row.getByRole("cell", { name: /ago by dev/ }));
      assert.equal(await row.getByRole("cell", { name: "Never" }).count(), 0, "its use is not shown");
      assert.equal(await page.getByText(token).count(), 0);

      await row.getByRole("button", { name: "Revoke release-notes" }).click();
      await person.seesFocus(row.getByRole("button", { name: "Keep it" }));
      await page.keyboard.press("Escape");
      await person.seesFocus(row.getByRole("button", { name: "Revoke release-notes" }));
      await page.keyboard.press("Enter");
      await row.getByRole("button", { name: "Revoke it" }).click();
      await sees(row.getByText(/Revoked by dev/));
      await page.getByText("Token release-notes revoked.", { exact: true }).waitFor({ state: "attached" });
      await sees(entry("Revoke token"));
      assert.equal(await status(token, PROJECT), 401);

      // The focus followed the button that was revoked. A list that is read later takes it from nobody.
      const listed = await hold(page, /\/api\/tokens$/, { method: "GET" });
      await form.getByLabel("Id").fill("after-a-revocation");
      await form.getByRole("button", { name: "Create token" }).click();
      await listed.isAskedFor();
      await person.frames(page);
      await page.evaluate(() => document.activeElement.blur());
      listed.release();
      await sees(page.getByRole("button", { name: "Revoke after-a-revocation" }));
      await person.frames(page);
      assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
      await send(page, "DELETE", "/api/tokens/after-a-revocation");
      await visit.end();
    });

    test("keeps the question about it while another one is created", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.goto(docket.url("/access"));
      const form = page.getByRole("form", { name: "New token" });
      const create = async (id) => {
        await form.getByLabel("Id").fill(id);
        await form.getByRole("button", { name: "Create token" }).click();
        await sees(page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: id }) }));
      };
      await create("asked-about");
      await page.getByRole("button", { name: "Revoke asked-about" }).click();
      const yes = page.getByRole("button", { name: "Revoke it" });
      await sees(yes);
      await create("made-meanwhile");
      await yes.click();
      await sees(page.getByRole("row").filter({ hasText: "asked-about" }).getByText(/Revoked by dev/).first());
      await send(page, "DELETE", "/api/tokens/made-meanwhile");
      await visit.end();
    });

    test("that expires soon says so in its row", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.goto(docket.url("/access"));
      for (const [id, expiresInDays] of [["ends-soon", 5], ["ends-later", 30]]) {
        const data = { id, rights: ["jobs:read"], projects: "all", expiresInDays };
        assert.equal((await send(page, "POST", "/api/tokens", data)).status(), 201);
      }
      await page.reload();
      const row = (id) => page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: id }) });
      await sees(row("ends-soon").getByText(/^In (4\sd 23\sh|5\sd)$/));
      await sees(row("ends-later").getByRole("button", { name: "Revoke ends-later" }));
      assert.equal(await row("ends-later").getByText(/^In \d/).count(), 0);
      for (const id of ["ends-soon", "ends-later"]) await send(page, "DELETE", `/api/tokens/${id}`);
      await visit.end();
    });

    test("with an id that another one has is not created, and the form keeps what was typed", async () => {
      const visit = await docket.signedIn({ expected: [/^409 POST /] });
      const { page } = visit;
      await page.goto(docket.url("/access"));
      const form = page.getByRole("form", { name: "New token" });
      // The token of the program of these tests, which is in the settings.
      await form.getByLabel("Id").fill("nightly");
      await form.getByRole("button", { name: "Create token" }).click();
      await sees(form.getByRole("alert").filter({ hasText: "a token has it, or had it within the last year" }));
      await person.seesFocus(form.getByLabel("Id"));
      await person.holds(form.getByLabel("Id"), "nightly");
      await visit.end();
    });
  });
}
