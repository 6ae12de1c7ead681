// What the tests share: one deployment, one browser, one sign-in.

import { chromium } from "playwright-core";

import * as person from "./person.mjs";
import { Visit } from "./visit.mjs";
import { PROJECT, World } from "./world.mjs";

export class Docket {
  #session;
  #build;

  /** `build` is the name of a build of {@link World}. */
  constructor(build) {
    this.#build = build;
  }

  async start() {
    const executablePath = process.env.DOCKET_CHROMIUM ?? "/usr/bin/chromium";
    this.world = await World.start(this.#build);
    this.browser = await chromium.launch({ executablePath });
  }

  async end() {
    await this.browser?.close();
    await this.world?.end();
  }

  /** The URL of a page. */
  url(path) {
    return `${this.world.url}${path}`;
  }

  /** The URL of the jobs. */
  get jobs() {
    return this.url(`/p/${PROJECT}/jobs`);
  }

  /** Opens a browser without a session. */
  visit(options) {
    return Visit.start(this.browser, options);
  }

  /** Opens a browser with a session. */
  async signedIn(options) {
    this.#session ??= this.#signIn();
    return Visit.start(this.browser, { state: await this.#session, ...options });
  }

  /** Restarts Docket with these settings, and signs in on a page. After `work` with the page, Docket has its own settings again. */
  async withSettings(settings, path, work, options) {
    await this.world.endDocket();
    await this.world.startDocket(settings);
    const visit = await this.visit(options);
    try {
      await visit.page.goto(this.url(path));
      await person.signIn(visit.page);
      await work(visit.page);
      await visit.end();
    } finally {
      await this.world.endDocket();
      await this.world.startDocket();
    }
  }

  async #signIn() {
    const visit = await this.visit();
    try {
      await visit.page.goto(this.jobs);
      await person.signIn(visit.page);
      await person.isLive(visit.page);
    } catch (cause) {
      // Every later test of the file fails for this reason.
      throw new Error(`nobody is signed in: ${await visit.describe()}`, { cause });
    }
    return visit.end();
  }
}
