// Starts a built Worker in workerd, with the settings of the test instead of the deployment's.
//
// It reads one line of JSON and prints one line, `{"url"}`, when the Worker is ready. The Worker's log follows. It ends
// with its input, and so with the test.

import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { unstable_startWorker as startWorker } from "wrangler";

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const options = JSON.parse((await lines.next()).value);

// A copy, so that wrangler does not find the .dev.vars next to the original.
const config = join(options.folder, "wrangler.jsonc");
copyFileSync(options.config, config);
// A benchmark adds its baseline to the copy and to the started Worker.
if (options.prepare) Object.assign(options, (await import(options.prepare)).default({ ...options, config }));

const worker = await startWorker({
  config,
  entrypoint: options.entrypoint,
  assets: options.assets,
  envFiles: [],
  // All settings are secrets, because wrangler prints other bindings to the log that tests search.
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
    server: { hostname: "127.0.0.1", port: options.port ?? 0 },
  },
});
await worker.ready;
console.log(JSON.stringify({ url: (await worker.url).href }));

await lines.next();
await worker.dispose();
process.exit(0);
