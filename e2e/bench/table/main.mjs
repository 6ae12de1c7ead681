// How fast the live table of 1,000 jobs follows its stream: Docket's beside the same table in React, in turns.
//
// The operations are those of js-framework-benchmark, as far as a list of jobs has them. Each is one message of the live
// stream, or a click, and is timed until the page has what it leads to and its layout is computed.
// `cargo xtask bench table` builds the app and installs the packages of this folder, and starts this.

import { join } from "node:path";

import { PROJECT } from "../../harness/world.mjs";
import { reactRelease } from "../react.mjs";
import { served } from "../served.mjs";

const JOBS = 1000;
const ROUNDS = Number(process.env.DOCKET_BENCH_ROUNDS ?? 5);
/** Runs of all operations on one page; the first ones warm its code up, and do not count. */
const RUNS = { all: 5, counted: 3 };
const CPU_RATE = 4;

await served(1, async ({ deployment, folder, browser, at, cookie }) => {
  await reactRelease(import.meta.dirname, join(folder, "react"));
  const headers = { Cookie: `${cookie.name}=${cookie.value}` };
  const response = await fetch(`${deployment.url}/api/projects/${PROJECT}/jobs`, { headers });
  const { jobs: [sample], ...rest } = await response.json();
  const samples = { old: [], react: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const side of round % 2 ? ["react", "old"] : ["old", "react"]) {
      await deployment.release(side);
      samples[side].push(...(await run(browser, at(`/p/${PROJECT}/jobs`), cookie, { sample, rest })));
    }
  }
  print(samples);
});

/** Runs all operations on a page, and returns the times of those that count, in ms by their name. */
async function run(browser, url, cookie, shape) {
  const context = await browser.newContext({ reducedMotion: "reduce", viewport: { width: 1280, height: 800 } });
  await context.addCookies([cookie]);
  const page = await context.newPage();
  await page.addInitScript(standIn);
  await page.goto(url);
  await page.waitForFunction(() => globalThis.stream !== undefined);
  const protocol = await context.newCDPSession(page);
  await protocol.send("Emulation.setCPUThrottlingRate", { rate: CPU_RATE });
  const times = await page.evaluate(operate, { ...shape, count: JOBS, runs: RUNS.all });
  await context.close();
  return times.slice(-RUNS.counted);
}

/** Gives the page a live stream that this benchmark speaks for. */
function standIn() {
  globalThis.WebSocket = class extends EventTarget {
    static OPEN = 1;
    readyState = 0;
    constructor(url) {
      super();
      if (!url.includes("/live")) return;
      setTimeout(() => {
        this.readyState = 1;
        this.dispatchEvent(new Event("open"));
        globalThis.stream = this;
      });
    }
    send() {}
    close() {}
  };
}

/** Carries out all operations so many times, in the page. */
async function operate({ sample, rest, count, runs }) {
  let revision = 1000;
  const start = Date.now();
  const job = (index, change = {}) => ({
    ...sample,
    id: `job_${String(index).padStart(5, "0")}`,
    revision,
    title: `Explain topic ${index} of the guide, with an example for each of our SDKs`,
    labels: index % 3 ? [] : ["guide"],
    addedAt: new Date(start - index * 60_000).toISOString(),
    checkedAt: new Date(start).toISOString(),
    ...change,
  });
  const deliver = (message) => globalThis.stream.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
  const snapshot = (jobs) => ({ type: "snapshot", ...rest, revision: (revision += 1), jobs, hasMore: false });
  const changes = (jobs) => ({ type: "changes", since: revision, revision: (revision += 1), events: [], jobs, submissions: [] });
  const rows = document.getElementsByClassName("jobs__row");
  const ended = document.getElementsByClassName("jobs__row--ended");
  /** The time from `act` until `holds`, with layout. */
  const timed = (act, holds) =>
    new Promise((done, fail) => {
      const patience = setTimeout(() => fail(new Error(`${act} led to nothing: ${rows.length} rows`)), 60_000);
      const check = () => {
        if (!holds()) return;
        observer.disconnect();
        clearTimeout(patience);
        void document.body.offsetHeight;
        done(performance.now() - started);
      };
      const observer = new MutationObserver(check);
      observer.observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true });
      const started = performance.now();
      act();
      // A change of a property is none of the document.
      check();
    });
  const settled = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))));
  const titleOf = (index) => rows[index]?.querySelector(".jobs__link")?.textContent ?? "";
  const measured = [];
  for (let run = 0; run < runs; run += 1) {
    const times = {};
    const operation = async (name, act, holds) => {
      times[name] = await timed(act, holds);
      await settled();
    };
    let jobs = Array.from({ length: count }, (_, index) => job(index));
    await timed(() => deliver(snapshot([])), () => rows.length === 0);
    await settled();
    const first = snapshot(jobs);
    await operation("create 1,000", () => deliver(first), () => rows.length === count);
    jobs = jobs.map((known, index) => (index % 10 ? known : job(index, { status: "completed", endedAt: new Date(start).toISOString(), polling: { state: "ended" } })));
    const updated = changes(jobs.filter((_, index) => index % 10 === 0));
    await operation("update every 10th", () => deliver(updated), () => ended.length === count / 10);
    const [other, box] = [1, 998].map((index) => rows[index].querySelector("input"));
    const isSelected = (n) => document.querySelector(".bulk strong")?.textContent.startsWith(`${n} `);
    // The bar is loaded when the first row is selected.
    await timed(() => other.click(), () => isSelected(1));
    await settled();
    await operation("select", () => box.click(), () => isSelected(2));
    box.click();
    other.click();
    await settled();
    const sorted = snapshot(jobs.toReversed());
    await operation("sort", () => deliver(sorted), () => titleOf(0).includes(`topic ${count - 1} `) && titleOf(count - 1).includes("topic 0 "));
    const removed = changes([job(500, { hidden: true })]);
    await operation("remove", () => deliver(removed), () => rows.length === count - 1);
    const empty = snapshot([]);
    await operation("clear", () => deliver(empty), () => rows.length === 0);
    measured.push(times);
  }
  return measured;
}

function print({ old: docket, react }) {
  const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
  console.log(`table: medians of ${docket.length} runs each, in turns, at a quarter of the speed`);
  console.log(`${"".padEnd(24)}${["Docket, ms", "React, ms", "ratio"].map((head) => head.padStart(12)).join("")}`);
  const ratios = Object.keys(docket[0]).map((name) => {
    const [ours, theirs] = [docket, react].map((times) => median(times.map((run) => run[name])));
    const cells = [ours.toFixed(1), theirs.toFixed(1), (ours / theirs).toFixed(2)];
    console.log(`${name.padEnd(24)}${cells.map((cell) => cell.padStart(12)).join("")}`);
    return ours / theirs;
  });
  const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
  console.log(`${"geometric mean".padEnd(48)}${mean.toFixed(2).padStart(12)}`);
}
