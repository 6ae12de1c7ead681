// Tests of restore.mjs: restores that are interrupted or cancelled, and restores of only some objects.

import assert from "node:assert/strict";
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { backup } from "../backup.mjs";
import { Session, plan, restore } from "../restore.mjs";
import { Problem, deploy, rows } from "./deployment.mjs";
import { folderFor, run } from "./script.mjs";

const OBJECTS = {
  "auth/auth": rows("a token"),
  "analytics/KEY": rows(),
  "jobs/acme-docs": rows("a", "b", "c"),
  "jobs/acme-api": rows("x"),
};
const EMPTY = Object.fromEntries(Object.keys(OBJECTS).map((name) => [name, []]));

/** A backup of these objects, and an empty deployment with them and more. */
async function prepare(t, more = {}, objects = OBJECTS) {
  const file = join(await folderFor(t), "file");
  const old = await deploy(t, objects);
  await backup(old.url, "docket_x", file, () => {}, 0);
  const empty = Object.fromEntries(Object.keys(objects).map((name) => [name, []]));
  return { file, deployment: await deploy(t, { ...empty, ...more }) };
}

/** Restores a file. Returns what it said. */
async function fill(deployment, file, options = {}) {
  const said = [];
  const session = new Session(deployment.url);
  await session.signIn("ada", "a passphrase");
  await restore(session, await plan(file, options), (text) => said.push(text), 0);
  return said;
}

test("a file that cannot be restored is refused before anybody is asked for a passphrase", async (t) => {
  const { file, deployment } = await prepare(t);
  const options = [deployment.url, file, "--name", "ada"];
  const unknown = await run("restore.mjs", [...options, "--only", "jobs/other"]);
  assert.equal(unknown.code, 1);
  assert.match(unknown.failed, /^the backup has no jobs\/other; it has /);
  await appendFile(file, "more");
  const damaged = await run("restore.mjs", options);
  assert.equal(damaged.code, 1);
  assert.match(damaged.failed, /the file is damaged/);
});

/** Ends the connection whenever a step is taken. */
const breakAt = (kind, name) => async (...step) => {
  if (step.join() === [kind, name].join()) throw new Error("broken");
};

test("a restore that is interrupted continues with the object that is not complete", async (t) => {
  for (const [hook, kind, name, complete] of [
    ["onStep", "begin", "auth/auth", 0],
    ["onStep", "begin", "jobs/acme-docs", 0],
    ["afterStep", "begin", "jobs/acme-api", 0],
    ["afterStep", "insert", "jobs/acme-docs", 2],
    ["onStep", "end", "jobs/acme-docs", 2],
    // The object is complete, and the response was lost.
    ["afterStep", "end", "jobs/acme-docs", 3],
    ["afterStep", "end", "jobs/acme-api", 4],
  ]) {
    const { file, deployment } = await prepare(t);
    deployment[hook] = breakAt(kind, name);
    await assert.rejects(fill(deployment, file), new RegExp(`^Error: ${name}: no response .* Run the same command again to continue`));
    deployment[hook] = async () => {};
    deployment.requests.length = 0;
    const said = await fill(deployment, file);
    assert.equal(said.filter((text) => text.endsWith("restored from this file already")).length, complete, said.join("\n"));
    assert.equal(deployment.requests.filter((step) => step.startsWith("begin")).length, 4 - complete);
    assert.deepEqual(deployment.stored, OBJECTS, `${hook} ${kind} ${name}`);
  }
});

test("rows that did not arrive are sent again, and the object does not begin again", async (t) => {
  for (const hook of ["onStep", "afterStep"]) {
    for (const fault of [new Error("broken"), new Problem(503, "storage_unavailable"), new Problem(429, "too_many_requests")]) {
      const { file, deployment } = await prepare(t);
      let faults = 4;
      deployment[hook] = async (kind, name) => {
        if (`${kind} ${name}` === "insert jobs/acme-docs" && faults-- > 0) throw fault;
      };
      const said = await fill(deployment, file);
      assert.equal(said.filter((text) => /^jobs\/acme-docs: interrupted \(.+\); continuing$/.test(text)).length, 4, said.join("\n"));
      assert.equal(deployment.requests.filter((step) => step === "begin jobs/acme-docs").length, 1);
      assert.deepEqual(deployment.stored, OBJECTS, `${hook} ${fault.message}`);
    }
  }
  // What would be refused again is not repeated.
  const { file, deployment } = await prepare(t);
  let sent = 0;
  deployment.onStep = async (kind) => {
    if (kind === "insert" && (sent += 1)) throw new Problem(409, "restore_state");
  };
  await assert.rejects(fill(deployment, file), /^Error: auth\/auth: The reason is restore_state/);
  assert.equal(sent, 1);
});

test("an object with other data stops a restore before it begins", async (t) => {
  const { file, deployment } = await prepare(t, { "jobs/acme-api": rows("its own") });
  await assert.rejects(fill(deployment, file), /^Error: jobs\/acme-api: The reason is not_empty. \(409\)/);
  assert.ok(deployment.requests.every((step) => step.startsWith("check")));
  // What another backup of the same deployment filled is other data, too.
  const { file: first, deployment: filled } = await prepare(t);
  await fill(filled, first);
  await assert.rejects(fill(filled, file), /^Error: auth\/auth: The reason is not_empty/);
});

