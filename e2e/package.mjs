// Tests of the package: what an administrator without Rust unpacks, checks and deploys.
//
//     cargo xtask test build package
//
// `package` alone packs dist/ and edge/build/ as they are. The archive is unpacked outside the checkout, and only wrangler comes
// from it: administrators have it from npm, in the same version.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { appendFile, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { Program } from "./harness/process.mjs";
import { CANARY, PROJECT, SERVICE, startSim } from "./harness/world.mjs";

const { DOCKET_PACKAGE } = process.env;
const ADA = { name: "ada", passphrase: "a passphrase for the package" };

let outside;
let folder;
let sim;
let service;
let worker;

before(async () => {
  outside = await mkdtemp(join(tmpdir(), "docket-package-"));
  execFileSync("tar", ["-xzf", DOCKET_PACKAGE, "-C", outside]);
  const [only, ...others] = await readdir(outside);
  assert.match(only, /^docket-\d+\.\d+\.\d+/);
  assert.deepEqual(others, [], "the archive has one folder");
  folder = join(outside, only);
  sim = startSim([PROJECT]);
  [, service] = await sim.says(SERVICE);
});

after(async () => {
  await Promise.all([worker?.end(), sim?.end()]);
  if (outside) await rm(outside, { recursive: true, force: true });
});

/** Runs a program in the unpacked folder, to its end. */
function run(program, args, input = "") {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, input, encoding: "utf8" });
  return { status, stdout, stderr };
}

const check = () => run("node", ["check.mjs"]);

/** Replaces a text that a file of the package must have. */
async function edit(file, from, to) {
  const text = await readFile(join(folder, file), "utf8");
  assert.ok(text.includes(from), `${file} has no ${from}`);
  await writeFile(join(folder, file), text.replace(from, to));
}

/** Makes an entry, and returns the list that is the secret's value, and the passphrase if it was generated. */
function account(args, input) {
  const { status, stdout, stderr } = run("node", ["account.mjs", ...args], input);
  assert.equal(status, 0, stderr);
  const values = [...stdout.matchAll(/^ {4}(.*)$/gm)].map(([, value]) => value);
  return { list: JSON.parse(values.at(-1)), passphrase: /^passphrase/.test(stdout) ? values[0] : undefined };
}

