// A built Worker in workerd, without wrangler: it starts in a fraction of wrangler's time, and no proxy is between it and the browser.

import { execFileSync } from "node:child_process";
import { join } from "node:path";

import { Program } from "./process.mjs";
import { ROOT } from "./root.mjs";

/** Where `cargo xtask build --release` puts the Worker and the app. */
export const BUILT = {
  config: join(ROOT, "edge/wrangler.jsonc"),
  entrypoint: join(ROOT, "edge/build/index.js"),
  assets: join(ROOT, "dist"),
};

/** The command of `cargo xtask`, which a test run has built already. */
export const XTASK = process.env.DOCKET_XTASK ? [process.env.DOCKET_XTASK] : ["cargo", "xtask"];

/** Starts a Worker. `options` are those of host.mjs: files as in {@link BUILT}, `vars`, `persist` and `port`. */
export async function startWorker(options) {
  const program = new Program(["node", join(ROOT, "edge/tests/http/harness/host.mjs")], {
    folder: ROOT,
    input: JSON.stringify({ id: 1, start: options }),
  });
  const [, url, failure] = await program.says(/"url":"(.*?)\/?"|"failed":(".*")/);
  if (failure) {
    await program.end();
    throw new Error(`the Worker does not start: ${JSON.parse(failure)}`);
  }
  return { url, end: () => program.end() };
}

/** The setting that lets these people sign in. */
export function accounts(...people) {
  const [program, ...args] = XTASK;
  const entries = people.map(({ name, passphrase }) => {
    const output = execFileSync(program, [...args, "account", "--name", name], {
      cwd: ROOT,
      input: passphrase,
      encoding: "utf8",
      stdio: ["pipe", "pipe", "ignore"],
    });
    return JSON.parse(/\[\{.*\}\]/.exec(output)[0])[0];
  });
  return JSON.stringify(entries);
}
