// A deployment in memory. It serves backups and restores as Docket does, with one table for each object.

import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { crc32 } from "node:zlib";

/** Rows of a portion. */
const PORTION = 2;
const TABLE = { table: "rows", columns: ["id", "value"] };

const json = (value) => `${JSON.stringify(value)}\n`;
const sha256 = (...texts) => texts.reduce((hash, text) => hash.update(text), createHash("sha256")).digest("hex");

/** Another moment for each object that is read, so that no two backups are the same. */
let moments = 0;
const moment = () => new Date((moments += 1_000)).toISOString();

/** A response that refuses a request. */
export class Problem extends Error {
  constructor(status, code) {
    super(`The reason is ${code}.`);
    Object.assign(this, { status, code });
  }
}

/** Starts a deployment with these objects, each with its rows, for one test. */
export async function deploy(t, objects) {
  const deployment = new Deployment(objects);
  const server = createServer((request, response) => deployment.answer(request, response));
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  deployment.url = `http://127.0.0.1:${server.address().port}`;
  t.after(() => server.close() && server.closeAllConnections());
  return deployment;
}

/** Rows with these values. */
export const rows = (...values) => values.map((value, at) => [at + 1, value]);

class Deployment {
  /** Called before a portion of a backup, and before and after a step of a restore. What it throws ends the connection. */
  onPortion = async () => {};
  onStep = async () => {};
  afterStep = async () => {};
  /** Headers without which Cloudflare Access answers. */
  access = {};
  /** Whether a checkpoint of another list of objects is refused. */
  isStrict = true;
  /** Requests for backups, and steps of restores. */
  requests = [];
  /** Projects that moved in an object. */
  moved = [];
  /** Whether each step of a restore renews the session, and only its last cookie is accepted. */
  renews = false;
  #renewals = 0;
  #snapshots = 0;

  constructor(objects) {
    this.objects = new Map(Object.entries(objects).map(([name, rows]) => [name, { rows: [...rows] }]));
  }

  /** What it stores. */
  get stored() {
    return Object.fromEntries([...this.objects].map(([name, { rows }]) => [name, rows]));
  }

  async answer(request, response) {
    try {
      if (Object.entries(this.access).some(([name, value]) => request.headers[name] !== value)) {
        response.writeHead(302, { Location: "https://team.example/login" }).end();
        return;
      }
      const url = new URL(request.url, this.url);
      if (url.pathname === "/api/backup") await this.#backup(url, response);
      else if (url.pathname === "/api/restore") {
        if (this.renews) this.#renew(request, response);
        await this.#restore(url, JSON.parse(await text(request)), response);
      } else response.writeHead(204, { "Set-Cookie": "session=0; HttpOnly" }).end();
    } catch (error) {
      if (!(error instanceof Problem) || response.headersSent) response.socket.destroySoon();
      else response.writeHead(error.status).end(json({ error: error.message, code: error.code }));
    }
  }

  #renew(request, response) {
    if (request.headers.cookie !== `session=${this.#renewals}`) throw new Problem(401, "unauthenticated");
    response.setHeader("Set-Cookie", `session=${(this.#renewals += 1)}; HttpOnly`);
  }

  async #backup(url, response) {
    const names = [...this.objects.keys()];
    const first = this.isStrict ? crc32(names.join()) >>> 4 : 0;
    const resume = url.searchParams.get("resume");
    this.requests.push(resume);
    let state = { object: first, rows: 0, sha256: "", snapshot: "", cursor: "" };
    const send = async (lines) => {
      state.sha256 = sha256(state.sha256, lines);
      const checkpoint = [state.object, state.rows, state.sha256, state.snapshot, state.cursor].join(".");
      await new Promise((done) => response.write(lines + json({ checkpoint, sha256: state.sha256 }), done));
    };
    if (resume) {
      const [object, count, hash, snapshot, ...cursor] = resume.split(".");
      state = { object: Number(object), rows: Number(count), sha256: hash, snapshot, cursor: cursor.join(".") };
    } else {
      await send(json({ docketBackup: 1, version: "0.1.0", at: moment(), objects: names }));
    }
    while (state.object - first !== names.length) {
      const name = names[state.object - first];
      const object = this.objects.get(name);
      if (!object) throw new Problem(410, "snapshot_expired");
      await this.onPortion(name);
      let lines = "";
      if (!state.snapshot) {
        object.snapshot = { id: String((this.#snapshots += 1)), rows: [...object.rows] };
        state.snapshot = object.snapshot.id;
        lines = json({ object: name, schema: 3, at: moment() }) + json(TABLE);
      }
      if (object.snapshot?.id !== state.snapshot) throw new Problem(410, "snapshot_expired");
      const from = Number(state.cursor || 0);
      const portion = object.snapshot.rows.slice(from, from + PORTION);
      const isLast = from + PORTION >= object.snapshot.rows.length;
      Object.assign(state, { rows: state.rows + portion.length, cursor: isLast ? "" : String(from + PORTION) });
      if (isLast) {
        object.snapshot = undefined;
        Object.assign(state, { object: state.object + 1, snapshot: "" });
      }
      await send(lines + portion.map(json).join(""));
    }
    response.end(json({ end: true, rows: state.rows, sha256: state.sha256 }));
  }

  async #restore(url, step, response) {
    const [name, backup] = ["object", "backup"].map((key) => url.searchParams.get(key));
    const [[kind, value]] = Object.entries(step);
    await this.onStep(kind, name);
    this.requests.push(`${kind} ${name}`);
    const object = this.objects.get(name);
    if (!object) throw new Problem(404, "unknown_project");
    const { restoring } = object;
    if (["insert", "end", "cancel"].includes(kind) && !restoring) throw new Problem(409, "restore_state");
    if (kind === "check" && backup && object.restored === backup) throw new Problem(409, "restore_state");
    if (["check", "begin"].includes(kind) && object.rows.length && !restoring) throw new Problem(409, "not_empty");
    if (kind === "begin") Object.assign(object, { rows: [], restoring: true });
    if (kind === "insert") {
      const isNew = ([id]) => value.rows.every(([other]) => other !== id);
      object.rows = [...object.rows.filter(isNew), ...value.rows];
    }
    if (kind === "end") {
      if (object.rows.length !== value) throw new Problem(409, "restore_state");
      Object.assign(object, { restoring: false, restored: backup });
    }
    if (kind === "move_project") this.moved.push(`${name} ${value.join("=")}`);
    if (kind === "cancel") Object.assign(object, { rows: [], restoring: false });
    await this.afterStep(kind, name);
    response.writeHead(204).end();
  }
}
