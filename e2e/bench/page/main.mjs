// How soon sign-in and job list are there on a slow line: Docket's beside the same two pages in React, in turns.
//
// `cargo xtask bench page` builds the app and installs the packages of this folder, and starts this.

import { join } from "node:path";

import { PROJECT } from "../../harness/world.mjs";
import { reactRelease } from "../react.mjs";
import { served } from "../served.mjs";

const JOBS = 60;
const ROUNDS = Number(process.env.DOCKET_BENCH_ROUNDS ?? 7);
/** Slow 4G and a quarter of this machine's speed, as Lighthouse has them. */
const LINE = { offline: false, latency: 150, downloadThroughput: (1.6e6 / 8) * 0.9, uploadThroughput: (750e3 / 8) * 0.9 };
const CPU_RATE = 4;

await served(JOBS, async ({ deployment, folder, browser, at, cookie }) => {
  await reactRelease(import.meta.dirname, join(folder, "react"));
  const samples = { old: [], react: [] };
  // The first round fills the caches of workerd and of the compressing server, and does not count.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const side of round % 2 ? ["react", "old"] : ["old", "react"]) {
      await deployment.release(side);
      const signIn = await load(browser, at("/sign-in"), "input[name=name]");
      const list = await load(browser, at(`/p/${PROJECT}/jobs`), "table tbody tr", cookie);
      if (round > 0) samples[side].push({ signIn, list });
    }
  }
  print(samples);
});

/** Loads a page over the slow line in a new browser profile, until the element is there that it is opened for. */
async function load(browser, url, wanted, cookie) {
  const context = await browser.newContext({ reducedMotion: "reduce" });
  if (cookie) await context.addCookies([cookie]);
  const page = await context.newPage();
  const protocol = await context.newCDPSession(page);
  await protocol.send("Network.enable");
  await protocol.send("Network.emulateNetworkConditions", LINE);
  await protocol.send("Emulation.setCPUThrottlingRate", { rate: CPU_RATE });
  let bytes = 0;
  protocol.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.addInitScript((wanted) => {
    globalThis.paints = { largest: 0 };
    new PerformanceObserver((list) => {
      paints.largest = Math.max(paints.largest, ...list.getEntries().map((entry) => entry.startTime));
    }).observe({ type: "largest-contentful-paint", buffered: true });
    new MutationObserver((_, observer) => {
      const element = document.querySelector(wanted);
      if (!element) return;
      observer.disconnect();
      paints.there = performance.now();
      // A person who sees the field types.
      if (element instanceof HTMLInputElement) {
        element.focus();
        document.execCommand("insertText", false, "ann");
      }
    }).observe(document, { childList: true, subtree: true });
  }, wanted);
  await page.goto(url, { waitUntil: "commit" });
  await page.waitForFunction(
    () => globalThis.paints?.there && performance.getEntriesByName("first-contentful-paint").length > 0,
  );
  await page.waitForLoadState("networkidle");
  // The largest paint may be of the frame in which the list is shown.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100)))));
  const times = await page.evaluate((wanted) => ({
    first: performance.getEntriesByName("first-contentful-paint")[0].startTime,
    largest: paints.largest,
    there: paints.there,
    text: document.querySelector(wanted).value,
  }), wanted);
  await context.close();
  if (times.text !== undefined && times.text !== "ann") throw new Error(`what was typed is lost: "${times.text}"`);
  return { ...times, bytes };
}

function print({ old: docket, react }) {
  const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
  console.log(`page: medians of ${ROUNDS} loads each, in turns, over 1.6 Mbit/s with 150 ms, at a quarter of the speed`);
  console.log(`${"".padEnd(32)}${["Docket", "React", "ratio"].map((head) => head.padStart(10)).join("")}`);
  for (const [of, page, there] of [["signIn", "sign-in", "typed text is taken"], ["list", "job list", "list is shown"]]) {
    for (const [key, label] of [["first", "first paint, ms"], ["largest", "largest paint, ms"], ["there", `${there}, ms`], ["bytes", "bytes"]]) {
      const [ours, theirs] = [docket, react].map((samples) => median(samples.map((sample) => sample[of][key])));
      const cells = [ours.toFixed(0), theirs.toFixed(0), (ours / theirs).toFixed(2)];
      console.log(`${`${page}: ${label}`.padEnd(32)}${cells.map((cell) => cell.padStart(10)).join("")}`);
    }
  }
}
