// What start.sh starts, in place of workerd.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdir, realpath, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";

import { folderFor } from "./script.mjs";

const SCRIPT = join(import.meta.dirname, "../self-host/start.sh");

/** Starts a package with two settings, in a folder beside it. Returns what the program in place of workerd got, and what the script said. */
async function startIn(folder, variables) {
  const [inner, current] = [join(folder, "docket/self-host"), join(folder, "current")];
  await mkdir(inner, { recursive: true });
  await mkdir(current);
  await cp(SCRIPT, join(inner, "start.sh"));
  const lines = ["DOCKET_ROLES", "DOCKET_PROXY"].map((name) => `(name = "${name}", fromEnvironment = "${name}"),`);
  await writeFile(join(inner, "workerd.capnp"), lines.join("\n"));
  const env = { PATH: process.env.PATH, WORKERD: "echo", ...variables };
  const { stdout, stderr } = await promisify(execFile)("sh", ["../docket/self-host/start.sh", "--verbose"], { cwd: current, env });
  return { started: stdout, said: stderr, current: await realpath(current) };
}

test("a relative folder for the data is one of the current folder, and not of the package", async (t) => {
  const { started, said, current } = await startIn(await folderFor(t), { DOCKET_DATA: "all/data" });
  const data = join(current, "all/data");
  assert.equal(started, `serve self-host/workerd.capnp --directory-path data=${data} --socket-addr http=127.0.0.1:8787 --verbose\n`);
  assert.equal((await stat(data)).mode & 0o777, 0o700);
  assert.equal(said, "");
});

test("names variables that are no settings", async (t) => {
  const folder = await folderFor(t);
  const variables = { DOCKET_DATA: join(folder, "data"), DOCKET_LISTEN: "127.0.0.1:1", DOCKET_ROLE: "[]", DOCKET_ROLES: "[\nDOCKET", DOCKET_PROXY: "" };
  const { started, said } = await startIn(folder, variables);
  assert.match(started, new RegExp(`data=${join(folder, "data")} --socket-addr http=127.0.0.1:1 `));
  assert.equal(said, "DOCKET_ROLE is not a setting of this release, and has no line in workerd.capnp\n");
});
