// Tests of Docket on a machine of one's own: the package under plain workerd, in the folders of its container.
//
//     cargo xtask test build package

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cp, mkdtemp, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";

import { validate } from "dockerfile-utils";

import { Load } from "./harness/load.mjs";
import { comparable, deployed } from "./harness/same-responses.mjs";
import { SelfHost, container, install, unpack } from "./harness/self-host.mjs";
import { PROJECT, SERVICE, callSim, startSim } from "./harness/world.mjs";

const ADDRESS = "203.0.113.7";
/** What Caddy adds to a request. */
const BY_PROXY = { Host: "docket.example.com", "X-Forwarded-For": ADDRESS, "X-Forwarded-Proto": "https" };
const KILLS = 5;

let outside;
let folder;
let sim;
let service;
let docket;
let command;
let passphrase;

before(async () => {
  outside = await mkdtemp(join(tmpdir(), "docket-self-host-"));
  folder = await unpack(outside);
  command = await install(folder, join(outside, "root"));
  sim = startSim([PROJECT], ["--agent-per-hour", "10000"]);
  [, service] = await sim.says(SERVICE);
  const entry = execFileSync("node", ["account.mjs", "--name", "ada", "--free-plan"], { cwd: folder, encoding: "utf8" });
  const values = [...entry.matchAll(/^ {4}(.*)$/gm)].map(([, value]) => value);
  passphrase = values[0];
  docket = await SelfHost.prepare(join(outside, "data"), service, { DOCKET_ACCOUNTS: values.at(-1) });
  await docket.start(command);
});

after(async () => {
  await Promise.all([docket?.kill(), sim?.end()]);
  if (outside) await rm(outside, { recursive: true, force: true });
});

/** Signs in, and returns the response. */
const signIn = (headers, origin = docket.url) =>
  docket.ask("/api/session", {
    method: "POST",
    headers: { Origin: origin, "X-Docket": "1", "Content-Type": "application/json", ...headers },
    body: JSON.stringify({ name: "ada", passphrase }),
  });

describe("the container file", () => {
  test("is valid", async () => {
    assert.deepEqual(validate(await readFile(join(folder, "self-host/Containerfile"), "utf8")), []);
  });

  test("starts with what it brings, and not as root", async () => {
    const file = await container(folder);
    const instructions = file.getInstructions().map((instruction) => instruction.getKeyword());
    assert.equal(instructions.at(-1), "ENTRYPOINT");
    const users = file.getInstructions().filter((instruction) => instruction.getKeyword() === "USER");
    assert.deepEqual(users.map((user) => user.getArgumentsContent()), ["10001:10001"]);
    const runs = file.getInstructions().filter((instruction) => instruction.getKeyword() === "RUN");
    const isReadable = runs.some((run) => run.getArgumentsContent() === "chmod -R a+rX /opt/docket");
    assert.ok(isReadable, "its user can read what a strict umask unpacked");
    assert.ok(!instructions.some((keyword) => keyword === "ENV" || keyword === "ARG"), "an image has no settings");
  });
});