test("every object refuses other data before the first one is complete", async (t) => {
  const { file, deployment } = await prepare(t);
  // A program with a restored token writes as soon as it can.
  deployment.afterStep = async (kind, name) => {
    if (`${kind} ${name}` !== "end auth/auth") return;
    for (const [name, object] of deployment.objects) {
      if (!object.restoring && name !== "auth/auth") object.rows.push([9, "too early"]);
    }
  };
  await fill(deployment, file);
  assert.deepEqual(deployment.stored, OBJECTS);
});

test("cancelling empties the objects that are not complete, and only them", async (t) => {
  const { file, deployment } = await prepare(t);
  deployment.afterStep = breakAt("insert", "jobs/acme-docs");
  await assert.rejects(fill(deployment, file));
  deployment.afterStep = async () => {};
  const said = await fill(deployment, file, { cancel: true });
  const [stays, cancelled] = ["is not being restored, and stays as it is", "cancelled"];
  assert.deepEqual(said, [
    `auth/auth: ${stays}`,
    `analytics/KEY: ${stays}`,
    `jobs/acme-docs: ${cancelled}`,
    `jobs/acme-api: ${cancelled}`,
  ]);
  assert.deepEqual(deployment.stored, { ...EMPTY, "auth/auth": OBJECTS["auth/auth"] });
  await fill(deployment, file);
  assert.deepEqual(deployment.stored, OBJECTS);
});

test("some objects are restored alone, and as others", async (t) => {
  const { file, deployment } = await prepare(t, { "jobs/new": [], "analytics/NEW": [] });
  const only = ["jobs/acme-docs=new", "analytics/KEY=NEW", "jobs/acme-api"];
  for (const isAgain of [false, true]) {
    const said = await fill(deployment, file, { only });
    assert.equal(said.every((text) => text.endsWith("already")), isAgain, said.join("\n"));
  }
  const filled = { "jobs/new": OBJECTS["jobs/acme-docs"], "jobs/acme-api": OBJECTS["jobs/acme-api"], "analytics/NEW": [] };
  assert.deepEqual(deployment.stored, { ...EMPTY, ...filled });
  // Another object of the same file is other data.
  await assert.rejects(fill(deployment, file, { only: ["jobs/acme-api=new"] }), /^Error: jobs\/new: The reason is not_empty/);
  await assert.rejects(fill(deployment, file, { only: ["jobs/nobody"] }), /the backup has no jobs\/nobody; it has auth\/auth/);
  for (const only of [["jobs/acme-docs", "jobs/acme-docs=new"], ["jobs/acme-docs=b", "jobs/acme-api=b"]]) {
    await assert.rejects(fill(deployment, file, { only }), /is in --only twice/);
  }
});

test("objects are restored and named whose ids have an equals sign", async (t) => {
  const objects = { "analytics/K=L": rows("f"), "jobs/x=y": rows("a"), "jobs/x": rows("b"), "jobs/=": rows("c"), "jobs/z=jobs": rows("d") };
  const whole = await prepare(t, {}, objects);
  await fill(whole.deployment, whole.file);
  assert.deepEqual(whole.deployment.stored, objects);
  for (const [only, from, to] of [
    ["jobs/x=y", "jobs/x=y", "jobs/x=y"],
    ["jobs/x=y=new", "jobs/x=y", "jobs/new"],
    ["jobs/x=jobs/y", "jobs/x", "jobs/y"],
    ["jobs/x=y=jobs/=", "jobs/x=y", "jobs/="],
    ["jobs/x=new=er", "jobs/x", "jobs/new=er"],
    ["jobs/=", "jobs/=", "jobs/="],
    ["jobs/===", "jobs/=", "jobs/="],
    ["jobs/z=jobs=jobs/new", "jobs/z=jobs", "jobs/new"],
    ["analytics/K=L=M", "analytics/K=L", "analytics/M"],
  ]) {
    const empty = Object.fromEntries([...Object.keys(objects), to].map((name) => [name, []]));
    const deployment = await deploy(t, empty);
    await fill(deployment, whole.file, { only: [only] });
    assert.deepEqual(deployment.stored, { ...empty, [to]: objects[from] }, only);
  }
  for (const [as, from, to] of [
    ["x=y=new", "x=y", "new"],
    ["x=new=er", "x", "new=er"],
    ["jobs/x=jobs/y", "x", "y"],
    ["x=y", "x", "y"],
  ]) {
    const { deployment } = await prepare(t, { [`jobs/${to}`]: [] }, objects);
    await fill(deployment, whole.file, { only: [`jobs/${from}`], as: [as] });
    assert.deepEqual(deployment.moved, [`analytics/K=L ${from}=${to}`], as);
    assert.deepEqual(deployment.stored[`jobs/${to}`], objects[`jobs/${from}`], as);
  }
  const says = /the backup has no jobs\/nobody=x; it has .*A new id follows one of these names and "=", like jobs\/acme-docs=new-docs/;
  await assert.rejects(fill(whole.deployment, whole.file, { only: ["jobs/nobody=x"] }), says);
  for (const as of ["x=", "z=jobs", "analytics/K=L=analytics/M"]) {
    await assert.rejects(fill(whole.deployment, whole.file, { as: [as] }), /the backup has no jobs\/x=;|--as needs two ids/, as);
  }
});

