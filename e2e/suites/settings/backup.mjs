// Backup and restore by the scripts of the package: over a connection that breaks, and into a second deployment.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { backup } from "../../../xtask/package/backup.mjs";
import { inspect } from "../../../xtask/package/backup-file.mjs";
import { Session, plan, restore } from "../../../xtask/package/restore.mjs";
import { run, start } from "../../../xtask/package/tests/script.mjs";
import * as person from "../../harness/person.mjs";
import { Deployment } from "../../harness/release.mjs";
import { until } from "../../harness/until.mjs";
import { LONG_PROJECT, PERSON, PROJECT, PROJECTS, TOKEN } from "../../harness/world.mjs";

/**
 * Forwards the lines of a deployment's responses during a test, until `after` says of one that the response is to `break`, or to `stop`
 * without an end.
 */
async function forward(t, origin, after) {
  const server = createServer(async (request, response) => {
    const { authorization: Authorization } = request.headers;
    const upstream = await fetch(`${origin}${request.url}`, { headers: { Authorization } });
    response.writeHead(upstream.status);
    let rest = "";
    for await (const text of upstream.body.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split("\n");
      rest = lines.pop();
      for (const line of lines) {
        await new Promise((done) => response.write(`${line}\n`, done));
        const what = after(line);
        if (what === "break") response.destroy();
        if (what) return;
      }
    }
    // A problem does not end with a line feed.
    response.end(rest);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  t.after(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return `http://127.0.0.1:${server.address().port}`;
}

/** The checkpoint of a line, if it is one. */
const checkpointOf = (line) => (line.startsWith('{"checkpoint"') ? JSON.parse(line).checkpoint : undefined);

/** Breaks each of the first responses at its first checkpoint. */
function breaking(t, origin, times) {
  let left = times;
  return forward(t, origin, (line) => checkpointOf(line) && (left -= 1) >= 0 && "break");
}

/** Stops at the first checkpoint within an object. */
function holding(t, origin, object) {
  let isThere = false;
  return forward(t, origin, (line) => {
    isThere ||= line.startsWith(`{"object":"${object}"`);
    return isThere && checkpointOf(line)?.endsWith("..") === false && "stop";
  });
}

/** A session whose connection is lost when an object is to be filled. */
class Interrupted extends Session {
  #object;

  constructor(origin, object) {
    super(origin);
    this.#object = object;
  }

  step(object, step, backup) {
    if (object === this.#object && "insert" in step) return Promise.reject(new Error("the connection was lost"));
    return super.step(object, step, backup);
  }
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

    test("is whole, also over a connection that breaks", async (t) => {
      const visit = await docket.signedIn();
      await visit.page.goto(docket.jobs);
      await person.startJob(visit.page, done);
      await person.seesJob(visit.page, done, "Completed");
      await visit.end();
      await docket.world.startByProgram(active);
      const origin = await breaking(t, docket.world.url, 3);
      const said = [];
      const saved = await backup(origin, TOKEN, file, (text) => said.push(text), 0);
      // An object of several portions is read again if the Worker had read its end before it learned that the connection is gone.
      const interruptions = said.filter((text) => text.startsWith("Interrupted") && !text.includes("is read again"));
      assert.equal(interruptions.length, 3, said.join("\n"));
      assert.ok(saved.isWhole);
      assert.deepEqual(names(saved), ["auth/auth", "analytics/DOCKET_ADMIN_KEY", ...PROJECTS.map(({ id }) => `jobs/${id}`)]);
      await assert.rejects(backup(docket.world.url, TOKEN, file, () => {}), /already exists/);
    });

    test("is continued by another process, which reads an object again whose snapshot is gone", async (t) => {
      // More than a portion of the ledger.
      for (const number of [1, 2, 3, 4, 5, 6]) {
        await docket.world.startByProgram(`Long ${number} [sim: 1s] ${"long ".repeat(18_000)}`, LONG_PROJECT);
      }
      const continued = `${file}.continued`;
      const token = { DOCKET_TOKEN: TOKEN };
      const origin = await holding(t, docket.world.url, `jobs/${LONG_PROJECT}`);
      const first = start("backup.mjs", [origin, continued], token);
      const hasRows = (text) => text.split(`{"object":"jobs/${LONG_PROJECT}"`)[1]?.includes('{"checkpoint"');
      await until("some of the ledger is saved", async () => hasRows(await readFile(`${continued}.part`, "utf8").catch(() => "")));
      first.kill();
      await first.ended;
      // Another backup ends the snapshot that the first one was reading.
      await backup(docket.world.url, TOKEN, `${file}.between`, () => {}, 0);
      const late = "After the snapshot [sim: 1s]";
      await docket.world.startByProgram(late, LONG_PROJECT);
      const { code, said, failed } = await run("backup.mjs", [docket.world.url, continued], token);
      assert.equal(code, 0, failed);
      assert.match(failed, /is read again from its start/);
      assert.match(said, /The backup is complete/);
      assert.deepEqual(names(await inspect(continued)), names(await inspect(file)));
      assert.ok((await readFile(continued, "utf8")).includes(late));
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
        await assert.rejects(plan(other), says);
      }
    });

    test("that is being restored is an error of Docket, and not of the service", async () => {
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

    test("fills a second deployment, also after an interruption, which goes on with it and is not filled twice", async () => {
      const session = new Session(second.url);
      const interrupted = new Interrupted(second.url, `jobs/${PROJECT}`);
      for (const each of [session, interrupted]) await each.signIn(PERSON.name, PERSON.passphrase);
      const fill = async (session, file) => {
        const said = [];
        await restore(session, await plan(file), (text) => said.push(text));
        return said.map((text) => text.replace(/\d+ rows/, "rows"));
      };
      await assert.rejects(fill(interrupted, file), /^Error: jobs\/acme-docs: the connection was lost\. Run the same command again/);
      const [auth, analytics, ...ledgers] = names(await inspect(file));
      const complete = (object) => `${object}: restored from this file already`;
      assert.deepEqual(await fill(session, file), [complete(auth), complete(analytics), ...ledgers.map((object) => `${object}: rows`)]);
      assert.deepEqual(await fill(session, file), [auth, analytics, ...ledgers].map(complete));
      const later = `${file}.later`;
      await backup(docket.world.url, TOKEN, later, () => {}, 0);
      await assert.rejects(fill(session, later), /^Error: \S+: The object has data already/);
      for (const each of [session, interrupted]) await each.signOut();

      const visit = await docket.visit();
      const { page } = visit;
      await page.goto(`${second.url}/p/${PROJECT}/jobs`);
      await person.signIn(page);
      await person.seesJob(page, done, "Completed");
      // The second deployment polls the job: nobody has asked for it.
      await person.seesJob(page, active, "Completed");
      const log = await page.evaluate(async () => (await fetch("/api/audit?action=restore")).json());
      // The one that was cancelled before is still recorded.
      const recorded = [`jobs/${PROJECT}`, ...names(await inspect(file))];
      assert.deepEqual(log.entries.map(({ target }) => target.id).sort(), recorded.sort());
      await visit.end();
    });
  });
}