describe("Docket on a machine of one's own", { timeout: 120_000 }, () => {
  test("is healthy, and its data is for its user alone", async () => {
    const { json } = await docket.call("/api/health?deep=1");
    assert.deepEqual([json.status, json.missing, json.unavailable, json.signIn], ["ok", [], undefined, ["passphrase"]]);
    assert.equal((await stat(docket.data)).mode & 0o777, 0o700);
  });

  test("serves what a deployment serves, with the same headers", async (t) => {
    const { url, end } = await deployed(folder, join(outside, "deployed"), docket.settings);
    t.after(end);
    const files = (await readdir(join(folder, "assets"), { recursive: true, withFileTypes: true }))
      .filter((file) => file.isFile())
      .map((file) => join(file.parentPath, file.name).slice(join(folder, "assets").length));
    const pages = ["/", "/signed-out", "/new-job", `/p/${PROJECT}/jobs`, "/index", "/nothing", "/nothing.js", "/api", "/api/nothing", "/api/health"];
    assert.ok(files.length > 10 && files.includes("/_headers"), files.join());
    for (const path of [...files, ...pages]) {
      for (const method of ["GET", "HEAD"]) {
        for (const Accept of ["text/html", "*/*"]) {
          const options = { method, headers: { Accept } };
          const [own, other] = await Promise.all([docket.ask(path, options), docket.ask.call({ url }, path, options)]);
          const what = `${method} ${path} ${Accept}`;
          assert.deepEqual(comparable(own), comparable(other), what);
          const tag = own.headers.etag;
          assert.equal(tag === undefined, other.headers.etag === undefined, what);
          if (!tag || method !== "GET" || own.status !== 200) continue;
          const again = { headers: { Accept, "If-None-Match": `"other", W/${tag}` } };
          const known = { headers: { Accept, "If-None-Match": other.headers.etag } };
          const [unchanged, expected] = await Promise.all([docket.ask(path, again), docket.ask.call({ url }, path, known)]);
          assert.deepEqual(comparable(unchanged), comparable(expected), `${what}, again`);
          assert.equal(unchanged.status, 304, what);
        }
      }
    }
  });

  test("leaves to the Worker what is no read of a file", async () => {
    for (const method of ["POST", "PUT", "OPTIONS", "DELETE"]) {
      const answer = await docket.ask("/robots.txt", { method });
      assert.deepEqual([answer.status, answer.headers.allow], [405, "GET, HEAD"], method);
    }
    for (const path of ["/robots.txt/", "//robots.txt", "/.hidden.js", "/_headers", "/worker.mjs"]) {
      const answer = await docket.ask(path, { headers: { Accept: "text/html" } });
      assert.equal(answer.status, 404, path);
    }
  });

  test("knows from its proxy that a request came over https, and from where", async () => {
    const answer = await signIn(BY_PROXY, "https://docket.example.com");
    assert.equal(answer.status, 200, answer.text);
    const [cookie] = answer.headers["set-cookie"];
    assert.match(cookie, /^__Host-docket=.*Secure/);
    const headers = { ...BY_PROXY, Cookie: cookie.split(";")[0] };
    const sessions = JSON.parse((await docket.ask("/api/sessions", { headers })).text);
    assert.equal(JSON.stringify(sessions).includes(ADDRESS), true, JSON.stringify(sessions));
  });

  test("believes no address that the client of the proxy sent", async () => {
    const origin = "https://docket.example.com";
    const forged = { ...BY_PROXY, "X-Forwarded-For": `192.0.2.1, ${ADDRESS}`, "CF-Connecting-IP": "192.0.2.2", "CF-IPCountry": "XX" };
    const cookie = (await signIn(forged, origin)).headers["set-cookie"][0].split(";")[0];
    const sessions = await docket.ask("/api/sessions", { headers: { ...BY_PROXY, Cookie: cookie } });
    assert.doesNotMatch(sessions.text, /192\.0\.2|XX/);
  });

  test("takes the address that its proxy adds, in every form, and otherwise that of the proxy", async () => {
    const forms = [
      ["203.0.113.8:4711", "203.0.113.8"],
      ["192.0.2.1,203.0.113.9", "203.0.113.9"],
      ["2001:db8::7", "2001:db8::7"],
      ["[2001:db8::8]", "2001:db8::8"],
      ["[2001:db8::9]:4711", "2001:db8::9"],
      [undefined, "127.0.0.1"],
      ["", "127.0.0.1"],
    ];
    for (const [forwarded, address] of forms) {
      const cookie = (await signIn(forwarded === undefined ? {} : { "X-Forwarded-For": forwarded })).headers["set-cookie"][0].split(";")[0];
      const { sessions } = JSON.parse((await docket.ask("/api/sessions", { headers: { Cookie: cookie } })).text);
      assert.equal(sessions.find(({ current }) => current).address, address, `${forwarded}`);
    }
  });

  test("answers a request whose Host is none", async () => {
    for (const Host of ["a b", "[::", "docket.example.com:port"]) {
      const answer = await docket.ask("/", { headers: { Host } });
      assert.equal(answer.status, 400, `${Host}: ${answer.text}`);
    }
  });

  test("refuses plain http from elsewhere, and sends its pages to https", async () => {
    const Host = BY_PROXY.Host;
    for (const headers of [{ Host }, { Host, "X-Forwarded-Proto": "http" }]) {
      const refused = await signIn(headers, `http://${Host}`);
      assert.equal(JSON.parse(refused.text).code, "https_required");
      const page = await docket.ask("/", { headers });
      assert.deepEqual([page.status, page.headers.location], [301, `https://${Host}/`]);
    }
  });

  test("a second one does not start with the same data", async () => {
    const second = await SelfHost.prepare(docket.data, "http://127.0.0.1:1");
    await assert.rejects(second.start(command), /Docket already runs with the data/);
  });

  test("creates a job, and polls it to its end", async () => {
    const answer = await signIn();
    const headers = { Cookie: answer.headers["set-cookie"][0].split(";")[0], "X-Docket": "1", Origin: docket.url, "Content-Type": "application/json" };
    const body = JSON.stringify({ prompt: "Update the quickstart [sim: 1s, pr]" });
    const created = await docket.ask(`/v2/agent/${PROJECT}/job`, { method: "POST", headers, body });
    assert.equal(created.status, 201, created.text);
    const { id } = JSON.parse(created.text);
    const ended = await docket.call(`/v2/agent/${PROJECT}/job/${id}?wait=30`);
    assert.equal(ended.json.status, "completed");
  });

  test("polls after a kill before anybody asks", async () => {
    const { json } = await docket.call(`/v2/agent/${PROJECT}/job`, { method: "POST", body: { prompt: "Wait [sim: never]" } });
    await docket.kill();
    await callSim(service, "DELETE", "requests");
    await docket.start(command);
    await docket.says(/"work":"alarm"/);
    const requests = await callSim(service, "GET", "requests");
    assert.ok(requests.some(({ path }) => path.endsWith(json.id)), "the alarm outlived the kill");
  });

  test(`loses nothing in ${KILLS} kills under load`, async () => {
    const load = new Load(docket, 16);
    for (let kill = 0; kill < KILLS; kill += 1) {
      await load.until("accepted", 12);
      await docket.kill();
      await docket.start(command);
      load.goOn();
    }
    await load.until("accepted", 12);
    await load.end();
    await load.check(await callSim(service, "GET", "jobs"));
  });

  test("a copy of its folder is a backup", async (t) => {
    const jobs = `/api/projects/${PROJECT}/jobs`;
    const { json } = await docket.call(jobs);
    await docket.kill();
    const copy = join(outside, "copy");
    await cp(docket.data, copy, { recursive: true });
    const { DOCKET_ACCOUNTS } = docket.settings;
    const restored = await SelfHost.prepare(copy, service, { DOCKET_ACCOUNTS });
    t.after(() => restored.kill());
    await restored.start(command);
    const found = (await restored.call(jobs)).json;
    // It continues from there: ended jobs are polled a few more times.
    assert.deepEqual(found.jobs.map(({ id }) => id), json.jobs.map(({ id }) => id));
    assert.ok(found.revision >= json.revision && json.revision > 0);
  });
});

