// The same as a desk does for a change, as one would write it in JavaScript: check the token, read the body, look at
// the row, write an event and the row in a transaction, read back what changed since the last revision, and send it
// to every hibernating socket.

import { DurableObject } from "cloudflare:workers";

export class Room extends DurableObject {
  constructor(state, env) {
    super(state, env);
    this.sql = state.storage.sql;
    this.sql.exec("CREATE TABLE IF NOT EXISTS jobs (id TEXT PRIMARY KEY, body TEXT NOT NULL, labels TEXT NOT NULL, revision INTEGER NOT NULL)");
    this.sql.exec("CREATE TABLE IF NOT EXISTS events (revision INTEGER PRIMARY KEY, at INTEGER NOT NULL, job TEXT NOT NULL, what TEXT NOT NULL)");
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
    const { labels, job } = await request.json();
    if (job) {
      this.sql.exec("INSERT OR REPLACE INTO jobs VALUES (?, ?, '[]', 0)", job.id, JSON.stringify(job));
      return Response.json(job);
    }
    const row = this.ctx.storage.transactionSync(() => {
      const row = this.sql.exec("SELECT * FROM jobs WHERE id = ?", id).one();
      const revision = this.revision() + 1;
      this.sql.exec("INSERT INTO events VALUES (?, ?, ?, ?)", revision, Date.now(), id, JSON.stringify({ kind: "labelled", labels }));
      this.sql.exec("UPDATE jobs SET labels = ?, revision = ? WHERE id = ?", JSON.stringify(labels), revision, id);
      return { ...row, labels: JSON.stringify(labels), revision };
    });
    this.publish();
    return Response.json(this.entry(row));
  }

  entry(row) {
    return { ...JSON.parse(row.body), labels: JSON.parse(row.labels), revision: row.revision };
  }

  publish() {
    const since = this.published;
    const events = this.sql.exec("SELECT * FROM events WHERE revision > ? ORDER BY revision", since).toArray();
    const jobs = this.sql.exec("SELECT * FROM jobs WHERE revision > ? ORDER BY revision", since).toArray();
    this.published = this.revision();
    const message = JSON.stringify({
      type: "changes",
      since,
      revision: this.published,
      events: events.map((event) => ({ ...event, what: JSON.parse(event.what), submission: null, by: "token:bench" })),
      jobs: jobs.map((row) => this.entry(row)),
      submissions: [],
    });
    for (const socket of this.ctx.getWebSockets()) socket.send(message);
  }
}

export default {
  async fetch(request, env) {
    const token = request.headers.get("Authorization")?.replace("Bearer ", "") ?? "";
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
    if (digest.byteLength !== 32 || token === "") return new Response("no", { status: 401 });
    return env.ROOM.getByName("room").fetch(request);
  },
};
