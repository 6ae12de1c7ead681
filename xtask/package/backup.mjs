// Saves everything that a deployment of Docket stores in one file. It contains every prompt, but no secrets: keep it as safe as the console.
//
//     DOCKET_TOKEN=docket_… node backup.mjs https://docket.example.com docket.ndjson
//
// The token needs the right backup:read in all projects. Run the command again to resume an interrupted backup.

import { createWriteStream, existsSync, realpathSync } from "node:fs";
import { rename, truncate } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";

import { inspect } from "./backup-file.mjs";

/** Interruptions after which the command gives up, if nothing arrived between them. */
const TRIES = 5;
const PAUSE_MS = 2_000;

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** What a deployment responds to a request that it refuses. */
class Refused extends Error {
  constructor(status, problem) {
    super(`${problem.error ?? "no reason was given"} (${status})`);
    this.code = problem.code;
    this.isFinal = status < 500 && status !== 429;
  }
}

/** Appends to the partial file what is missing after a checkpoint, until the end or an interruption. */
async function append(origin, token, part, from) {
  const url = new URL("/api/backup", origin);
  if (from) url.searchParams.set("resume", from.checkpoint);
  const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Refused(response.status, await response.json().catch(() => ({})));
  await pipeline(response.body, createWriteStream(part, { flags: from ? "a" : "w" }));
}

/** Saves a backup. Returns what the file has. `say` gets sentences about interruptions. */
export async function backup(origin, token, file, say, pauseMs = PAUSE_MS) {
  if (existsSync(file)) throw new Error(`${file} already exists`);
  const part = `${file}.part`;
  let known = existsSync(part) ? await inspect(part) : undefined;
  let from = known?.last;
  let tries = 0;
  while (!known?.isWhole) {
    if (from) await truncate(part, from.end);
    let interruption;
    try {
      await append(origin, token, part, from);
    } catch (error) {
      if (error.code === "snapshot_expired") {
        say("The object has changed since then, and is read again from its start.");
        from = known.between;
        continue;
      }
      if (error.isFinal) throw error;
      interruption = error;
    }
    known = existsSync(part) ? await inspect(part) : undefined;
    if (known?.isWhole) break;
    const isFarther = (known?.last?.end ?? 0) > (from?.end ?? 0);
    tries = isFarther ? 1 : tries + 1;
    from = known?.last;
    const reason = interruption?.message ?? "the response ended early";
    if (tries >= TRIES) throw new Error(`the backup was interrupted: ${reason}. Run the command again to continue.`);
    say(`Interrupted (${reason}); continuing.`);
    await sleep(pauseMs);
  }
  await rename(part, file);
  return known;
}

async function main() {
  const [origin, file] = process.argv.slice(2);
  const token = process.env.DOCKET_TOKEN;
  if (!origin || !file) throw new Error("the address of the deployment and the name of the file are missing: node backup.mjs URL FILE");
  if (!token) throw new Error("DOCKET_TOKEN is not set: it is a token with the right backup:read in all projects");
  const { objects } = await backup(origin, token, file, (text) => console.error(text));
  for (const { object, schema, rows } of objects) console.log(`${object}: ${rows} rows, schema ${schema}`);
  console.log(`The backup is complete: ${file}`);
}

if (realpathSync(process.argv[1] ?? "") === fileURLToPath(import.meta.url)) {
  await main().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
