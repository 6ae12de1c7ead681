// The notifications of the inbox, which a browser shows while the page is hidden.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { PATH, item, setVisible, started } from "../../harness/inbox.mjs";
import * as person from "../../harness/person.mjs";
import { until } from "../../harness/until.mjs";

const { sees } = person;

export function notifications(docket) {
  describe("notifications of the inbox", () => {
    /** Runs in the page: records notifications, with a permission that the person would answer. */
    const stub = (permission) => {
      class Recorded {
        static permission = permission;
        static asked = 0;
        static shown = [];
        static async requestPermission() {
          Recorded.asked += 1;
          Recorded.permission = Recorded.answer ?? "granted";
          return Recorded.permission;
        }
        constructor(title, options) {
          Object.assign(this, { title, ...options });
          Recorded.shown.push(this);
        }
        close() {}
      }
      window.Notification = Recorded;
    };
    const notifyMe = (page) => page.getByRole("button", { name: "Notify me in this browser" });

    test("ask after a click, come while the page is hidden, and lead to the job", async () => {
      const title = "Write a changelog";
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.addInitScript(stub, "default");
      await page.goto(docket.url(PATH));
      await sees(notifyMe(page));
      assert.equal(await page.evaluate(() => window.Notification.asked), 0, "nothing asks on load");
      await notifyMe(page).click();
      const off = page.getByRole("button", { name: "Turn off notifications" });
      await person.seesFocus(off);
      await started(page, `${title}\n[sim: 10m]`);
      await sees(item(page, title));
      await page.getByRole("link", { name: "Jobs", exact: true }).click();
      const [{ id }] = await docket.world.jobsOf(`${title}\n[sim: 10m]`);
      await setVisible(page, false);
      await docket.world.endJob(id);
      const shown = () => page.evaluate(() => window.Notification.shown.map(({ title, body }) => ({ title, body })));
      await until("a notification is shown", async () => (await shown()).some((one) => one.title === title));
      await setVisible(page, true);
      await page.evaluate((title) => window.Notification.shown.find((one) => one.title === title).onclick(), title);
      await sees(person.heading(page, title));
      await visit.end();
    });

    test("are turned off again, in this browser", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.addInitScript(stub, "granted");
      await page.goto(docket.url(PATH));
      await notifyMe(page).click();
      const off = page.getByRole("button", { name: "Turn off notifications" });
      await sees(off);
      await page.reload();
      await off.click();
      await person.seesFocus(notifyMe(page));
      await page.reload();
      await sees(notifyMe(page));
      await visit.end();
    });

    for (const permission of ["default", "granted"]) {
      test(`are not promised by a browser that shows only those of service workers, with the permission ${permission}`, async () => {
        const title = `Write what cannot be shown: ${permission}`;
        const visit = await docket.signedIn();
        const { page } = visit;
        await page.addInitScript((permission) => {
          window.Notification = class {
            static permission = permission;
            static requestPermission = async () => permission;
            constructor() {
              throw new TypeError("Illegal constructor");
            }
          };
        }, permission);
        await page.goto(docket.url(PATH));
        await started(page, `${title}\n[sim: 10m]`);
        await sees(item(page, title));
        if (permission === "default") {
          assert.equal(await notifyMe(page).count(), 0);
        } else {
          await notifyMe(page).click();
          await sees(page.getByRole("button", { name: "Turn off notifications" }));
          await setVisible(page, false);
          const [{ id }] = await docket.world.jobsOf(`${title}\n[sim: 10m]`);
          await docket.world.sim("POST", `jobs/${id}/end`, {});
          await sees(notifyMe(page));
        }
        await visit.end();
      });
    }

    test("that the browser blocks say how to allow them", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      await page.addInitScript(stub, "default");
      await page.goto(docket.url(PATH));
      await page.evaluate(() => (window.Notification.answer = "denied"));
      await notifyMe(page).click();
      const blocked = page.getByText("This browser blocks notifications from Docket.");
      await sees(blocked);
      await person.seesFocus(blocked);
      await visit.end();
    });
  });
}
