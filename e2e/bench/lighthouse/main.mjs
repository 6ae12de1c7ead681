// Lighthouse's scores of every page of the console, as it measures phones: simulated slow 4G, and a quarter of the CPU.
//
// `cargo xtask bench lighthouse` builds the app and installs the package of this folder, and starts this.

import lighthouse from "lighthouse";

import { PROJECT, freePort } from "../../harness/world.mjs";
import { served } from "../served.mjs";

const JOBS = 20;
const ROUNDS = Number(process.env.DOCKET_BENCH_ROUNDS ?? 3);
const CATEGORIES = ["performance", "accessibility", "best-practices"];
const TIMES = ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift"];

const debugging = await freePort();
const FLAGS = { port: debugging, onlyCategories: CATEGORIES, logLevel: "error" };

/** Prints the scores of every page. */
async function main({ at, browser, cookie, jobs }) {
  const inProject = (path) => `/p/${PROJECT}/${path}`;
  const pages = [
    ["jobs", inProject("jobs")],
    ["job", inProject(`jobs/${jobs[0]}`)],
    ["inbox", inProject("inbox")],
    ["visitors", inProject("visitors")],
    ["templates", inProject("templates")],
    ["batch", inProject("batch")],
    ["audit", inProject("audit")],
    ["access", "/access"],
    ["sessions", "/sessions"],
    ["settings", "/settings"],
  ];
  console.log(`lighthouse: medians of ${ROUNDS} loads each, simulated slow 4G, CPU ÷ 4`);
  const heads = ["performance", "accessibility", "best practices", "first, ms", "largest, ms", "blocking, ms", "shift"];
  console.log(`${"".padEnd(12)}${heads.map((head) => head.padStart(16)).join("")}`);
  // The first load fills the caches of workerd and of the server in front, and does not count.
  await measured(at("/sign-in"));
  await report("sign-in", at("/sign-in"));
  for (const [name, path] of pages) await report(name, at(path), () => signIn(browser, cookie));
}

/** Prints the medians of a page, and what its last load lost points for. */
async function report(name, url, prepare) {
  const results = [];
  for (let round = 0; round < ROUNDS; round += 1) results.push(await measured(url, prepare));
  const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
  const scores = CATEGORIES.map((category) => median(results.map((result) => result.categories[category].score * 100)).toFixed(0));
  const times = TIMES.map((audit) => median(results.map((result) => result.audits[audit].numericValue)));
  const cells = [...scores, ...times.slice(0, 3).map((time) => time.toFixed(0)), times[3].toFixed(3)];
  console.log(`${name.padEnd(12)}${cells.map((cell) => cell.padStart(16)).join("")}`);
  const last = results.at(-1);
  console.log(`    the largest is ${largest(last)}`);
  for (const line of lost(last)) console.log(`    ${line}`);
}

/** The element whose paint was the largest. */
function largest({ audits }) {
  const tables = audits["largest-contentful-paint-element"].details?.items ?? [];
  const { selector, nodeLabel } = tables[0]?.items?.[0]?.node ?? {};
  return selector ? `${selector} (${JSON.stringify(nodeLabel)})` : "unknown";
}

/** The checks with a weight that a load did not pass, apart from the times, which have columns. */
function lost({ categories, audits }) {
  const weighed = CATEGORIES.slice(1).flatMap((category) => categories[category].auditRefs);
  return weighed
    .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 1)
    .map(({ id }) => `${id}: ${audits[id].title}`);
}

/** What Lighthouse says about a page, after `prepare`. On a busy machine, a trace can lack its beginning, and is recorded again. */
async function measured(url, prepare) {
  for (let attempt = 1; ; attempt += 1) {
    await prepare?.();
    const { lhr } = await lighthouse(url, FLAGS);
    if (!lhr.runtimeError && lhr.finalDisplayedUrl !== url) throw new Error(`${url} leads to ${lhr.finalDisplayedUrl}`);
    if (!lhr.runtimeError) return lhr;
    if (attempt === 3) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  }
}

/** Signs the browser in, until Lighthouse resets it. A header would not do, because the live connection would not have it. */
async function signIn(browser, cookie) {
  const protocol = await browser.newBrowserCDPSession();
  await protocol.send("Storage.setCookies", { cookies: [cookie] });
  await protocol.detach();
}

await served(JOBS, main, [`--remote-debugging-port=${debugging}`]);
