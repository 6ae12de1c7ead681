// Restores of one object by the script of the package: under another id, for another admin key, and cancelled.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { read } from "../../../xtask/package/backup-file.mjs";
import { backup } from "../../../xtask/package/backup.mjs";
import { Session } from "../../../xtask/package/restore.mjs";
import { run } from "../../../xtask/package/tests/script.mjs";
import * as person from "../../harness/person.mjs";
import { Deployment } from "../../harness/release.mjs";
import { CANARY, PERSON, PROJECT, TOKEN, TOKENS } from "../../harness/world.mjs";

const KEY = "DOCKET_KEY_NEW";

/** The rows of a table of an object in a file. */
async function rowsOf(file, object, table) {
  const rows = [];
  let [isObject, isTable] = [false, false];
  for await (const { kind, value } of read(file)) {
    if (kind === "object") isObject = value.object === object;
    if (kind === "table") isTable = value.table === table;
    if (kind === "row" && isObject && isTable) rows.push(value);
  }
  return rows;
}

export function restores(docket) {
  describe("a restore of one object", () => {
    const prompt = "Moved to another id [sim: 1s]";
    let file;
    let deployment;
    before(async () => {
      const folder = await docket.world.folder("restore");
      file = join(folder, "docket.ndjson");
      const visit = await docket.signedIn();
      await visit.page.goto(docket.jobs);
      await person.startJob(visit.page, prompt);
      await person.seesJob(visit.page, prompt, "Completed");
      const trend = `/api/projects/${PROJECT}/visitors/trend?from=2026-09-01&to=2026-09-03`;
      assert.ok(await visit.page.evaluate(async (path) => (await fetch(path)).ok, trend));
      await visit.end();
      await backup(docket.world.url, TOKEN, file, () => {}, 0);
      const projects = [{ id: "new-docs" }, { id: "empty-docs" }, { id: "other-docs", keySecret: KEY }];
      deployment = await Deployment.prepare(folder, docket.world.service, {
        DOCKET_PROJECTS: JSON.stringify(projects),
        DOCKET_TOKENS: JSON.stringify(TOKENS),
        [KEY]: CANARY,
      });
      await deployment.release("old");
    });
    after(() => deployment?.end());

    /** Runs the command. Returns what it said. */
    async function restore(...options) {
      const args = [deployment.url, file, "--name", PERSON.name, ...options];
      const { code, said, failed } = await run("restore.mjs", args, { DOCKET_PASSPHRASE: PERSON.passphrase });
      assert.equal(code, 0, failed);
      return said;
    }

    test("moves a project to another id", async () => {
      const only = ["--only", `jobs/${PROJECT}=new-docs`];
      assert.match(await restore(...only), /^jobs\/new-docs: \d+ rows\n$/);
      assert.match(await restore(...only), /^jobs\/new-docs: restored from this file already\n$/);
      const visit = await docket.visit();
      await visit.page.goto(`${deployment.url}/p/new-docs/jobs`);
      await person.signIn(visit.page);
      await person.seesJob(visit.page, prompt, "Completed");
      await visit.end();
    });

    test("moves visitor data to another admin key", async () => {
      const [from, to] = ["analytics/DOCKET_ADMIN_KEY", `analytics/${KEY}`];
      assert.match(await restore("--only", `${from}=${KEY}`), /^analytics\/DOCKET_KEY_NEW: \d+ rows\n$/);
      const later = `${file}.later`;
      await backup(deployment.url, TOKEN, later, () => {}, 0);
      const totals = await rowsOf(file, from, "totals");
      assert.ok(totals.length > 0);
      assert.deepEqual(await rowsOf(later, to, "totals"), totals);
      assert.deepEqual(await rowsOf(later, from, "totals"), []);
    });

    test("is cancelled, and the object is empty", async () => {
      const session = new Session(deployment.url);
      await session.signIn(PERSON.name, PERSON.passphrase);
      await session.step("jobs/empty-docs", { begin: 1 });
      await session.signOut();
      const jobs = () => fetch(`${deployment.url}/api/projects/empty-docs/jobs`, { headers: { Authorization: `Bearer ${TOKEN}` } });
      assert.equal((await jobs()).status, 503);
      const cancel = ["--only", `jobs/${PROJECT}=empty-docs`, "--cancel"];
      assert.equal(await restore(...cancel), "jobs/empty-docs: cancelled\n");
      const found = await jobs();
      assert.deepEqual([found.status, (await found.json()).jobs], [200, []]);
      assert.equal(await restore(...cancel), "jobs/empty-docs: is not being restored, and stays as it is\n");
    });
  });
}
