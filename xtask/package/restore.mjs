// Restores a backup into a deployment of Docket that has no data.
//
//     node restore.mjs https://docket.example.com docket.ndjson --name ada
//     node restore.mjs https://docket.example.com docket.ndjson --name ada --only jobs/acme-docs=new-docs
//     node restore.mjs https://docket.example.com docket.ndjson --name ada --as acme-docs=new-docs
//     node restore.mjs https://docket.example.com docket.ndjson --name ada --cancel
//
// ada is an admin of all projects who signs in with a passphrase. The script asks for it, or reads it from DOCKET_PASSPHRASE.
// --only restores some objects. They may get another id: so a project moves to another admin key.
// --as moves a project to another id: the script restores its ledger under that id, and then the deployment's visitors and tokens follow.
// An id may have "=" itself: the longest name of an object of the file that "=" follows gets the rest as its new id. If the file has an object
// jobs/a=b, then --only jobs/a=b is that object. jobs/a=jobs/b always gives jobs/a the id b, in both options.
// If a restore is interrupted, the same command continues it with the first object that is not complete. --cancel empties what is not.
// requests.mjs names the variables for a deployment behind Cloudflare Access. With a person's token, nobody signs in, and --name is left out.

import { once } from "node:events";
import { realpathSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { inspect, read } from "./backup-file.mjs";
import { isPersonOfAccess, originOf, send } from "./requests.mjs";

/** The text of the rows in a request, about. */
const BATCH_BYTES = 256 * 1024;
const BATCH_ROWS = 500;
/** How often rows are sent before the command gives up. */
const TRIES = 5;
const PAUSE_MS = 2_000;

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A person's requests: with a session, or with the person's token of Cloudflare Access. */
export class Session {
  #origin;
  /** The cookies of a person who has signed in, by name. */
  #cookies;

  constructor(origin) {
    this.#origin = originOf(origin);
  }

  async signIn(name, passphrase) {
    this.#cookies = new Map();
    await this.#post("/api/session", { name, passphrase });
  }

  async signOut() {
    if (this.#cookies?.size) await this.#request("DELETE", "/api/session");
  }

  /** Takes a step of the restore of an object. `backup` is the hash of the object in the file. */
  async step(object, step, backup) {
    const query = new URLSearchParams({ object, ...(backup && { backup }) });
    await this.#post(`/api/restore?${query}`, step);
  }

  #post(path, body) {
    return this.#request("POST", path, JSON.stringify(body));
  }

  async #request(method, path, body) {
    const headers = { Origin: this.#origin, "X-Docket": "1", "Content-Type": "application/json" };
    if (this.#cookies?.size) headers.Cookie = [...this.#cookies.values()].join("; ");
    const response = await send(new URL(path, this.#origin), { method, headers, body });
    // Docket renews the cookie as the session is used. Without that, a restore would be signed out after 12 hours.
    for (const cookie of response.headers.getSetCookie()) {
      const [pair] = cookie.split(";");
      this.#cookies?.set(pair.split("=")[0], pair);
    }
  }
}

/** The object of a file with this name. */
function named(objects, name) {
  const found = objects.find(({ object }) => object === name);
  if (found) return found;
  const names = objects.map(({ object }) => object).join(", ");
  throw new Error(`the backup has no ${name}; it has ${names}. A new id follows one of these names and "=", like jobs/acme-docs=new-docs`);
}

/**
 * Splits `jobs/acme-docs=new-docs` into an object's name and its new id. Names may have `=` themselves, so the longest name in the file
 * counts. `jobs/acme-docs=jobs/new-docs` can be read in one way only, because ids have no slash.
 */
function split(objects, text) {
  const full = /^(([^/]+)\/[^/]+)=\2\/([^/]+)$/.exec(text);
  if (full) return { name: full[1], id: full[3] };
  const fitting = objects.map(({ object }) => object).filter((name) => text.startsWith(`${name}=`) && text.length > name.length + 1);
  const [name] = fitting.sort((a, b) => b.length - a.length);
  return name ? { name, id: text.slice(name.length + 1) } : { name: text };
}

/** Which projects move: `acme-docs=new-docs` moves to the second id. With `only`, their ledgers are among those that are restored. */
export function movesOf(texts, objects, only = []) {
  const moves = texts.map((text) => {
    const { name, id: to } = split(objects, text.includes("/") ? text : `jobs/${text}`);
    const [kind, from] = named(objects, name).object.split("/");
    if (kind !== "jobs" || !to) throw new Error(`--as needs two ids, like acme-docs=new-docs, and not ${text}`);
    if (only.length && !only.includes(`jobs/${from}`)) throw new Error(`--as ${text} needs --only jobs/${from}, without another id`);
    return { from, to };
  });
  const twice = moves.find(({ from }, at) => moves.slice(0, at).some((other) => other.from === from));
  if (twice) throw new Error(`${twice.from} is in --as twice: it can have one new id`);
  // One move comes after the other: rights that the first gave to an id would move on with the second.
  const both = moves.find(({ to }) => moves.some(({ from }) => from === to));
  if (both) throw new Error(`${both.to} cannot be left and moved to at once: restore one after the other`);
  return moves;
}

/**
 * Which objects to restore, and as what: `jobs/acme-docs=new-docs` has the same kind, and another id. The ledger of a project that
 * moves has its new id.
 */
export function choose(objects, only, moves = []) {
  const moved = ({ object }) => {
    const move = moves.find(({ from }) => object === `jobs/${from}`);
    return move ? `jobs/${move.to}` : object;
  };
  const ofText = (text) => {
    const { name, id } = objects.some(({ object }) => object === text) ? { name: text } : split(objects, text);
    const found = named(objects, name);
    return { ...found, as: id ? `${name.split("/")[0]}/${id}` : moved(found) };
  };
  // What a person wrote is split. The names in the file are not.
  const chosen = only.length ? only.map(ofText) : objects.map((one) => ({ ...one, as: moved(one) }));
  for (const key of ["object", "as"]) {
    const twice = chosen.find((one, at) => chosen.slice(0, at).some((other) => other[key] === one[key]));
    if (twice) throw new Error(`${twice[key]} is in ${only.length ? "--only" : "the file or in --as"} twice: restore one after the other`);
  }
  return chosen;
}

/** An error that says with which object it happened. */
const about = (object, { message }, advice = "") => new Error(`${object}: ${message}${advice}`);

/** Cancels what is not complete. */
async function cancelAll(session, chosen, say) {
  for (const { as } of chosen) {
    const state = await session.step(as, { cancel: null }).then(
      () => "cancelled",
      (error) => {
        if (error.code !== "restore_state") throw about(as, error);
        return "is not being restored, and stays as it is";
      },
    );
    say(`${as}: ${state}`);
  }
}

/** What of the chosen objects is still to be restored. Fails unless all of it can. */
async function missing(session, chosen, say) {
  const rest = [];
  for (const one of chosen) {
    try {
      await session.step(one.as, { check: one.schema }, one.sha256);
      rest.push(one);
    } catch (error) {
      if (error.code !== "restore_state") throw about(one.as, error);
      say(`${one.as}: restored from this file already`);
    }
  }
  return rest;
}

/** Lets visitors and tokens follow their projects. Repeated, it changes nothing. */
async function follow(session, objects, chosen, moves, say) {
  for (const { from, to } of moves) {
    for (const { object } of objects.filter(({ object }) => !object.startsWith("jobs/"))) {
      const as = chosen.find((one) => one.object === object)?.as ?? object;
      const moved = await session.step(as, { move_project: [from, to] }).then(
        () => `what it had of ${from} belongs to ${to}`,
        (error) => {
          // A project's visitors are where its key is. That the deployment has no such project, the ledger's restore said before.
          if (error.code === "unknown_project" && object.startsWith("analytics/")) return `what it had of ${from} stays: ${error.message}`;
          // The file may be of a deployment with another key, and only some of its objects are restored.
          if (error.code !== "invalid_request" || chosen.some((one) => one.object === object)) {
            throw about(as, error, ". Run the same command again to continue");
          }
          return "is not in this deployment";
        },
      );
      say(`${as}: ${moved}`);
    }
    say(`Replace ${from} by ${to} in DOCKET_ROLES and DOCKET_TOKENS, and take ${from} out of DOCKET_PROJECTS.`);
  }
}

/** What to restore of a file. Fails for a damaged file, and for options that do not fit it, before anybody signs in. */
export async function plan(file, { only = [], as = [], cancel = false } = {}) {
  const { isWhole, objects } = await inspect(file);
  if (!isWhole) throw new Error(`${file} is not a complete backup`);
  const moves = movesOf(as, objects, only);
  return { file, objects, moves, chosen: choose(objects, only, moves), cancel };
}

/** Carries out a plan, or what is missing of it. `say` gets a sentence for each object, and for each interruption. */
export async function restore(session, { file, objects, moves, chosen, cancel }, say, pauseMs = PAUSE_MS) {
  if (cancel) return cancelAll(session, chosen, say);
  await restoreAll(session, file, await missing(session, chosen, say), say, pauseMs);
  await follow(session, objects, chosen, moves, say);
}

/** Restores the objects of a file that are missing. */
async function restoreAll(session, file, rest, say, pauseMs) {
  let current;
  let table;
  let batch = [];
  let bytes = 0;
  const failed = ({ as }, error) =>
    about(as, error, ". Run the same command again to continue, or with --cancel to empty what is not complete");
  const step = (one, step, backup) =>
    session.step(one.as, step, backup).catch((error) => {
      throw failed(one, error);
    });
  // Restored tokens work at once. An object that has begun refuses what their programs would write into it.
  for (const one of rest) await step(one, { begin: one.schema }, one.sha256);
  // A row replaces itself, so rows that may have arrived are sent again: the next command would begin the object again.
  const repeat = async (one, rows) => {
    for (let tries = 1; ; tries += 1) {
      const error = await session.step(one.as, rows, one.sha256).catch((error) => error);
      if (!error) return;
      if (error.isFinal || tries === TRIES) throw failed(one, error);
      say(`${one.as}: interrupted (${error.message}); continuing`);
      await sleep(pauseMs * tries);
    }
  };
  const insert = async () => {
    if (batch.length) await repeat(current, { insert: { ...table, rows: batch } });
    [batch, bytes] = [[], 0];
  };
  const end = async () => {
    await insert();
    if (!current) return;
    await step(current, { end: current.rows }, current.sha256);
    say(`${current.as}: ${current.rows} rows`);
  };
  for await (const { kind, value, end: position } of read(file)) {
    if (kind === "object") {
      await end();
      current = rest.find(({ object }) => object === value.object);
    } else if (kind === "table" && current) {
      await insert();
      table = { table: value.table, columns: value.columns };
    } else if (kind === "row" && current) {
      batch.push(value);
      bytes += position - (current.position ?? position);
      if (bytes >= BATCH_BYTES || batch.length >= BATCH_ROWS) await insert();
    }
    if (current) current.position = position;
  }
  await end();
}

/** A passphrase from the terminal, which does not show it. */
async function ask(name) {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: process.stdin.isTTY });
  process.stderr.write(`Passphrase of ${name}: `);
  const ended = once(terminal, "close").then(() => {
    throw new Error("there is nobody to ask: DOCKET_PASSPHRASE is not set");
  });
  const passphrase = await Promise.race([terminal.question(""), ended]).finally(() => process.stderr.write("\n"));
  terminal.close();
  return passphrase;
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      name: { type: "string" },
      only: { type: "string", multiple: true },
      as: { type: "string", multiple: true },
      cancel: { type: "boolean" },
    },
  });
  const [origin, file] = positionals;
  const { name } = values;
  if (!origin || !file) throw new Error("the address or the file is missing: node restore.mjs URL FILE --name NAME");
  if (!name && !isPersonOfAccess) throw new Error("--name is missing, and CF_ACCESS_TOKEN is not set: who restores?");
  const session = new Session(origin);
  const planned = await plan(file, values);
  if (name) await session.signIn(name, process.env.DOCKET_PASSPHRASE ?? (await ask(name)));
  try {
    await restore(session, planned, (text) => console.log(text));
  } finally {
    await session.signOut().catch(() => {});
  }
}

if (realpathSync(process.argv[1] ?? "") === fileURLToPath(import.meta.url)) {
  await main().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
