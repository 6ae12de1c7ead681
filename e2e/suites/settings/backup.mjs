// Backup and restore by the scripts of the package: over a connection that breaks, and into a second deployment.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { backup } from "../../../xtask/package/backup.mjs";
import { inspect } from "../../../xtask/package/backup-file.mjs";
import { Session, restore } from "../../../xtask/package/restore.mjs";
import * as person from "../../harness/person.mjs";
import { Deployment } from "../../harness/release.mjs";
import { PERSON, PROJECT, PROJECTS, TOKEN } from "../../harness/world.mjs";

/** Forwards to a deployment, and breaks each of the first responses after its first bytes. */
async function breaking(origin, times) {
  let left = times;
  const server = createServer(async (request, response) => {
    const { authorization: Authorization } = request.headers;
    const upstream = await fetch(`${origin}${request.url}`, { headers: { Authorization } });
    response.writeHead(upstream.status);
    for await (const chunk of upstream.body) {
      await new Promise((done) => response.write(chunk, done));
      if (left > 0) {
        left -= 1;
        response.destroy();
        return;
      }
    }
    response.end();
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { origin: `http://127.0.0.1:${server.address().port}`, end: () => new Promise((done) => server.close(done)) };
}

/** The objects of a file, by their names. */
const names = ({ objects }) => objects.map(({ object }) => object);

export function backups(docket) {
  describe("a backup", () => {
    const [done, active] = ["Done before the backup [sim: 1s]", "Active during the backup [sim: 20s]"];
    let file;
    let second;
    before(async () => {
      const folder = await docket.world.folder("backup");
      file = join(folder, "docket.ndjson");
      second = await Deployment.prepare(folder, docket.world.service, {
        DOCKET_PROJECTS: JSON.stringify(PROJECTS),
        DOCKET_TYPICAL_JOB_S: "2",
      });
    });
    after(() => second?.end());

    test("is whole, also over a connection that breaks", async () => {
      const visit = await docket.signedIn();
      await visit.page.goto(docket.jobs);
      await person.startJob(visit.page, done);
      await person.seesJob(visit.page, done, "Completed");
      await visit.end();
      await docket.world.startByProgram(active);
      const proxy = await breaking(docket.world.url, 3);
      const said = [];
      const saved = await backup(proxy.origin, TOKEN, file, (text) => said.push(text), 0);
      await proxy.end();
      const interruptions = said.filter((text) => text.startsWith("Interrupted"));
      assert.equal(interruptions.length, 3, said.join("\n"));
      assert.ok(saved.isWhole);
      assert.deepEqual(names(saved), ["access/access", "analytics/DOCKET_ADMIN_KEY", ...PROJECTS.map(({ id }) => `jobs/${id}`)]);
      await assert.rejects(backup(docket.world.url, TOKEN, file, () => {}), /already exists/);
    });

    test("that is damaged, cut or of something else is not restored", async () => {
      const text = await readFile(file, "utf8");
      const other = `${file}.other`;
      for (const [damaged, says] of [
        [text.replace("Done before", "Done after"), /damaged before byte/],
        [text.slice(0, -40), /not a complete backup/],
        ['{"jobs":[]}\n', /not a backup of Docket/],
        [text.replace('{"docketBackup":1', '{"docketBackup":2'), /its format is 2/],
      ]) {
        await writeFile(other, damaged);
        await assert.rejects(restore(undefined, other, {}, () => {}), says);
      }
    });

    test("that is being restored is a fault of Docket, and not of the service", async () => {
      await second.release("old");
      const session = new Session(second.url);
      await session.signIn(PERSON.name, PERSON.passphrase);
      const ledger = `jobs/${PROJECT}`;
      await session.step(ledger, { begin: 1 });
      const visit = await docket.visit({ expected: [/^503 GET /, /^console: .*(503|WebSocket)/] });
      const { page } = visit;
      await page.goto(`${second.url}/p/${PROJECT}/jobs`);
      await person.signIn(page);
      const fault = page.getByRole("status", { name: "Docket error" });
      await person.sees(fault.getByText("the documentation service is not the cause"));
      await person.sees(fault.getByRole("listitem").getByText(`Jobs of ${PROJECT}: A backup is being restored here.`));
      await session.step(ledger, { cancel: null });
      await fault.waitFor({ state: "hidden" });
      await session.signOut();
      await visit.end();
    });

    test("fills a second deployment, which goes on with it, and is not filled twice", async () => {
      const session = new Session(second.url);
      await session.signIn(PERSON.name, PERSON.passphrase);
      const said = [];
      await restore(session, file, {}, (text) => said.push(text));
      assert.equal(said.length, 4);
      await assert.rejects(restore(session, file, {}, () => {}), /^Error: (access\/access|jobs\/acme-docs): The object has data already/);
      await session.signOut();

      const visit = await docket.visit();
      const { page } = visit;
      await page.goto(`${second.url}/p/${PROJECT}/jobs`);
      await person.signIn(page);
      await person.seesJob(page, done, "Completed");
      // The second deployment polls the job: nobody has asked for it.
      await person.seesJob(page, active, "Completed");
      const log = await page.evaluate(async () => (await fetch("/api/audit?action=restore")).json());
      assert.deepEqual(log.entries.map(({ target }) => target.id).sort(), names(await inspect(file)).sort());
      await visit.end();
    });
  });
}
