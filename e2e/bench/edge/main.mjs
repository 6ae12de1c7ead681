// How many requests a second Docket's Worker answers, beside two baselines in Hono: a proxy that asks the service each time, and one with a
// Durable Object that remembers. All are in one plain workerd, in turns, with the service on this machine.
//
// `cargo xtask bench edge` builds the Worker and installs the packages of this folder, and starts this.

import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { copyFile, cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";

import autocannon from "autocannon";
import { build } from "esbuild";

import { Program } from "../../harness/process.mjs";
import { ROOT } from "../../harness/root.mjs";
import { CANARY, PROJECT, TOKEN, TOKENS, freePort } from "../../harness/world.mjs";

const ROUNDS = Number(process.env.DOCKET_BENCH_ROUNDS ?? 9);
const ROUND_S = 3;
const CONNECTIONS = 16;
const SIDES = ["docket", "proxy", "object"];
/** What is sent, and the ratios to the baselines to reach. */
const LOADS = [
  { name: "a job", path: `/v2/agent/${PROJECT}/job/job-0`, status: 200, goals: { proxy: 1, object: 0.9 } },
  { name: "visitors", path: `/v1/analytics/${PROJECT}/visitors?dateFrom=2025-01-01&dateTo=2025-02-01&limit=50`, status: 200, goals: { proxy: 1, object: 0.9 } },
  { name: "create a job", path: `/v2/agent/${PROJECT}/job`, status: 201, body: { prompt: "Update the quickstart for SDK 4.2" }, goals: { object: 0.6 } },
];

const folder = await mkdtemp(join(tmpdir(), "docket-bench-"));
const upstream = new Program(["node", join(import.meta.dirname, "upstream.mjs")], { folder });
let workerd;
try {
  const [, service] = await upstream.says(/listening on (\S+)/);
  const ports = Object.fromEntries(await Promise.all([...SIDES, "nothing"].map(async (side) => [side, await freePort()])));
  await install(folder);
  workerd = start(folder, ports, service);
  await workerd.says(/"event":"listen"[^]*nothing/);
  const most = await load(ports.nothing, LOADS[0]);
  console.log(`medians of ${ROUNDS} rounds of ${ROUND_S} s each in turns, ${CONNECTIONS} connections; load of the machine ${loadavg()[0].toFixed(1)}`);
  console.log(`the load itself reaches ${perSecond(most).toFixed(0)} requests a second`);
  console.log(row(["", "", "requests/s", "p50, ms", "p99, ms"]));
  for (const what of LOADS) report(what, await inTurns(ports, what));
} finally {
  await Promise.all([workerd?.end(), upstream.end()]);
  await rm(folder, { recursive: true, force: true });
}

/** Puts the built Worker and the bundled baselines beside their configuration. */
async function install(folder) {
  await cp(join(ROOT, "edge/build"), join(folder, "docket"), { recursive: true });
  await copyFile(join(import.meta.dirname, "workerd.capnp"), join(folder, "workerd.capnp"));
  await mkdir(join(folder, "data"));
  const entryPoints = ["proxy", "object"].map((side) => join(import.meta.dirname, `src/${side}.mjs`));
  const external = ["cloudflare:workers"];
  await build({ entryPoints, outdir: folder, bundle: true, format: "esm", external, outExtension: { ".js": ".mjs" } });
}

/** Starts them. Their logs go nowhere, so that nothing has to read them. */
function start(folder, ports, service) {
  const program = execFileSync("node", ["--print", 'require("workerd").default'], { cwd: ROOT, encoding: "utf8" }).trim();
  const sockets = Object.entries(ports).map(([side, port]) => `--socket-addr=${side}=127.0.0.1:${port}`);
  const serve = [program, "serve", "workerd.capnp", "--directory-path=data=data", "--control-fd=3", ...sockets];
  return new Program(["sh", "-c", 'exec "$@" 3>&1 1>/dev/null', "sh", ...serve], {
    folder,
    variables: {
      ADMIN_KEY: CANARY,
      SESSION_SECRET: randomBytes(32).toString("hex"),
      TOKENS: JSON.stringify(TOKENS.map((token) => ({ ...token, rights: ["jobs:read", "jobs:write", "visitors:read"] }))),
      PROJECTS: JSON.stringify([{ id: PROJECT, name: "Acme docs" }]),
      UPSTREAM: service,
    },
  });
}

/** Loads each side in turns, in another order each time, and returns the rounds of each. */
async function inTurns(ports, what) {
  const rounds = Object.fromEntries(SIDES.map((side) => [side, []]));
  // The first round fills the caches, and does not count.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (let turn = 0; turn < SIDES.length; turn += 1) {
      const side = SIDES[(round + turn) % SIDES.length];
      const times = await load(ports[side], what);
      if (round > 0) rounds[side].push(times);
    }
  }
  return rounds;
}

/** Sends requests for a round, and returns how long each took, in milliseconds. */
async function load(port, { path, status, body }) {
  const times = [];
  const headers = { Authorization: `Bearer ${TOKEN}`, ...(body && { "Content-Type": "application/json" }) };
  const method = body ? "POST" : "GET";
  const run = autocannon({
    url: `http://127.0.0.1:${port}${path}`,
    connections: CONNECTIONS,
    duration: ROUND_S,
    method,
    headers,
    body: body && JSON.stringify(body),
  });
  const others = new Set();
  run.on("response", (_client, code, _bytes, ms) => (code === status ? times.push(ms) : others.add(code)));
  const { errors } = await run;
  if (errors > 0 || others.size > 0) throw new Error(`${method} ${path}: ${errors} errors, and ${[...others]}`);
  return times;
}

/** Prints the medians of each side, and the ratios of Docket to the baselines in the same round with their goals. */
function report({ name, goals }, rounds) {
  for (const side of SIDES) {
    const of = (measure) => median(rounds[side].map(measure));
    const cells = [name, side, of(perSecond).toFixed(0), of(percentile(0.5)).toFixed(1), of(percentile(0.99)).toFixed(1)];
    console.log(row(cells));
  }
  for (const [side, goal] of Object.entries(goals)) {
    const ratio = median(rounds.docket.map((times, round) => perSecond(times) / perSecond(rounds[side][round])));
    console.log(`${name}: ${ratio.toFixed(2)} of the ${side}   (goal: at least ${goal.toFixed(2)})`);
  }
}

function perSecond(times) {
  return times.length / ROUND_S;
}

function percentile(share) {
  return (times) => times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)];
}

function median(values) {
  return percentile(0.5)(values);
}

function row([name, side, ...figures]) {
  return name.padEnd(16) + side.padEnd(10) + figures.map((figure) => figure.padStart(13)).join("");
}
