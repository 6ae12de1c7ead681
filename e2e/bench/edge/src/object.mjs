// A proxy in Hono with a Durable Object that remembers, in SQLite: jobs and visitors are read from there, and a prompt is
// stored before and after the call to the service. Unlike Docket it does not poll, and so sets no alarm.

import { DurableObject } from "cloudflare:workers";
import { Hono } from "hono";

import { ask, failure, needs, promptOf, respond } from "./checks.mjs";

const TABLES = [
  "CREATE TABLE IF NOT EXISTS jobs (number INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL, body TEXT NOT NULL, status TEXT NOT NULL, author TEXT, checked_at INTEGER NOT NULL, revision INTEGER NOT NULL)",
  "CREATE INDEX IF NOT EXISTS jobs_status ON jobs (status, number)",
  "CREATE TABLE IF NOT EXISTS submissions (id TEXT PRIMARY KEY, idempotency_key TEXT, prompt TEXT NOT NULL, author TEXT NOT NULL, submitted_at INTEGER NOT NULL, state TEXT NOT NULL, job TEXT)",
  "CREATE INDEX IF NOT EXISTS submissions_state ON submissions (state)",
  "CREATE UNIQUE INDEX IF NOT EXISTS submissions_key ON submissions (author, idempotency_key) WHERE idempotency_key IS NOT NULL",
  "CREATE TABLE IF NOT EXISTS events (revision INTEGER PRIMARY KEY, at INTEGER NOT NULL, job TEXT, author TEXT, what TEXT NOT NULL)",
  "CREATE TABLE IF NOT EXISTS visitors (query TEXT PRIMARY KEY, body TEXT NOT NULL, fetched_at INTEGER NOT NULL)",
  "CREATE TABLE IF NOT EXISTS uses (kind TEXT NOT NULL, minute INTEGER NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (kind, minute)) WITHOUT ROWID",
];
const HOUR_MIN = 60;
/** How long the state of an active job, and visitors, are fresh. */
const FRESH_MS = 60_000;

export class Memory extends DurableObject {
  constructor(state, env) {
    super(state, env);
    this.sql = state.storage.sql;
    for (const table of TABLES) this.sql.exec(table);
    const [{ revision }] = this.sql.exec("SELECT COALESCE(MAX(revision), 0) AS revision FROM events");
    this.revision = revision;
  }

  async job(path, id) {
    const now = Date.now();
    const [stored] = this.sql.exec("SELECT body, status, checked_at FROM jobs WHERE id = ?", id);
    if (stored && (stored.status !== "active" || now - stored.checked_at < FRESH_MS)) {
      return { status: 200, body: stored.body, at: stored.checked_at, budget: this.left("polls", now) };
    }
    this.use("polls", now);
    const response = await ask(this.env, path);
    const body = await response.text();
    if (response.ok) this.store(body, null, now);
    return { status: response.status, body, at: now, budget: this.left("polls", now) };
  }

  async visitors(path, query) {
    const now = Date.now();
    const [stored] = this.sql.exec("SELECT body, fetched_at FROM visitors WHERE query = ?", query);
    if (stored && now - stored.fetched_at < HOUR_MIN * FRESH_MS) {
      return { status: 200, body: stored.body, at: stored.fetched_at, budget: this.left("visitors", now) };
    }
    this.use("visitors", now);
    const response = await ask(this.env, `${path}${query}`);
    const body = await response.text();
    if (response.ok) this.sql.exec("INSERT OR REPLACE INTO visitors VALUES (?, ?, ?)", query, body, now);
    return { status: response.status, body, at: now, budget: this.left("visitors", now) };
  }

  async create(path, author, prompt, body, key) {
    const id = `sub_${crypto.randomUUID()}`;
    const now = Date.now();
    this.ctx.storage.transactionSync(() => {
      const insert = "INSERT INTO submissions VALUES (?, ?, ?, ?, ?, 'sending', NULL)";
      this.sql.exec(insert, id, key, prompt, author, now);
      this.record(now, null, author, { kind: "submitted", submission: id });
      this.use("prompts", now);
    });
    const response = await ask(this.env, path, { method: "POST", body });
    const answer = await response.text();
    const at = Date.now();
    this.ctx.storage.transactionSync(() => {
      const job = response.ok ? this.store(answer, author, at) : null;
      const state = response.ok ? "accepted" : "rejected";
      this.sql.exec("UPDATE submissions SET state = ?, job = ? WHERE id = ?", state, job, id);
      this.record(at, job, null, { kind: state, submission: id });
    });
    return { status: response.status, body: answer, at, budget: this.left("prompts", at) };
  }

  store(body, author, now) {
    const { id, status } = JSON.parse(body);
    const columns = "(id, body, status, author, checked_at, revision) VALUES (?, ?, ?, ?, ?, ?)";
    const update = "body = excluded.body, status = excluded.status, checked_at = excluded.checked_at";
    const insert = `INSERT INTO jobs ${columns} ON CONFLICT (id) DO UPDATE SET ${update}`;
    this.sql.exec(insert, id, body, status, author, now, this.revision + 1);
    return id;
  }

  record(at, job, author, what) {
    this.revision += 1;
    this.sql.exec("INSERT INTO events VALUES (?, ?, ?, ?, ?)", this.revision, at, job, author, JSON.stringify(what));
  }

  use(kind, now) {
    const minute = Math.floor(now / 60_000);
    this.sql.exec("INSERT INTO uses VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET count = count + 1", kind, minute);
    this.sql.exec("DELETE FROM uses WHERE kind = ? AND minute <= ?", kind, minute - HOUR_MIN);
  }

  left(kind, now) {
    const since = Math.floor(now / 60_000) - HOUR_MIN;
    const [{ count }] = this.sql.exec("SELECT COALESCE(SUM(count), 0) AS count FROM uses WHERE kind = ? AND minute > ?", kind, since);
    return { kind, limit: this.env.PER_HOUR, left: Math.max(0, this.env.PER_HOUR - count) };
  }
}

const app = new Hono();
app.use(respond);
app.onError(failure);

const memory = ({ env, req }) => env.MEMORY.getByName(req.param("project"));

app.get("/v2/agent/:project/job/:job", needs("jobs:read"), async (context) => {
  const { req } = context;
  return answer(await memory(context).job(req.path, req.param("job")));
});
app.get("/v1/analytics/:project/visitors", needs("visitors:read"), async (context) => {
  const { req } = context;
  return answer(await memory(context).visitors(req.path, new URL(req.url).search));
});
app.post("/v2/agent/:project/job", needs("jobs:write"), async (context) => {
  const { req } = context;
  const { prompt, body } = await promptOf(context);
  const key = req.header("Idempotency-Key") ?? null;
  return answer(await memory(context).create(req.path, context.get("caller"), prompt, body, key));
});

function answer({ status, body, at, budget: { kind, limit, left } }) {
  const headers = {
    "Content-Type": "application/json",
    Age: String(Math.max(0, Math.round((Date.now() - at) / 1000))),
    "RateLimit-Policy": `"${kind}";q=${limit};w=3600`,
    RateLimit: `"${kind}";r=${left};t=3600`,
  };
  return new Response(body, { status, headers });
}

export default app;
