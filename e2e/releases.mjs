// Tests of upgrade and back-out: releases one after the other with the same data, while programs are at work. Each is killed
// in the middle of its requests, which is harder than a deployment.
//
//     cargo xtask test build package
//
// The earlier release is this one. Two newer releases are made of the same sources: a small one that differs only in its version,
// and a large one that also migrates every database.

import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { Load } from "./harness/load.mjs";
import { SelfHost, install, unpack } from "./harness/self-host.mjs";
import { PROJECT, SERVICE, TOKENS, callSim, startSim } from "./harness/world.mjs";

const { DOCKET_NEXT_WORKER } = process.env;
const PROGRAMS = 16;
/** The prompts that each release accepts before the next one takes its place. */
const ENOUGH = 12;
const CLASSES = ["JobsObject", "AnalyticsObject", "SignInObject", "AuthObject"];
/** What opens an object of every class. */
const OPENING = ["/api/health?deep=1", `/api/projects/${PROJECT}/visitors/summary?from=2026-10-01&to=2026-10-31`];

let outside;
let current;
let releases;

before(async () => {
  outside = await mkdtemp(join(tmpdir(), "docket-releases-"));
  const folder = await unpack(outside);
  ({ version: current } = JSON.parse(await readFile(join(folder, "release.json"), "utf8")));
  const release = async (version, worker) => {
    const packed = join(outside, `package-${version}`);
    await cp(folder, packed, { recursive: true });
    if (worker) await cp(worker, join(packed, "worker"), { recursive: true });
    await name(join(packed, "worker/index_bg.wasm"), version);
    return { version, command: await install(packed, join(outside, version)) };
  };
  releases = {
    current: await release(current),
    small: await release(withOtherDigit(current, /\d(?=[-+]|$)/)),
    large: await release(withOtherDigit(current, /\d(?=\.\d+([-+]|$))/), DOCKET_NEXT_WORKER),
  };
});

after(async () => {
  if (outside) await rm(outside, { recursive: true, force: true });
});

/** A version of the same length, which differs from this one in the digit that the pattern finds: also after 0.1.9, and with -rc.1. */
const withOtherDigit = (version, pattern) => version.replace(pattern, (digit) => (Number(digit) + 1) % 10);

/** Gives a built Worker another version of the same length. */
async function name(module, version) {
  assert.equal(version.length, current.length);
  const bytes = await readFile(module);
  let places = 0;
  for (let at = bytes.indexOf(current); at >= 0; at = bytes.indexOf(current, at + 1)) {
    bytes.write(version, at);
    places += 1;
  }
  assert.ok(places > 0, "the module has its version");
  await writeFile(module, bytes);
}

/** A Docket and its service, with a way to put a release in place of the one before. */
async function deployment(t) {
  const sim = startSim([PROJECT], ["--agent-per-hour", "10000", "--analytics-per-hour", "10000"]);
  t.after(() => sim.end());
  const [, service] = await sim.says(SERVICE);
  const docket = await SelfHost.prepare(join(outside, t.name), service, {
    DOCKET_TOKENS: JSON.stringify(TOKENS.map((token) => ({ ...token, rights: [...token.rights, "visitors:read"] }))),
    // Nobody signs in with a passphrase here.
    DOCKET_ACCESS_TEAM: service,
    DOCKET_ACCESS_AUDIENCE: "0".repeat(64),
  });
  t.after(() => docket.kill());
  const deploy = async ({ version, command }) => {
    await docket.kill();
    await docket.start(command);
    const { json } = await docket.call("/api/health");
    assert.deepEqual([json.status, json.version], ["ok", version]);
  };
  const health = async () => (await docket.call("/api/health?deep=1")).json;
  const jobs = () => callSim(service, "GET", "jobs");
  return { docket, deploy, health, jobs };
}

describe("upgrade and back-out", { timeout: 120_000 }, () => {
  test("without a migration, every release works with the data of the other", async (t) => {
    const { docket, deploy, health, jobs } = await deployment(t);
    await deploy(releases.current);
    const load = new Load(docket, PROGRAMS);
    for (const release of [releases.small, releases.current, releases.small]) {
      await load.until("accepted", ENOUGH);
      await deploy(release);
      load.goOn();
      assert.equal((await health()).status, "ok", release.version);
    }
    await load.until("accepted", ENOUGH);
    await load.end();
    assert.equal(load.refused, 0, "no request is refused");
    await load.check(await jobs());
  });

  test("with a migration, the older release waits for the later one and changes nothing", async (t) => {
    const { docket, deploy, health, jobs } = await deployment(t);
    await deploy(releases.current);
    for (const path of OPENING) assert.equal((await docket.call(path)).status, 200, path);
    const load = new Load(docket, PROGRAMS);
    await load.until("accepted", ENOUGH);

    await deploy(releases.large);
    load.goOn();
    await load.until("accepted", ENOUGH);
    assert.equal((await health()).status, "ok");
    for (const path of OPENING) assert.equal((await docket.call(path)).status, 200, path);

    await docket.kill();
    const stored = await Promise.all(CLASSES.map((name) => docket.stored(name)));
    const isMigrated = (objects) => objects.length > 0 && objects.every((tables) => "next_release" in tables);
    assert.ok(stored.every(isMigrated), "the newer release migrated every object");
    await deploy(releases.current);
    load.goOn();
    await load.until("refused", PROGRAMS);
    const { status, unavailable } = await health();
    assert.equal(status, "degraded");
    assert.equal(unavailable.length, CLASSES.length, unavailable.join("\n"));
    assert.ok(unavailable.every((line) => line.includes("A newer release of Docket wrote this data")), unavailable.join("\n"));
    await docket.kill();
    assert.deepEqual(await Promise.all(CLASSES.map((name) => docket.stored(name))), stored, "nothing was written");

    await deploy(releases.large);
    load.goOn();
    await load.until("accepted", ENOUGH);
    assert.equal((await health()).status, "ok");
    await load.end();
    await load.check(await jobs());
  });
});