describe("an exception of the runtime in the middle of the Worker", { timeout: 60_000 }, () => {
  /** Throws it at the first poll, from a function that Rust expects not to throw. */
  const FAULT = `
    const { fetch } = globalThis;
    let polls = 0;
    globalThis.fetch = (url, options) => {
      if (/\\/job\\/./.test(url) && ++polls === 1) throw new RangeError("one is too many");
      return fetch(url, options);
    };
  `;

  test("is logged, and the object that it ended polls again before anybody asks", async (t) => {
    const faulty = await install(folder, join(outside, "faulty"));
    const worker = join(dirname(faulty[1]), "../worker/index.js");
    await writeFile(worker, FAULT + (await readFile(worker, "utf8")));
    const { DOCKET_ACCOUNTS } = docket.settings;
    const other = await SelfHost.prepare(join(outside, "data-of-faulty"), service, { DOCKET_ACCOUNTS });
    t.after(() => other.kill());
    await other.start(faulty);
    await callSim(service, "DELETE", "requests");
    const { json } = await other.call(`/v2/agent/${PROJECT}/job`, { method: "POST", body: { prompt: "Update the guide [sim: 1s, pr]" } });
    await other.says(/"level":"error","message":"an exception ended the instance/);
    await other.says(/"work":"alarm"/);
    const requests = await callSim(service, "GET", "requests");
    assert.ok(requests.some(({ method, path }) => method === "GET" && path.endsWith(json.id)), "the object has lost its alarm");
  });

  test("does not come from many calls to the service, because none leaves a timer", async (t) => {
    // The runtime has a limit of 10,000.
    const LIMIT = 20;
    const limited = await install(folder, join(outside, "limited"));
    const worker = join(dirname(limited[1]), "../worker/index.js");
    const counted = `
      const { setTimeout, clearTimeout } = globalThis;
      const timers = new Set();
      const counts = (timer) => {
        if (timers.size >= ${LIMIT}) throw new RangeError("too many timers");
        timers.add(timer);
      };
      globalThis.setTimeout = (task, ms) => {
        const timer = setTimeout(() => { timers.delete(timer); task(); }, ms);
        counts(timer);
        return timer;
      };
      globalThis.clearTimeout = (timer) => { timers.delete(timer); clearTimeout(timer); };
      const { timeout } = AbortSignal;
      AbortSignal.timeout = (ms) => { counts(Symbol()); return timeout.call(AbortSignal, ms); };
    `;
    await writeFile(worker, counted + (await readFile(worker, "utf8")));
    const { DOCKET_ACCOUNTS } = docket.settings;
    const other = await SelfHost.prepare(join(outside, "data-of-limited"), service, { DOCKET_ACCOUNTS });
    t.after(() => other.kill());
    await other.start(limited);
    for (let call = 0; call < 2 * LIMIT; call += 1) {
      const { status } = await other.call(`/v2/agent/${PROJECT}/job`, { method: "POST", body: { prompt: `Call ${call} [sim: never]` } });
      assert.equal(status, 201, `${call}`);
    }
  });
});

describe("with a proxy that DOCKET_PROXY names", () => {
  test("it answers this one, in every form of its address", async () => {
    await docket.kill();
    await docket.start(command, { DOCKET_PROXY: "192.0.2.1, 127.0.0.1" });
    assert.equal((await docket.ask("/robots.txt")).status, 200);
    await docket.kill();
    // Over a socket of both families, an address of IPv4 comes in the form of IPv6.
    await docket.start(command, { DOCKET_LISTEN: `*:${docket.port}` });
    assert.equal((await docket.ask("/robots.txt")).status, 200);
  });

  test("nobody else gets an answer", async () => {
    await docket.kill();
    await docket.start(command, { DOCKET_PROXY: "192.0.2.1, 2001:db8::1" });
    for (const headers of [{}, BY_PROXY]) {
      for (const path of ["/", "/api/health", "/robots.txt"]) {
        const answer = await docket.ask(path, { headers });
        assert.deepEqual([answer.status, answer.text], [403, "Docket answers only its proxy.\n"]);
      }
    }
  });
});
