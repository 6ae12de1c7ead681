// What the jobs object does for a change, in idiomatic JavaScript. The Worker checks the token and the body, forwards both,
// logs the request, and sets the headers of the answer. The object reads the row, writes the event, the labels and the row
// in a transaction, reads what changed since the last revision, sends that to every hibernating socket, reads the queued
// follow-ups, and sets the alarm for the next poll.

import { DurableObject } from "cloudflare:workers";

const TABLES = [
  "CREATE TABLE IF NOT EXISTS jobs (number INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL, body TEXT NOT NULL, next_poll_at INTEGER, revision INTEGER NOT NULL)",
  "CREATE INDEX IF NOT EXISTS jobs_revision ON jobs (revision)",
  "CREATE INDEX IF NOT EXISTS jobs_due ON jobs (next_poll_at)",
  "CREATE TABLE IF NOT EXISTS labels (job INTEGER NOT NULL, label TEXT NOT NULL, PRIMARY KEY (job, label)) WITHOUT ROWID",
  "CREATE INDEX IF NOT EXISTS labels_jobs ON labels (label, job)",
  "CREATE TABLE IF NOT EXISTS events (revision INTEGER PRIMARY KEY, at INTEGER NOT NULL, job TEXT NOT NULL, by TEXT NOT NULL, what TEXT NOT NULL)",
  "CREATE INDEX IF NOT EXISTS events_job ON events (job, revision)",
  "CREATE TABLE IF NOT EXISTS submissions (id TEXT PRIMARY KEY, job TEXT, state TEXT NOT NULL, revision INTEGER NOT NULL)",
  "CREATE INDEX IF NOT EXISTS submissions_state ON submissions (state, job)",
  "CREATE INDEX IF NOT EXISTS submissions_revision ON submissions (revision)",
];
const JOBS = "SELECT *, (SELECT group_concat(label, ',') FROM labels WHERE labels.job = jobs.number) AS labels FROM jobs";

export class Room extends DurableObject {
  constructor(state, env) {
    super(state, env);
    this.sql = state.storage.sql;
    for (const table of TABLES) this.sql.exec(table);
    this.published = this.revision();
  }

  revision() {
    return this.sql.exec("SELECT COALESCE(MAX(revision), 0) AS revision FROM events").one().revision;
  }

  async fetch(request) {
    if (request.headers.get("Upgrade") === "websocket") {
      const [client, server] = Object.values(new WebSocketPair());
      this.ctx.acceptWebSocket(server);
      server.send(JSON.stringify({ type: "snapshot", revision: this.revision(), jobs: [], submissions: [], hasMore: false }));
      return new Response(null, { status: 101, webSocket: client });
    }
    const id = new URL(request.url).pathname.split("/").at(-1);
    const by = request.headers.get("Caller");
    const { labels, job } = await request.json();
    if (job) {
      this.sql.exec("INSERT OR REPLACE INTO jobs (id, body, next_poll_at, revision) VALUES (?, ?, ?, 0)", job.id, JSON.stringify(job), job.polling.nextAt);
      return Response.json(job);
    }
    const changed = this.ctx.storage.transactionSync(() => {
      const row = this.sql.exec(`${JOBS} WHERE id = ?`, id).one();
      this.sql.exec("DELETE FROM labels WHERE job = ?", row.number);
      for (const label of labels) this.sql.exec("INSERT INTO labels (job, label) VALUES (?, ?)", row.number, label);
      const revision = this.revision() + 1;
      const what = JSON.stringify({ kind: "labelled", labels });
      this.sql.exec("INSERT INTO events VALUES (?, ?, ?, ?, ?)", revision, Date.now(), id, by, what);
      this.sql.exec("UPDATE jobs SET body = ?, revision = ? WHERE id = ?", row.body, revision, id);
      return { ...row, labels: labels.join(), revision };
    });
    this.publish();
    await this.setAlarm();
    return Response.json(this.entry(changed));
  }

  entry({ body, labels, revision }) {
    return { ...JSON.parse(body), labels: labels ? labels.split(",") : [], revision };
  }

  publish() {
    const since = this.published;
    const events = this.sql.exec("SELECT * FROM events WHERE revision > ? ORDER BY revision", since).toArray();
    const jobs = this.sql.exec(`${JOBS} WHERE revision > ? ORDER BY revision`, since).toArray();
    const submissions = this.sql.exec("SELECT * FROM submissions WHERE revision > ? ORDER BY revision", since).toArray();
    this.published = this.revision();
    const message = JSON.stringify({
      type: "changes",
      since,
      revision: this.published,
      events: events.map((event) => ({ ...event, what: JSON.parse(event.what), submission: null })),
      jobs: jobs.map((row) => this.entry(row)),
      submissions,
    });
    for (const socket of this.ctx.getWebSockets()) socket.send(message);
  }

  async setAlarm() {
    this.sql.exec("SELECT job, MIN(rowid) FROM submissions WHERE state = 'queued' GROUP BY job").toArray();
    const { next } = this.sql.exec("SELECT MIN(next_poll_at) AS next FROM jobs WHERE next_poll_at IS NOT NULL").one();
    if (next === this.alarmAt) return;
    this.alarmAt = next;
    await this.ctx.storage.setAlarm(next);
  }

  alarm() {}
}

const HEADERS = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "Strict-Transport-Security": "max-age=63072000; includeSubDomains",
  "X-Content-Type-Options": "nosniff",
};

async function answer(request, env) {
  const token = request.headers.get("Authorization")?.replace("Bearer ", "") ?? "";
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
  if (digest.byteLength !== 32 || token === "") return new Response("no", { status: 401 });
  const room = env.ROOM.getByName("room");
  if (request.headers.get("Upgrade") === "websocket") return room.fetch(request);
  const text = await request.text();
  const { labels, job } = JSON.parse(text);
  if (!job && !labels.every((label) => typeof label === "string" && label.length <= 40)) return new Response("no", { status: 400 });
  const headers = { Caller: "token:everything", "Content-Type": "application/json" };
  return room.fetch(request.url, { method: request.method, headers, body: text });
}

export default {
  async fetch(request, env) {
    const start = Date.now();
    const requestId = crypto.randomUUID();
    const response = await answer(request, env);
    const { method } = request;
    console.log(JSON.stringify({ requestId, method, route: "baseline", status: response.status, ms: Date.now() - start }));
    if (response.status === 101) return response;
    const headers = new Headers(response.headers);
    for (const [name, value] of Object.entries({ ...HEADERS, "Request-Id": requestId })) headers.set(name, value);
    return new Response(response.body, { status: response.status, headers });
  },
};
