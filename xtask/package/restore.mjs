// Restores a backup into a deployment of Docket that has no data.
//
//     node restore.mjs https://docket.example.com docket.ndjson --name ada
//     node restore.mjs https://docket.example.com docket.ndjson --name ada --only jobs/acme-docs=new-docs
//     node restore.mjs https://docket.example.com docket.ndjson --name ada --cancel
//
// ada is an admin of all projects, who signs in with a passphrase: it is asked for, or read from DOCKET_PASSPHRASE. With --only, some objects are
// restored, and may get another id: so a project moves to another id or to another admin key. --cancel cancels an unfinished restore.

import { realpathSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { inspect, read } from "./backup-file.mjs";

/** The text of the rows in a request, about. */
const BATCH_BYTES = 256 * 1024;
const BATCH_ROWS = 500;

/** A session of a person. */
export class Session {
  #origin;
  #cookie;

  constructor(origin) {
    this.#origin = new URL(origin).origin;
  }

  async signIn(name, passphrase) {
    const response = await this.#post("/api/session", { name, passphrase });
    this.#cookie = response.headers.getSetCookie().map((cookie) => cookie.split(";")[0]).join("; ");
  }

  async signOut() {
    await this.#request("DELETE", "/api/session");
  }

  /** Takes a step of a restore. */
  async step(object, step) {
    await this.#post(`/api/restore?object=${encodeURIComponent(object)}`, step);
  }

  #post(path, body) {
    return this.#request("POST", path, JSON.stringify(body));
  }

  async #request(method, path, body) {
    const headers = { Origin: this.#origin, "X-Docket": "1", "Content-Type": "application/json" };
    if (this.#cookie) headers.Cookie = this.#cookie;
    const response = await fetch(new URL(path, this.#origin), { method, headers, body });
    if (!response.ok) {
      const problem = await response.json().catch(() => ({}));
      throw Object.assign(new Error(problem.error ?? `the response was ${response.status}`), { code: problem.code });
    }
    return response;
  }
}

/** Which objects to restore, and as what: `jobs/acme-docs=new-docs` has the same kind, and another id. */
export function choose(objects, only) {
  if (!only.length) return objects.map((found) => ({ ...found, as: found.object }));
  return only.map((text) => {
    const [name, id] = text.split("=");
    const found = objects.find(({ object }) => object === name);
    if (!found) throw new Error(`the backup has no ${name}; it has ${objects.map(({ object }) => object).join(", ")}`);
    return { ...found, as: id ? `${name.split("/")[0]}/${id}` : name };
  });
}

/** Restores a file. `say` gets a sentence for each object. */
export async function restore(session, file, { only = [], cancel = false }, say) {
  const { isWhole, objects } = await inspect(file);
  if (!isWhole) throw new Error(`${file} is not a complete backup`);
  const chosen = choose(objects, only);
  if (cancel) {
    for (const { as } of chosen) {
      const state = await session.step(as, { cancel: null }).then(() => "cancelled", (error) => error.message);
      say(`${as}: ${state}`);
    }
    return;
  }
  // Nothing begins unless everything can.
  for (const { as, schema } of chosen) {
    await session.step(as, { check: schema }).catch((error) => {
      throw new Error(`${as}: ${error.message}`);
    });
  }
  let current;
  let table;
  let batch = [];
  let bytes = 0;
  const send = async () => {
    if (batch.length) await session.step(current.as, { insert: { ...table, rows: batch } });
    [batch, bytes] = [[], 0];
  };
  const end = async () => {
    await send();
    if (current) {
      await session.step(current.as, { end: current.rows });
      say(`${current.as}: ${current.rows} rows`);
    }
  };
  for await (const { kind, value, end: position } of read(file)) {
    if (kind === "object") {
      await end();
      current = chosen.find(({ object }) => object === value.object);
      if (current) await session.step(current.as, { begin: value.schema });
    } else if (kind === "table" && current) {
      await send();
      table = { table: value.table, columns: value.columns };
    } else if (kind === "row" && current) {
      batch.push(value);
      bytes += position - (current.position ?? position);
      if (bytes >= BATCH_BYTES || batch.length >= BATCH_ROWS) await send();
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
  const passphrase = await terminal.question("");
  terminal.close();
  process.stderr.write("\n");
  return passphrase;
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { name: { type: "string" }, only: { type: "string", multiple: true }, cancel: { type: "boolean" } },
  });
  const [origin, file] = positionals;
  if (!origin || !file || !values.name) throw new Error("the address, the file or --name is missing: node restore.mjs URL FILE --name NAME");
  const session = new Session(origin);
  await session.signIn(values.name, process.env.DOCKET_PASSPHRASE ?? (await ask(values.name)));
  try {
    await restore(session, file, values, (text) => console.log(text));
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
