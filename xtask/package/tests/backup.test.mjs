// Backups by backup.mjs, from a deployment that breaks off and changes.

import assert from "node:assert/strict";
import { readFile, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { inspect, read } from "../backup-file.mjs";
import { backup } from "../backup.mjs";
import { originOf } from "../requests.mjs";
import { deploy, rows } from "./deployment.mjs";
import { folderFor, run, start } from "./script.mjs";

const OBJECTS = {
  "auth/auth": rows("a token"),
  "analytics/KEY": rows(),
  "jobs/acme-docs": rows("a", "b", "c", "d", "e", "f", "g"),
  "jobs/acme-api": rows("x", "y", "z"),
};
const TOKEN = { DOCKET_TOKEN: "docket_x" };

/** The rows of a file by object. */
async function saved(file) {
  const objects = {};
  let rows;
  for await (const { kind, value } of read(file)) {
    if (kind === "object") objects[value.object] = rows = [];
    if (kind === "row") rows.push(value);
  }
  return objects;
}

/** Saves a backup without pauses. Returns what it said. */
async function save(deployment, file) {
  const said = [];
  await backup(deployment.url, "docket_x", file, (text) => said.push(text), 0);
  return said;
}

/** Breaks off before every portion but the first of a request, `times` times. */
function breakOff(deployment, times) {
  let portions = 0;
  let requests = 0;
  deployment.onPortion = async () => {
    if (deployment.requests.length > requests) [requests, portions] = [deployment.requests.length, 0];
    portions += 1;
    if (portions === 1 || (times -= 1) < 0) return;
    // The client has read what was sent.
    await sleep(100);
    throw new Error("broken");
  };
}

test("a backup is continued after every interruption, however many there are", async (t) => {
  const [deployment, folder] = [await deploy(t, OBJECTS), await folderFor(t)];
  breakOff(deployment, Infinity);
  const said = await save(deployment, join(folder, "file"));
  assert.ok(said.length > 6, said.join("\n"));
  assert.deepEqual(await saved(join(folder, "file")), OBJECTS);
  const { mode } = await stat(join(folder, "file"));
  assert.equal(mode & 0o777, 0o600, "nobody else on the machine reads the prompts");
});

test("a partial file that a browser saved is not readable by others either", async (t) => {
  const [deployment, folder] = [await deploy(t, OBJECTS), await folderFor(t)];
  const file = join(folder, "file");
  await writeFile(`${file}.part`, "", { mode: 0o644 });
  await save(deployment, file);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  assert.deepEqual(await saved(file), OBJECTS);
});

test("another process continues a partial file within an object", async (t) => {
  const [deployment, folder] = [await deploy(t, OBJECTS), await folderFor(t)];
  const file = join(folder, "file");
  let portions = 0;
  const hangs = new Promise((hanging) => {
    deployment.onPortion = async (name) => {
      portions += name === "jobs/acme-docs" ? 1 : 0;
      if (portions === 3) await new Promise(() => hanging());
    };
  });
  const first = start("backup.mjs", [deployment.url, file], TOKEN);
  await hangs;
  while (!/"checkpoint":"[^"]+\.4"/.test(await readFile(`${file}.part`, "utf8").catch(() => ""))) await sleep(10);
  first.kill();
  await first.ended;
  deployment.onPortion = async () => {};
  // It is not in the snapshot that is being read.
  deployment.objects.get("jobs/acme-docs").rows.push([8, "too late"]);
  const { code, said } = await run("backup.mjs", [deployment.url, file], TOKEN);
  assert.equal(code, 0);
  assert.match(said, /jobs\/acme-docs: 7 rows, schema 3\n[^]*\nProjects: acme-docs, acme-api\nThe backup is complete: /);
  assert.match(deployment.requests.at(-1), /\.4$/);
  assert.deepEqual(await saved(file), OBJECTS);
});

test("a file that a browser saved in part is continued, wherever it ends", async (t) => {
  const [deployment, folder] = [await deploy(t, OBJECTS), await folderFor(t)];
  const file = join(folder, "file");
  await save(deployment, file);
  const whole = await readFile(file);
  for (let length = 0; length < whole.length; length += 37) {
    await rm(file);
    await writeFile(`${file}.part`, whole.subarray(0, length));
    await save(deployment, file);
    assert.deepEqual(await saved(file), OBJECTS, `${length} bytes`);
  }
  // A file that is complete needs no request.
  const requests = deployment.requests.length;
  await rename(file, `${file}.part`);
  const checked = await run("backup.mjs", [deployment.url, file]);
  assert.equal(checked.code, 0, checked.failed);
  assert.equal(deployment.requests.length, requests);
  await rename(file, `${file}.part`);
  await writeFile(`${file}.part`, whole.subarray(0, -20));
  assert.match((await run("backup.mjs", [deployment.url, file])).failed, /^DOCKET_TOKEN is not set/);
});

test("a partial file that is damaged is named, and stays", async (t) => {
  const [deployment, folder] = [await deploy(t, OBJECTS), await folderFor(t)];
  const file = join(folder, "file");
  await writeFile(`${file}.part`, "not a backup\n");
  await assert.rejects(save(deployment, file), /\/file\.part: the file is damaged: .* Delete this file, and run the command again/);
  assert.equal(await readFile(`${file}.part`, "utf8"), "not a backup\n");
});

test("a file that cannot be written ends the command at once", async (t) => {
  const [deployment, folder] = [await deploy(t, OBJECTS), await folderFor(t)];
  await assert.rejects(save(deployment, join(folder, "missing", "file")), /the file cannot be written: ENOENT/);
  assert.equal(deployment.requests.length, 0);
});

test("an object whose snapshot is gone is read again from its start", async (t) => {
  const [deployment, folder] = [await deploy(t, OBJECTS), await folderFor(t)];
  const file = join(folder, "file");
  let portions = 0;
  deployment.onPortion = async (name) => {
    portions += name === "jobs/acme-docs" ? 1 : 0;
    if (portions !== 3) return;
    portions = 4;
    deployment.onPortion = async () => {};
    await save(deployment, join(folder, "other"));
    deployment.objects.get("jobs/acme-docs").rows.push([8, "in time"]);
  };
  const said = await save(deployment, file);
  assert.match(said.join("\n"), /the response ended early|terminated|aborted/);
  assert.match(said.join("\n"), /the object has changed since then, and is read again from its start/);
  assert.deepEqual(await saved(join(folder, "other")), OBJECTS);
  assert.deepEqual(await saved(file), deployment.stored);
});

test("a backup whose snapshots are ended every time gives up, and can be continued", async (t) => {
  const [deployment, folder] = [await deploy(t, OBJECTS), await folderFor(t)];
  const file = join(folder, "file");
  deployment.onPortion = async (name) => {
    const object = deployment.objects.get(name);
    // As another backup does that reads the same object.
    if (object.snapshot && name === "jobs/acme-docs") object.snapshot = { id: "another", rows: [] };
  };
  await assert.rejects(save(deployment, file), /interrupted: [^]* Run the command again to continue/);
  assert.ok(deployment.requests.length < 20, `${deployment.requests.length} requests`);
  deployment.onPortion = async () => {};
  await save(deployment, file);
  assert.deepEqual(await saved(file), OBJECTS);
});

test("a backup starts again when the projects change", async (t) => {
  for (const change of [
    (objects) => objects.delete("analytics/KEY"),
    (objects) => objects.set("jobs/new", { rows: rows("n") }),
  ]) {
    const [deployment, folder] = [await deploy(t, OBJECTS), await folderFor(t)];
    const file = join(folder, "file");
    let portions = 0;
    deployment.onPortion = async () => {
      portions += 1;
      if (portions !== 4) return;
      await sleep(20);
      change(deployment.objects);
      throw new Error("broken");
    };
    const said = await save(deployment, file);
    assert.match(said.join("\n"), /the projects have changed since then, and the backup starts again/);
    assert.deepEqual(await saved(file), deployment.stored);
  }
});

test("a file whose objects are not those of its first line is no backup", async (t) => {
  for (const [change, says] of [
    [(objects) => objects.delete("auth/auth"), /it has jobs\/acme-docs where its first line has analytics\/KEY/],
    [(objects) => objects.delete("jobs/acme-api"), /it lacks jobs\/acme-api/],
    [(objects) => objects.set("jobs/new", { rows: [] }), /it has jobs\/new where its first line has no object/],
  ]) {
    const [deployment, folder] = [await deploy(t, OBJECTS), await folderFor(t)];
    // As an earlier release did.
    deployment.isStrict = false;
    const file = join(folder, "file");
    breakOff(deployment, 2);
    const { onPortion } = deployment;
    deployment.onPortion = (name) => onPortion(name).catch((error) => (change(deployment.objects), Promise.reject(error)));
    await assert.rejects(save(deployment, file), says);
    await assert.rejects(inspect(`${file}.part`), says);
  }
});

test("a file that goes on after its end is damaged", async (t) => {
  const [deployment, folder] = [await deploy(t, OBJECTS), await folderFor(t)];
  const file = join(folder, "file");
  await save(deployment, file);
  const whole = await readFile(file, "utf8");
  const end = whole.slice(whole.lastIndexOf('{"end"'));
  for (const more of ['[4,"added"]\n', '["extra"]', "\n", end, '{"checkpoint":"0.0...","sha256":""}\n', "not JSON\n"]) {
    await writeFile(file, whole + more);
    await assert.rejects(inspect(file), /the file is damaged: it goes on after its end/, more);
    // A command that continues it does not take it either.
    await rename(file, `${file}.part`);
    await assert.rejects(save(deployment, file), /\.part: the file is damaged: it goes on after its end\. Delete this file/);
    assert.equal(await readFile(`${file}.part`, "utf8"), whole + more);
  }
});

test("every line before the end is covered by its hash", async (t) => {
  const [deployment, folder] = [await deploy(t, OBJECTS), await folderFor(t)];
  const file = join(folder, "file");
  await save(deployment, file);
  const whole = await readFile(file, "utf8");
  const at = whole.lastIndexOf('{"end"');
  const end = JSON.parse(whole.slice(at));
  for (const [line, last] of [
    ['[4,"added"]\n', { ...end, rows: end.rows + 1 }],
    ["", { ...end, end: false, sha256: "another" }],
    ["", { ...end, rows: end.rows + 1 }],
  ]) {
    await writeFile(file, `${whole.slice(0, at)}${line}${JSON.stringify(last)}\n`);
    await assert.rejects(inspect(file), /the last hash is another|it has 11 rows, and should have 12/, line);
  }
});

/** Starts a command that gets no more than the objects before the ledgers. */
async function startWaiting(deployment, file) {
  const waits = new Promise((waiting) => {
    deployment.onPortion = async (name) => {
      if (name === "jobs/acme-docs") await new Promise(() => waiting());
    };
  });
  const command = start("backup.mjs", [deployment.url, file], TOKEN);
  await waits;
  while (!/"analytics\/KEY","schema[^]*"checkpoint".*\n$/.test(await readFile(`${file}.part`, "utf8").catch(() => ""))) await sleep(10);
  deployment.onPortion = async () => {};
  return command;
}

test("a second command for the same file fails at once, and another file is saved", async (t) => {
  const [deployment, folder] = [await deploy(t, OBJECTS), await folderFor(t)];
  const file = join(folder, "file");
  const first = await startWaiting(deployment, file);
  const part = await readFile(`${file}.part`, "utf8");
  const requests = deployment.requests.length;
  for (const _ of [1, 2]) {
    const { code, failed } = await run("backup.mjs", [deployment.url, file], TOKEN);
    assert.equal(code, 1);
    assert.match(failed, /^another backup writes this file: process \d+\. If that is no backup, delete .*\/file\.lock\n$/);
  }
  assert.equal(deployment.requests.length, requests);
  assert.equal(await readFile(`${file}.part`, "utf8"), part);
  assert.equal((await run("backup.mjs", [deployment.url, `${file}2`], TOKEN)).code, 0);

  // The lock of a killed process blocks nobody, whatever else is in it.
  first.kill();
  await first.ended;
  await writeFile(`${file}.lock`, "0\n-1\nno process\n", { flag: "a" });
  const { code, failed } = await run("backup.mjs", [deployment.url, file], TOKEN);
  assert.equal(code, 0, failed);
  assert.deepEqual(await saved(file), OBJECTS);
  assert.deepEqual((await readdir(folder)).sort(), ["file", "file2"], "no lock is left");
});

test("of many commands that find the lock of a killed process, one goes on", async (t) => {
  const [deployment, folder] = [await deploy(t, OBJECTS), await folderFor(t)];
  const file = join(folder, "file");
  const killed = await startWaiting(deployment, file);
  killed.kill();
  await killed.ended;
  deployment.onPortion = () => sleep(200);
  const commands = Array.from({ length: 4 }, () => run("backup.mjs", [deployment.url, file], TOKEN));
  const ended = await Promise.all(commands);
  const failed = ended.filter(({ code }) => code !== 0);
  assert.equal(failed.length, 3, ended.map(({ failed }) => failed).join(""));
  for (const { failed: text } of failed) assert.match(text, /^another backup writes this file|already exists/);
  assert.deepEqual(await saved(file), OBJECTS);
});

test("a file that another program made in the meantime is not replaced", async (t) => {
  const [deployment, folder] = [await deploy(t, OBJECTS), await folderFor(t)];
  const file = join(folder, "file");
  deployment.onPortion = () => writeFile(file, "another's");
  await assert.rejects(save(deployment, file), /\/file already exists/);
  assert.equal(await readFile(file, "utf8"), "another's");
  assert.deepEqual(await saved(`${file}.part`), OBJECTS);
});

test("a deployment behind Cloudflare Access is reached with its variables", async (t) => {
  const [deployment, folder] = [await deploy(t, OBJECTS), await folderFor(t)];
  deployment.access = { "cf-access-client-id": "id.access", "cf-access-client-secret": "secret" };
  const file = join(folder, "file");
  const save = (variables) => run("backup.mjs", [deployment.url, file], { ...TOKEN, ...variables });
  const [id, secret] = [{ CF_ACCESS_CLIENT_ID: "id.access" }, { CF_ACCESS_CLIENT_SECRET: "secret" }];
  assert.match((await save({})).failed, /redirects to https:\/\/team\.example: .* Cloudflare Access/);
  assert.match((await save(id)).failed, /must be set together/);
  assert.equal((await save({ ...id, ...secret })).code, 0);
  assert.deepEqual(await saved(file), OBJECTS);
});

test("only the address of this machine may have plain http", () => {
  for (const origin of ["https://docket.example.com", "http://localhost:8787", "http://127.0.0.1:8787", "http://[::1]:8787"]) {
    assert.equal(originOf(`${origin}/jobs`), origin);
  }
});

test("an address without https fails at once", async (t) => {
  const folder = await folderFor(t);
  for (const address of ["docket.example.com", "localhost:8787", "https://", "http://docket.example.com", "http://127.0.0.1.example.com"]) {
    for (const script of ["backup.mjs", "restore.mjs"]) {
      const args = [address, join(folder, "file"), ...(script === "restore.mjs" ? ["--name", "ada"] : [])];
      const { code, failed } = await run(script, args, { ...TOKEN, DOCKET_PASSPHRASE: "a passphrase" });
      assert.equal(code, 1, failed);
      assert.match(failed, /^\S+ is not the address of a deployment, which begins with https:\/\/\n$/);
    }
  }
});