test("nothing is restored from a file that goes on after its end", async (t) => {
  const { file, deployment } = await prepare(t);
  await appendFile(file, '[4,"added"]\n');
  await assert.rejects(fill(deployment, file), /the file is damaged: it goes on after its end/);
  assert.deepEqual(deployment.stored, EMPTY);
});

test("visitors and tokens follow a project that moves to another id", async (t) => {
  // Everything into a new deployment.
  const { file, deployment } = await prepare(t, { "jobs/new": [] });
  for (const isAgain of [false, true]) {
    deployment.moved.length = 0;
    const said = await fill(deployment, file, { as: ["acme-docs=new"] });
    assert.equal(said.filter((text) => text.endsWith("already")).length, isAgain ? 4 : 0, said.join("\n"));
    assert.deepEqual(deployment.moved, ["auth/auth acme-docs=new", "analytics/KEY acme-docs=new"]);
    assert.match(said.at(-1), /^Replace acme-docs by new in DOCKET_ROLES and DOCKET_TOKENS/);
  }
  assert.deepEqual(deployment.stored, { ...OBJECTS, "jobs/acme-docs": [], "jobs/new": OBJECTS["jobs/acme-docs"] });

  // In a deployment with data, only the ledger is restored.
  const full = await deploy(t, { ...OBJECTS, "jobs/new": [] });
  await fill(full, file, { only: ["jobs/acme-docs"], as: ["acme-docs=new"] });
  assert.deepEqual(full.stored, { ...OBJECTS, "jobs/new": OBJECTS["jobs/acme-docs"] });
  assert.deepEqual(full.moved, deployment.moved);

  // The new id has another admin key, and its data in another object.
  full.onStep = async (kind, name) => {
    if (kind === "move_project" && name.startsWith("analytics/")) throw new Problem(404, "unknown_project");
  };
  const said = await fill(full, file, { only: ["jobs/acme-docs"], as: ["acme-docs=new"] });
  assert.ok(said.includes("analytics/KEY: what it had of acme-docs stays: The reason is unknown_project. (404)"), said.join("\n"));
  assert.ok(said.includes("auth/auth: what it had of acme-docs belongs to new"), said.join("\n"));

  for (const [as, reason] of [
    ["nobody=new", /the backup has no jobs\/nobody/],
    ["acme-docs", /--as needs two ids/],
    ["acme-docs=acme-api", /jobs\/acme-api is in the file or in --as twice/],
  ]) {
    await assert.rejects(fill(deployment, file, { as: [as] }), reason);
  }
  for (const [as, only, reason] of [
    [["acme-docs=acme-api", "acme-api=acme-docs"], [], /cannot be left and moved to at once/],
    [["acme-docs=new", "acme-docs=newer"], [], /acme-docs is in --as twice/],
    [["acme-docs=new"], ["auth/auth"], /needs --only jobs\/acme-docs/],
    [["acme-docs=new"], ["jobs/acme-docs=other"], /needs --only jobs\/acme-docs/],
  ]) {
    await assert.rejects(fill(deployment, file, { as, only }), reason);
  }
});

test("a restore follows the session that Docket renews", async (t) => {
  const { file, deployment } = await prepare(t);
  deployment.renews = true;
  await fill(deployment, file);
  assert.deepEqual(deployment.stored, OBJECTS);
});

test("a person of Cloudflare Access restores without a passphrase", async (t) => {
  const { file, deployment } = await prepare(t);
  const nobody = await run("restore.mjs", [deployment.url, file]);
  assert.match(nobody.failed, /--name is missing, and CF_ACCESS_TOKEN is not set/);
  deployment.access = { "cf-access-token": "jwt" };
  const ada = await run("restore.mjs", [deployment.url, file, "--name", "ada"], { DOCKET_PASSPHRASE: "a passphrase" });
  assert.match(ada.failed, /redirects to https:\/\/team\.example/);
  const person = await run("restore.mjs", [deployment.url, file], { CF_ACCESS_TOKEN: "jwt" });
  assert.equal(person.code, 0, person.failed);
  assert.match(person.said, /jobs\/acme-docs: 3 rows/);
  assert.deepEqual(deployment.stored, OBJECTS);
});

test("without a terminal and a passphrase in the environment, the command says so", async (t) => {
  const { file, deployment } = await prepare(t);
  const { code, failed } = await run("restore.mjs", [deployment.url, file, "--name", "ada"]);
  assert.equal(code, 1, failed);
  assert.match(failed, /DOCKET_PASSPHRASE is not set/);
  assert.deepEqual(deployment.stored, EMPTY);
});
