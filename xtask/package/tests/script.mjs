// The scripts as programs.

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/** A folder for one test. */
export async function folderFor(t) {
  const folder = await mkdtemp(join(tmpdir(), "docket-scripts-"));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

/** Starts a script with these variables. `ended` has its exit code and what it said. */
export function start(name, args, variables = {}) {
  const child = spawn(process.execPath, [join(import.meta.dirname, "..", name), ...args], {
    env: { PATH: process.env.PATH, ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const code = new Promise((done) => child.on("close", done));
  const ended = Promise.all([code, text(child.stdout), text(child.stderr)]);
  return { kill: () => child.kill("SIGKILL"), ended: ended.then(([code, said, failed]) => ({ code, said, failed })) };
}

/** Runs a script to its end. */
export const run = (...script) => start(...script).ended;
