// Runs Docket by a clock that the benchmark sets, and counts what the platform bills.
//
// Alarms do not fire by themselves: the benchmark asks for the next one, moves the clock, and fires it. An object that nobody used for ten
// seconds is opened again, as the platform would.

import { wrapWorker } from "../wrap-worker.mjs";

const ENTRY = `import Docket, * as docket from "./index.js";

const EVICTED_AFTER_MS = 10_000;
const CLASSES = ["JobsObject", "AnalyticsObject", "SignInObject", "AuthObject"];
const BINDINGS = { JobsObject: "JOBS", AnalyticsObject: "ANALYTICS", SignInObject: "SIGN_IN", AuthObject: "AUTH" };

const RealDate = Date;
let now = Date.now();
globalThis.Date = class Date extends RealDate {
  constructor(...parts) {
    super(...(parts.length === 0 ? [now] : parts));
  }
  static now() {
    return now;
  }
};

const counts = { workerRequests: 0, objectRequests: 0, serviceRequests: 0, rowsRead: 0, rowsWritten: 0, logLines: 0 };
const objects = new Map();

const print = console.log.bind(console);
console.log = (line) => {
  counts.logLines += 1;
  const fields = typeof line === "string" && line.startsWith("{") ? JSON.parse(line) : {};
  counts.rowsRead += fields.rowsRead ?? 0;
  counts.rowsWritten += fields.rowsWritten ?? 0;
  if (fields.level === "error") print(line);
};

const ask = globalThis.fetch.bind(globalThis);
globalThis.fetch = (...request) => {
  counts.serviceRequests += 1;
  return ask(...request);
};

/** A class of Docket, with alarms and time of the benchmark. */
const measured = (name) => class {
  constructor(state, env) {
    this.state = state;
    this.env = env;
    this.id = state.id.toString();
    if (!objects.has(this.id)) objects.set(this.id, { name, at: null });
    state.storage.setAlarm = async (at) => {
      // An alarm that is set is billed as a written row.
      counts.rowsWritten += 1;
      objects.get(this.id).at = Number(at);
    };
    state.storage.getAlarm = async () => objects.get(this.id).at;
    state.storage.deleteAlarm = async () => {
      objects.get(this.id).at = null;
    };
  }
  open() {
    if (!this.inner || now - this.usedAt > EVICTED_AFTER_MS) {
      this.inner = new docket[name](this.state, this.env);
    }
    this.usedAt = now;
    return this.inner;
  }
  async fetch(request) {
    const { pathname } = new URL(request.url);
    if (pathname === "/_cost/size") return new Response(String(this.state.storage.sql.databaseSize));
    counts.objectRequests += 1;
    if (pathname !== "/_cost/alarm") return this.open().fetch(request);
    objects.get(this.id).at = null;
    await this.open().alarm();
    return new Response();
  }
  webSocketMessage(socket, message) {
    counts.objectRequests += 1 / 20;
    return this.open().webSocketMessage?.(socket, message);
  }
  webSocketClose(...event) {
    return this.open().webSocketClose?.(...event);
  }
  webSocketError(...event) {
    return this.open().webSocketError?.(...event);
  }
};
export const [JobsObject, AnalyticsObject, SignInObject, AuthObject] = CLASSES.map(measured);

const next = () =>
  [...objects].filter(([, { at }]) => at !== null).sort(([, one], [, other]) => one.at - other.at)[0];
const call = (env, [id, { name }], path) => {
  const namespace = env[BINDINGS[name]];
  return namespace.get(namespace.idFromString(id)).fetch("http://object" + path);
};

async function control(url, env) {
  switch (url.pathname) {
    case "/_cost/clock":
      now = Number(url.searchParams.get("now"));
      return Response.json(next()?.[1].at ?? null);
    case "/_cost/alarm":
      await call(env, next(), url.pathname);
      return Response.json(next()?.[1].at ?? null);
    case "/_cost/counts":
      return Response.json(counts);
    default: {
      let bytes = 0;
      for (const object of objects) bytes += Number(await (await call(env, object, "/_cost/size")).text());
      return Response.json(bytes);
    }
  }
}

export default {
  fetch(request, env, context) {
    const url = new URL(request.url);
    if (url.pathname.startsWith("/_cost/")) return control(url, env);
    counts.workerRequests += 1;
    return new Docket(context, env).fetch(request);
  },
};
`;

/** Puts the clock and the counters around Docket. */
export default (worker, folder) => wrapWorker(worker, folder, ENTRY);
