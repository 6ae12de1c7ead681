// An open browser. Every unexpected problem in it fails the test that opened it.

import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";

import { CANARY } from "./world.mjs";

/** The time to wait for anything on a page; test machines are slow. */
const TIMEOUT_MS = 45_000;

/** The time to wait for response bodies at the end: one that the page does not read never arrives. */
const BODIES_WITHIN_MS = 2_000;

/** The build's files have the hash of their content in their name: one search of each is enough. */
const HASHED_FILE = /\/docket-app-[^/]+$/;
const searchedFiles = new Set();

/** What Chromium logs for a response of 400 or more; `#read` checks the status itself. */
const STATUS_LINE = /^Failed to load resource: the server responded with a status/;

/** One browser context, its page, and the tabs that the test or the page opens beside it. */
export class Visit {
  #problems = [];
  #expected = [];
  #pending = new Set();
  /** The number of responses, frames and stores that were searched for the admin key. */
  searched = 0;

  /**
   * Opens an empty page. `state` is the browser state of an earlier visit; `expected` are patterns of problems that
   * the test causes: `401 GET /path`, `console: …`, `failed: GET /path …`. `options` are Playwright's.
   */
  static async start(browser, { state, expected = [], ...options } = {}) {
    const visit = new Visit();
    visit.#expected = expected;
    visit.context = await browser.newContext({ storageState: state, reducedMotion: "reduce", ...options });
    visit.context.setDefaultTimeout(TIMEOUT_MS);
    await visit.#watch();
    visit.page = await visit.context.newPage();
    return visit;
  }

  /** Closes the browser, fails if there were problems, and returns the browser state. */
  async end() {
    await Promise.race([Promise.all(this.#pending), pause(BODIES_WITHIN_MS, undefined, { ref: false })]);
    // Before the end of the routes: it lets requests go on that a test keeps without a response.
    const state = await this.context.storageState();
    // A response that a test delays may still be on its way, and fails with the browser.
    const routed = [this.context, ...this.context.pages()];
    await Promise.all(routed.map((one) => one.unrouteAll({ behavior: "ignoreErrors" })));
    this.#search("cookies and storage", JSON.stringify(state));
    await this.context.close();
    const isExpected = (problem) => this.#expected.some((pattern) => pattern.test(problem));
    assert.deepEqual(this.#problems.filter((problem) => !isExpected(problem)), [], "problems in the browser");
    return state;
  }

  /** Where the person is, what they read there, and the problems so far. */
  async describe() {
    return JSON.stringify({ url: this.page.url(), text: await this.page.innerText("body"), problems: this.#problems });
  }

  async #watch() {
    const { context } = this;
    context.on("weberror", (thrown) => {
      const error = thrown.error();
      this.#problems.push(`error: ${error.stack ?? error}`);
    });
    context.on("console", (message) => {
      if (message.type() !== "error" || STATUS_LINE.test(message.text())) return;
      this.#problems.push(`console: ${message.text()} (${message.location().url})`);
    });
    context.on("requestfailed", (request) => {
      const why = request.failure()?.errorText;
      // The browser aborts requests in flight when a person leaves the page.
      if (why !== "net::ERR_ABORTED") this.#problems.push(`failed: ${name(request)} ${why}`);
    });
    context.on("response", (response) => {
      const reading = this.#read(response).finally(() => this.#pending.delete(reading));
      this.#pending.add(reading);
    });
    const watchSocket = (socket) => {
      const search = ({ payload }) => this.#search(`a frame of ${socket.url()}`, String(payload));
      socket.on("framereceived", search);
      socket.on("framesent", search);
    };
    context.on("page", (page) => page.on("websocket", watchSocket));
    await context.exposeFunction("docketViolation", (what) => this.#problems.push(`content policy: ${what}`));
    await context.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) => {
        window.docketViolation(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`);
      });
    });
  }

  async #read(response) {
    const request = response.request();
    if (response.status() >= 400) this.#problems.push(`${response.status()} ${name(request)}`);
    this.#search(`the headers of ${name(request)}`, JSON.stringify(await response.headersArray().catch(() => [])));
    const url = response.url();
    if (searchedFiles.has(url)) return;
    // Redirects have no body, and neither have aborted requests.
    const body = await response.body().catch(() => Buffer.alloc(0));
    this.#search(`the body of ${name(request)}`, body.toString("latin1"));
    if (HASHED_FILE.test(url) && body.length > 0) searchedFiles.add(url);
  }

  #search(where, text) {
    this.searched += 1;
    if (text.includes(CANARY)) this.#problems.push(`the admin key is in ${where}`);
  }
}

function name(request) {
  const { pathname, search } = new URL(request.url());
  return `${request.method()} ${pathname}${search}`;
}
