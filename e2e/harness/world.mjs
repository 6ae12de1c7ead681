// The built Docket with the stand-in service behind it: one world for all tests.

import { createHash, randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";

import { Program } from "./process.mjs";
import { ROOT } from "./root.mjs";
import { until } from "./until.mjs";
import { BUILT, XTASK, accounts, startWorker } from "./worker.mjs";

/** The name and the passphrase to sign in with. */
export const PERSON = { name: "dev", passphrase: "a passphrase for the tests" };
/** The admin key, which must never reach a browser. */
export const CANARY = "mint_c4nary_e2e_77d0c1b2a39f";
/** The project that tests use. */
export const PROJECT = "acme-docs";

/** Paths of each project. */
export const PATHS = 400;

/** A program that works beside people, as the console names it. */
export const PROGRAM = "token:nightly";

/** The token of that program, with the rights of {@link TOKENS}. */
export const TOKEN = withChecksum(`docket_nightly_${randomBytes(32).toString("base64url")}`);
/** Its entry in the settings. */
export const TOKENS = [
  { id: "nightly", hash: createHash("sha256").update(TOKEN).digest("hex"), rights: ["jobs:read", "jobs:write", "backup:read"] },
];

/** A project that only one test uses. */
export const LONG_PROJECT = "acme-sdk";

/** The projects of a deployment. */
export const PROJECTS = [
  { id: PROJECT, name: "Acme docs", siteUrl: "https://docs.acme.example/en" },
  { id: LONG_PROJECT, name: "Acme SDK reference" },
];

/** How Docket is started, by the name of its build. */
const STARTS = {
  /** As it was built before, in dist/ and edge/build/. */
  release: startRelease,
  /** Built again, as somebody who works on Docket runs it. */
  development: startDevelopment,
};

const SETTINGS = {
  DOCKET_ADMIN_KEY: CANARY,
  DOCKET_PROJECTS: JSON.stringify(PROJECTS),
  DOCKET_TOKENS: JSON.stringify(TOKENS),
  // More than any run of the tests needs.
  DOCKET_AGENT_PER_HOUR: "10000",
  DOCKET_ANALYTICS_PER_HOUR: "10000",
  // Jobs of ten minutes that earlier tests left must not make those of later tests wait.
  DOCKET_POLLS_PER_HOUR: "100000",
  // The jobs of the tests take a second or two, so Docket has to poll that often.
  DOCKET_TYPICAL_JOB_S: "2",
};

/** The stand-in service, the Worker in workerd and the app. */
export class World {
  #sim;
  #docket;
  #folder;
  #start;
  #secrets;

  /** Starts everything. `build` is the name of one of {@link STARTS}. */
  static async start(build = "release") {
    const world = new World();
    world.#start = STARTS[build];
    // The same after a restart, which ends no session.
    world.#secrets = { DOCKET_ACCOUNTS: accounts(PERSON), DOCKET_SESSION_SECRET: randomBytes(32).toString("hex") };
    try {
      world.#folder = await mkdtemp(join(tmpdir(), "docket-e2e-"));
      const limits = ["--paths", String(PATHS), "--agent-per-hour", "10000", "--analytics-per-hour", "10000"];
      world.#sim = startSim(PROJECTS.map(({ id }) => id), limits);
      [, world.service] = await world.#sim.says(SERVICE);
      world.port = await freePort();
      world.url = `http://localhost:${world.port}`;
      await world.startDocket();
    } catch (error) {
      await world.end();
      throw error;
    }
    return world;
  }

  /** Starts Docket with its stored state, and with `settings` in place of the defaults. */
  async startDocket(settings) {
    const { port, service: upstream, state: persist } = this;
    this.#docket = await this.#start({ port, upstream, persist, settings: { ...SETTINGS, ...this.#secrets, ...settings } });
  }

  /** A folder of the tests' own, which is removed at the end. */
  async folder(name) {
    const folder = join(this.#folder, name);
    await mkdir(folder);
    return folder;
  }

  /** Ends Docket alone. */
  async endDocket() {
    await this.#docket?.end();
  }

  /** The folder in which Docket's objects are stored. */
  get state() {
    return join(this.#folder, "state");
  }

  /** Calls the control API of the stand-in service: see docs/stand-in.md. */
  sim(method, path, body) {
    return callSim(this.service, method, path, body);
  }

  /** The jobs that the service created for a prompt. */
  async jobsOf(prompt) {
    const jobs = await this.sim("GET", "jobs");
    return jobs.filter(({ prompts }) => prompts.includes(prompt));
  }

  /** Injects a fault into the next requests of this kind. */
  async meets(operation, fault, times = 1) {
    await this.sim("POST", "faults", { operation, fault, times });
  }

  /** Ends the work of a job at the service, and lets Docket see the end, rather than wait for Docket's next poll. */
  async endJob(id, end = {}, project = PROJECT) {
    await this.sim("POST", `jobs/${id}/end`, end);
    await until(`Docket sees the end of ${id}`, async () => (await this.poll(id, project)).status !== "active");
  }

  /** Creates a job with the service directly, without Docket. */
  startElsewhere(prompt) {
    return create(this.service, PROJECT, CANARY, prompt);
  }

  /** Creates a job as a program, through Docket. */
  startByProgram(prompt, project = PROJECT) {
    return create(this.url, project, TOKEN, prompt);
  }

  /** Follows a job up as a program, through Docket. */
  async followUpByProgram(id, prompt, project = PROJECT) {
    const headers = { Authorization: `Bearer ${TOKEN}`, "Content-Type": "application/json" };
    const url = `${this.url}/v2/agent/${project}/job/${id}/message`;
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify({ prompt }) });
    if (!response.ok) throw new Error(`a job was not followed up: ${response.status} ${await response.text()}`);
  }

  /** Lets Docket poll a job now, because a program asks for its newest state, which is the result. */
  async poll(id, project = PROJECT) {
    const headers = { Authorization: `Bearer ${TOKEN}`, "Cache-Control": "no-cache" };
    const response = await fetch(`${this.url}/v2/agent/${project}/job/${id}`, { headers });
    if (!response.ok) throw new Error(`a job was not polled: ${response.status} ${await response.text()}`);
    return response.json();
  }

  /** Changes a job as a program: labels, polling, or whether it is hidden. */
  async changeByProgram(id, change, project = PROJECT) {
    const headers = { Authorization: `Bearer ${TOKEN}`, "Content-Type": "application/json" };
    const url = `${this.url}/api/projects/${project}/jobs/${id}`;
    const response = await fetch(url, { method: "PATCH", headers, body: JSON.stringify(change) });
    if (!response.ok) throw new Error(`a job was not changed: ${response.status} ${await response.text()}`);
  }

  /** Ends everything, and removes the stored state. */
  async end() {
    await Promise.all([this.endDocket(), this.#sim?.end()]);
    if (this.#folder) await rm(this.#folder, { recursive: true, force: true });
  }
}

function startRelease({ port, upstream, persist, settings }) {
  return startWorker({ ...BUILT, persist, port, vars: { DOCKET_UPSTREAM: upstream, ...settings } });
}

async function startDevelopment({ port, upstream, persist, settings }) {
  const command = [...XTASK, "dev", "--no-open", "--port", String(port), "--upstream", upstream];
  command.push("--persist", persist, "--passphrase", PERSON.passphrase);
  const program = new Program(command, { folder: ROOT, variables: settings });
  await program.says(/Ctrl-C ends everything/);
  return program;
}

/** What the stand-in service says when it is ready, with its address. */
export const SERVICE = /listening on (\S+)/;

/** Starts the stand-in service for these projects. */
export function startSim(projects, options = []) {
  const command = ["cargo", "run", "--quiet", "--locked", "--package", "docket-sim", "--", ...options];
  projects.forEach((id) => command.push("--project", id));
  return new Program(command, { folder: ROOT, variables: { DOCKET_SIM_KEY: CANARY } });
}

/** Calls the control API of the stand-in service at an address. */
export async function callSim(service, method, path, body) {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(`${service}/_sim/${path}`, { method, headers, body: body && JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  const text = await response.text();
  return text && JSON.parse(text);
}

/** A token: see docs/api.md. */
function withChecksum(text) {
  return text + crc32(text).toString(16).padStart(8, "0");
}

/** Creates a job with the service or with Docket, whose API is the same. */
async function create(base, project, key, prompt) {
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  const response = await fetch(`${base}/v2/agent/${project}/job`, { method: "POST", headers, body: JSON.stringify({ prompt }) });
  if (!response.ok) throw new Error(`a job was not created: ${response.status} ${await response.text()}`);
  return response.json();
}

/** A port that nothing listens on now. A program that can choose its own does not need it. */
export async function freePort() {
  for (;;) {
    // Below those that a system hands out by itself, so that nobody takes the port while its process restarts.
    const port = 10_240 + Math.floor(Math.random() * 20_000);
    const server = createServer();
    const isFree = await new Promise((done) => server.once("error", () => done(false)).listen(port, "127.0.0.1", () => done(true)));
    if (!isFree) continue;
    await new Promise((done) => server.close(done));
    return port;
  }
}
