// Starts a built Worker in workerd, with the settings of the test instead of those of the deployment.
//
// Reads one line of JSON; answers with one line, `{"url"}`, when it can be asked. Whatever the Worker logs follows.
// Ends when its input does: with the test, however that ends.

import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { unstable_startWorker as startWorker } from "wrangler";

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const options = JSON.parse((await lines.next()).value);

// A copy, out of reach of the .dev.vars beside the real one.
const config = join(options.folder, "wrangler.jsonc");
copyFileSync(options.config, config);
// A benchmark puts its baseline beside the Worker: in the copy, and in what is started.
if (options.prepare) Object.assign(options, (await import(options.prepare)).default({ ...options, config }));

const worker = await startWorker({
  config,
  entrypoint: options.entrypoint,
  assets: options.assets,
  envFiles: [],
  // All of them as secrets: others are printed at the start, and the log is searched for them.
  bindings: Object.fromEntries(
    Object.entries(options.vars).map(([name, value]) => [name, { type: "secret_text", value }]),
  ),
  build: { custom: { command: "", watch: [] } },
  sendMetrics: false,
  dev: {
    inspector: false,
    watch: false,
    logLevel: options.logLevel ?? "log",
    persist: options.persist,
    server: { hostname: "127.0.0.1", port: 0 },
  },
});
await worker.ready;
console.log(JSON.stringify({ url: (await worker.url).href }));

await lines.next();
await worker.dispose();
process.exit(0);
