// No typed text is lost, whatever the service or the network do.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { TcpProxy } from "../harness/tcp-proxy.mjs";
import * as person from "../harness/person.mjs";
import { PROJECT } from "../harness/world.mjs";

const { sees } = person;
const CREATE = `POST /v2/agent/${PROJECT}/job`;

export function nothingLost(docket) {
  describe("no typed text is lost", () => {
    test("when the service rejects it", async () => {
      const prompt = "Rewrite the page on webhooks.\nSay when a delivery is tried again.\n[sim: 400]";
      const visit = await docket.signedIn({ expected: [new RegExp(`^400 ${CREATE}$`)] });
      const { page } = visit;
      await page.goto(docket.jobs);
      await person.startJob(page, prompt);
      await sees(person.outcome(page, "New job").getByText("Your text is still here"));
      const field = person.newJob(page);
      assert.equal(await field.inputValue(), prompt);
      assert.equal(await field.getAttribute("aria-invalid"), "true");

      await page.reload();
      await person.isLive(page);
      assert.equal(await person.newJob(page).inputValue(), prompt, "the draft outlives the page");
      await visit.end();
    });

    test("when the browser is offline", async () => {
      const title = "Describe the rate limits in one place";
      const prompt = `${title}\n[sim: 1s, no-pr]`;
      const visit = await docket.signedIn({ expected: [/ERR_INTERNET_DISCONNECTED/] });
      const { page } = visit;
      await page.goto(docket.jobs);
      await person.isLive(page);
      await visit.context.setOffline(true);
      await person.seesConnection(page, "Offline");
      await person.startJob(page, prompt);
      await sees(person.outcome(page, "New job").getByText("Your text is still here"));
      assert.equal(await person.newJob(page).inputValue(), prompt);

      await visit.context.setOffline(false);
      await person.isLive(page);
      await page.getByRole("button", { name: "Start job" }).click();
      await person.seesJob(page, title, "Completed");
      await person.isEmpty(person.newJob(page));
      await visit.end();
      assert.equal((await docket.world.jobsOf(prompt)).length, 1);
    });

    describe("when the connection breaks", () => {
      let proxy;
      before(async () => {
        proxy = await TcpProxy.to(docket.world.port);
      });
      after(() => proxy.end());

      test("text typed meanwhile stays, and is sent once", async () => {
        const title = "Link the changelog from every SDK page";
        const prompt = `${title}\n[sim: 1s, pr]`;
        const connectionErrors = /ERR_(CONNECTION|EMPTY|SOCKET|ABORTED|NETWORK)/;
        const visit = await docket.visit({ expected: [connectionErrors] });
        const { page } = visit;
        await page.goto(`${proxy.url}/p/${PROJECT}/jobs`);
        await person.signIn(page);
        await person.isLive(page);

        proxy.disconnect();
        await person.seesConnection(page, "Reconnecting");
        await person.startJob(page, prompt);
        await sees(person.outcome(page, "New job").getByText("Your text is still here"));
        assert.equal(await person.newJob(page).inputValue(), prompt);

        proxy.reconnect();
        await person.isLive(page);
        await page.getByRole("button", { name: "Start job" }).click();
        await person.seesJob(page, title, "Completed");
        await person.isEmpty(person.newJob(page));
        await visit.end();
        assert.equal((await docket.world.jobsOf(prompt)).length, 1);
      });
    });
  });
}
