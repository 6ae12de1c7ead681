// Saves what a deployment of Docket stores of the projects in its settings in one file. It contains every prompt, but no secrets: keep it
// as safe as the console.
//
//     DOCKET_TOKEN=docket_… node backup.mjs https://docket.example.com docket.ndjson
//
// The token needs the right backup:read in all projects. Run the command again to resume an interrupted backup: docket.ndjson.part has what
// arrived, also if a browser saved it. docket.ndjson.lock keeps a second command away from the same file while the first one runs.
// requests.mjs names the variables for a deployment behind Cloudflare Access.

import { createWriteStream, existsSync, realpathSync } from "node:fs";
import { appendFile, chmod, readFile, rename, rm, truncate } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";

import { BadFile, inspect } from "./backup-file.mjs";
import { originOf, send } from "./requests.mjs";

/** Interruptions after which the command gives up, if the file did not become longer than ever before. */
const TRIES = 5;
const PAUSE_MS = 2_000;

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether a process runs. */
function runs(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It runs, and belongs to another user.
    return error.code === "EPERM";
  }
}

/**
 * Reserves a file for this process, or fails. Returns the path of the lock.
 *
 * Every command that wants the file adds its process id to the lock, and the first one that runs has the file. So a killed process blocks
 * nobody, and of two commands that find its lock at the same time only one goes on.
 */
async function lock(file) {
  const path = `${file}.lock`;
  for (;;) {
    await appendFile(path, `${process.pid}\n`, { mode: 0o600 }).catch((error) => {
      throw new Error(`the file cannot be written: ${error.message}`);
    });
    const text = await readFile(path, "utf8").catch((error) => {
      if (error.code !== "ENOENT") throw error;
      return "";
    });
    const owner = text.split("\n").map(Number).find((pid) => pid > 0 && (pid === process.pid || runs(pid)));
    if (owner === process.pid) return path;
    if (owner) throw new Error(`another backup writes this file: process ${owner}. If that is no backup, delete ${path}`);
    // The other command has ended since, and has deleted the lock.
  }
}

/** Appends to the partial file what is missing after a checkpoint, until the end or an interruption. */
async function append(origin, token, part, from) {
  const url = new URL("/api/backup", origin);
  if (from) url.searchParams.set("resume", from.checkpoint);
  const response = await send(url, { headers: { Authorization: `Bearer ${token}` } });
  // Only the owner may read the file, because it has every prompt.
  await pipeline(response.body, createWriteStream(part, { flags: from ? "a" : "w", mode: 0o600 }));
}

/** Saves a backup. Returns what the file has. `say` gets sentences about interruptions. */
export async function backup(address, token, file, say, pauseMs = PAUSE_MS) {
  const origin = originOf(address);
  const lockPath = await lock(file);
  try {
    return await save(origin, token, file, say, pauseMs);
  } finally {
    await rm(lockPath, { force: true });
  }
}

/** Saves a backup in a file that is reserved for this process. */
async function save(origin, token, file, say, pauseMs) {
  const refuseExisting = () => {
    if (existsSync(file)) throw new Error(`${file} already exists`);
  };
  refuseExisting();
  const part = `${file}.part`;
  const inspectPart = async () => {
    if (!existsSync(part)) return undefined;
    return inspect(part).catch((error) => {
      if (!(error instanceof BadFile)) throw error;
      throw new BadFile(`${part}: ${error.message}. Delete this file, and run the command again to start again.`);
    });
  };
  // A browser has saved it so that other users can read it.
  if (existsSync(part)) await chmod(part, 0o600);
  let known = await inspectPart();
  if (!known?.isWhole && !token) throw new Error("DOCKET_TOKEN is not set: it is a token with the right backup:read in all projects");
  let from = known?.last;
  let farthest = from?.end ?? 0;
  let tries = 0;
  while (!known?.isWhole) {
    if (from) await truncate(part, from.end);
    const error = await append(origin, token, part, from).catch((error) => error);
    let reason = error?.message ?? "the response ended early";
    const isExpired = error?.code === "snapshot_expired";
    if (error?.isFinal && !isExpired) throw error;
    // The next attempt could not write the file either. A connection's errors have no system call of their own.
    if (error?.syscall) throw new Error(`the file cannot be written: ${error.message}`);
    if (isExpired && from?.isBetween) {
      // Between two objects nothing is being read, so it is the list of objects that has changed.
      reason = "the projects have changed since then, and the backup starts again";
      farthest = 0;
      await rm(part);
    } else if (isExpired) {
      reason = "the object has changed since then, and is read again from its start";
    }
    known = await inspectPart();
    if (known?.isWhole) break;
    const end = known?.last?.end ?? 0;
    // Two backups at the same time end each other's snapshots. What counts is the longest file, because each of them starts objects again.
    tries = end > farthest ? 1 : tries + 1;
    farthest = Math.max(farthest, end);
    from = isExpired ? known?.between : known?.last;
    if (tries >= TRIES) throw new Error(`the backup was interrupted: ${reason}. Run the command again to continue.`);
    say(`Interrupted (${reason}); continuing.`);
    await sleep(pauseMs * tries);
  }
  // Another program may have made it in the meantime.
  refuseExisting();
  await rename(part, file);
  return known;
}

/** The projects whose ledgers a file has. */
const projectsOf = (objects) => objects.filter(({ object }) => object.startsWith("jobs/")).map(({ object }) => object.slice("jobs/".length));

async function main() {
  const [origin, file] = process.argv.slice(2);
  const token = process.env.DOCKET_TOKEN;
  if (!origin || !file) throw new Error("the address of the deployment and the name of the file are missing: node backup.mjs URL FILE");
  const { objects } = await backup(origin, token, file, (text) => console.error(text));
  for (const { object, schema, rows } of objects) console.log(`${object}: ${rows} rows, schema ${schema}`);
  // A project that is not in the settings is not in the file.
  console.log(`Projects: ${projectsOf(objects).join(", ")}`);
  console.log(`The backup is complete: ${file}`);
}

if (realpathSync(process.argv[1] ?? "") === fileURLToPath(import.meta.url)) {
  await main().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