describe("the package", () => {
  test("is not deployed before the projects are set", () => {
    const { status, stderr } = check();
    const sentence = 'DOCKET_PROJECTS must name at least one project, like [{"id": "acme-docs", "name": "Acme docs"}]';
    assert.deepEqual({ status, stderr }, { status: 1, stderr: `${sentence}\n` });
  });

  test("passes its check once they are set", async () => {
    const projects = JSON.stringify(JSON.stringify([{ id: PROJECT, name: "Acme docs" }]));
    await edit("wrangler.jsonc", '"DOCKET_PROJECTS": "[]"', `"DOCKET_PROJECTS": ${projects}`);
    const { status, stdout, stderr } = check();
    assert.equal(status, 0, stderr);
    assert.match(stdout, /Deploy it with: npx wrangler@\d+\.\d+\.\d+ deploy/);
  });

  test("names a file that is damaged, missing or added", async () => {
    const damaged = join(folder, "worker", "index.js");
    const before = await readFile(damaged);
    await appendFile(damaged, " ");
    const added = join(folder, "assets", "added.js");
    await writeFile(added, "");
    const licence = await readFile(join(folder, "LICENSE-MIT"));
    await rm(join(folder, "LICENSE-MIT"));
    const { status, stderr } = check();
    await writeFile(damaged, before);
    await rm(added);
    await writeFile(join(folder, "LICENSE-MIT"), licence);
    assert.equal(status, 1);
    const faults = stderr.trimEnd().split("\n");
    assert.deepEqual(faults.map((fault) => fault.split(" ")[0]), ["LICENSE-MIT", "worker/index.js", "assets/added.js"]);
    assert.equal(check().status, 0, "the files are as before");
  });

  test("is what wrangler would deploy", () => {
    const { status, stdout, stderr } = run("wrangler", ["deploy", "--dry-run"]);
    assert.equal(status, 0, stderr);
    assert.doesNotMatch(`${stdout}${stderr}`, /WARNING/);
    assert.match(stdout, /JobsObject[^]*AuthObject[^]*env\.ASSETS[^]*--dry-run: exiting now/);
  });

  test("runs: health, page, sign-in and a job", async (t) => {
    const given = account(["--name", ADA.name], ADA.passphrase);
    const generated = account(["--name", "eve", "--free-plan"], "");
    const secrets = {
      DOCKET_UPSTREAM: service,
      DOCKET_ADMIN_KEY: CANARY,
      DOCKET_SESSION_SECRET: randomBytes(32).toString("hex"),
      DOCKET_ACCOUNTS: JSON.stringify([...given.list, ...generated.list]),
    };
    // wrangler expands $NAME also within quotes.
    const lines = Object.entries(secrets).map(([name, value]) => `${name}='${value.replaceAll("$", "\\$")}'\n`);
    const file = join(outside, "secrets.env");
    await writeFile(file, lines.join(""), { mode: 0o600 });
    const command = ["wrangler", "dev", "--ip", "127.0.0.1", "--port", "0", "--env-file", file];
    worker = new Program([...command, "--show-interactive-dev-session=false"], { folder });
    const [, origin] = await worker.says(/Ready on (http:\S+)/);
    const ask = (path, { headers, ...options } = {}) => {
      const own = { Origin: origin, "X-Docket": "1", "Content-Type": "application/json" };
      return fetch(`${origin}${path}`, { ...options, headers: { ...own, ...headers } });
    };

    await t.test("health says that it is configured", async () => {
      const health = await (await ask("/api/health")).json();
      assert.deepEqual([health.status, health.missing, health.signIn], ["ok", [], ["passphrase"]]);
      const { version } = JSON.parse(await readFile(join(folder, "release.json"), "utf8"));
      assert.equal(health.version, version);
    });

    await t.test("the page is served with its module", async () => {
      const page = await ask("/");
      assert.match(page.headers.get("Content-Security-Policy"), /default-src 'none'/);
      const text = await page.text();
      for (const [name, type] of [[/\/docket-app-[0-9a-f]+\.js/, /javascript/], [/\/docket-app-[0-9a-f]+_bg\.wasm/, /wasm/]]) {
        const file = await ask(name.exec(text)[0]);
        assert.equal(file.status, 200);
        assert.match(file.headers.get("Content-Type"), type);
        await file.arrayBuffer();
      }
    });

    const signIn = (name, passphrase) =>
      ask("/api/session", { method: "POST", body: JSON.stringify({ name, passphrase }) });

    await t.test("a person signs in with an entry for each plan", async () => {
      assert.equal((await signIn(ADA.name, "another passphrase")).status, 401);
      assert.equal((await signIn("eve", generated.passphrase)).status, 200);
    });

    await t.test("a job is created and read", async () => {
      const session = await signIn(ADA.name, ADA.passphrase);
      assert.equal(session.status, 200);
      const [cookie] = session.headers.getSetCookie().map((line) => line.split(";")[0]);
      const jobs = `/v2/agent/${PROJECT}/job`;
      const body = JSON.stringify({ prompt: "Update the quickstart" });
      const created = await ask(jobs, { method: "POST", body, headers: { Cookie: cookie } });
      assert.ok(created.ok, `${created.status} ${await created.clone().text()}`);
      const { id } = await created.json();
      const read = await ask(`${jobs}/${id}`, { headers: { Cookie: cookie } });
      assert.deepEqual([read.status, (await read.json()).id], [200, id]);
    });
  });

  test("is still complete after it ran", () => assert.equal(check().status, 0));
});
