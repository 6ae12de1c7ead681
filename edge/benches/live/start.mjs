// Docket and a plain JavaScript Durable Object that does the same, in one Worker in one workerd.
//
// Reads one line of JSON; answers with one line, `{"url"}`. What is under /baseline is the other's. Ends when its
// input does.

import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createInterface } from "node:readline";
import { unstable_startWorker as startWorker } from "wrangler";

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const options = JSON.parse((await lines.next()).value);
const here = dirname(fileURLToPath(import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "docket-live-"));

for (const file of ["index.js", "index_bg.wasm"]) copyFileSync(join(options.worker, file), join(folder, file));
copyFileSync(join(here, "baseline.mjs"), join(folder, "baseline.mjs"));
writeFileSync(
  join(folder, "entry.mjs"),
  `import Docket, { Desk, Archive, Gate } from "./index.js";
   import baseline, { Room } from "./baseline.mjs";
   export { Desk, Archive, Gate, Room };
   export default {
     fetch(request, env, context) {
       const isBaseline = new URL(request.url).pathname.startsWith("/baseline/");
       return isBaseline ? baseline.fetch(request, env) : new Docket(context, env).fetch(request);
     },
   };`,
);
const config = join(folder, "wrangler.jsonc");
const both = readFileSync(options.config, "utf8")
  .replace(/("class_name": "Gate" })/, '$1, { "name": "ROOM", "class_name": "Room" }')
  .replace(/"Gate"\]/, '"Gate", "Room"]')
  .replace(/"assets": {[^}]*},/, "");
writeFileSync(config, both);

const worker = await startWorker({
  config,
  entrypoint: join(folder, "entry.mjs"),
  envFiles: [],
  bindings: Object.fromEntries(
    Object.entries(options.vars).map(([name, value]) => [name, { type: "secret_text", value }]),
  ),
  build: { custom: { command: "", watch: [] } },
  sendMetrics: false,
  dev: {
    inspector: false,
    watch: false,
    logLevel: "error",
    persist: join(folder, "state"),
    server: { hostname: "127.0.0.1", port: 0 },
  },
});
await worker.ready;
console.log(JSON.stringify({ url: (await worker.url).origin }));

await lines.next();
await worker.dispose();
rmSync(folder, { recursive: true });
process.exit(0);
