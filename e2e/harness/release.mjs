// Releases of Docket, one after the other under one address, as a deployment serves them.

import { createHash, randomBytes } from "node:crypto";
import { cp, readFile, readdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { CANARY, PERSON, PROJECT, freePort } from "./world.mjs";
import { BUILT, accounts, startWorker } from "./worker.mjs";

/** The pages of the app, which differ in what they show first. */
export const PAGES = ["index.html", "new-job.html", "signed-out.html"];
/** The hash in the name of a file. */
const HASH = /-([0-9a-f]{10,16})(?=[._])/;

/** The built Worker in workerd, with the files of one release at a time. */
export class Deployment {
  /** Where it serves, from its first release on. */
  port;
  url;
  #worker;
  #folder;
  #settings;

  /** Prepares both releases in `folder`, for the service at `service`, with `settings` in place of the defaults. */
  static async prepare(folder, service, settings) {
    const deployment = new Deployment();
    deployment.#folder = folder;
    deployment.#settings = {
      DOCKET_UPSTREAM: service,
      DOCKET_ADMIN_KEY: CANARY,
      DOCKET_SESSION_SECRET: randomBytes(32).toString("hex"),
      DOCKET_ACCOUNTS: accounts(PERSON),
      DOCKET_PROJECTS: JSON.stringify([{ id: PROJECT, name: "Acme docs" }]),
      ...settings,
    };
    await cp(BUILT.assets, join(folder, "old"), { recursive: true });
    await makeNext(BUILT.assets, join(folder, "new"));
    return deployment;
  }

  /** The settings of the next release. */
  get settings() {
    return { ...this.#settings };
  }

  /** Changes some of them. */
  configure(settings) {
    Object.assign(this.#settings, settings);
  }

  /** Serves a release, `old` or `new`, in place of the one before. */
  async release(name) {
    await this.end();
    this.port ||= await freePort();
    this.#worker = await startWorker({
      ...BUILT,
      assets: join(this.#folder, name),
      persist: join(this.#folder, "state"),
      port: this.port,
      vars: this.#settings,
    });
    this.url = `http://localhost:${this.port}`;
  }

  async end() {
    await this.#worker?.end();
  }
}

/** The next release: the same app, with other hashes in all names. */
async function makeNext(from, to) {
  await cp(from, to, { recursive: true });
  const files = await readdir(to);
  const renamed = new Map();
  for (const file of files) {
    const hash = HASH.exec(file)?.[1];
    if (hash) renamed.set(hash, [...hash].reverse().join(""));
  }
  const rewrite = (text) => [...renamed].reduce((text, [hash, other]) => text.replaceAll(`-${hash}`, `-${other}`), text);
  const pages = {};
  for (const name of PAGES) pages[name] = rewrite(await readFile(join(to, name), "utf8"));
  for (const file of files.filter((file) => file.endsWith(".js"))) {
    const before = await readFile(join(to, file), "utf8");
    const after = rewrite(before);
    await writeFile(join(to, file), after);
    for (const name of PAGES) pages[name] = pages[name].replaceAll(integrity(before), integrity(after));
  }
  for (const name of PAGES) await writeFile(join(to, name), pages[name]);
  for (const file of files) await rename(join(to, file), join(to, rewrite(file)));
}

const integrity = (text) => `sha384-${createHash("sha384").update(text).digest("base64")}`;
