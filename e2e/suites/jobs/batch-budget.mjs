// The forecast of a batch that is being prepared: how many prompts are left, and when the last one will be sent.

import { describe, test } from "node:test";

import * as person from "../../harness/person.mjs";
import { until } from "../../harness/until.mjs";
import { PROJECT } from "../../harness/world.mjs";

const { sees } = person;
const FRESH_MS = 300_000;

export function batchBudget(docket) {
  describe("the forecast of a batch", () => {
    test("counts from the response, and is requested again at a change after five minutes", async () => {
      const visit = await docket.signedIn();
      const { page } = visit;
      let left = 0;
      await page.route(/\/jobs\?limit=1&?$/, async (route) => {
        const response = await route.fetch();
        const headers = { ...response.headers(), "ratelimit-policy": '"prompts";q=3;w=3600', ratelimit: `"prompts";r=${left};t=600` };
        await route.fulfill({ response, headers });
      });
      await page.clock.install({ time: Math.floor(Date.now() / FRESH_MS) * FRESH_MS });
      await page.goto(docket.url(`/p/${PROJECT}/batch`));
      const list = page.getByRole("textbox", { name: "Pages" });
      const forecast = page.getByRole("status").filter({ hasText: "this hour." });
      await list.fill("/forecast/1\n/forecast/2");
      await sees(forecast.filter({ hasText: /^0 of 3 prompts are left this hour\. The last of 2 / }));
      const first = await forecast.innerText();
      await page.clock.fastForward("02:00");
      await list.fill("/forecast/1");
      await sees(forecast.filter({ hasText: "The last of 1 " }));
      await list.fill("/forecast/1\n/forecast/2");
      await until("the time is that of the response", async () => (await forecast.innerText()) === first);
      left = 2;
      await page.clock.fastForward("05:00");
      await list.fill("/forecast/1\n/forecast/2\n/forecast/3");
      await sees(forecast.filter({ hasText: /^2 of 3 prompts are left this hour\. The last of 3 / }));
      await list.fill("");
      await visit.end();
    });
  });
}
