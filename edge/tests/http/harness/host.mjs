// Starts a built Worker in workerd, with the settings of the test instead of the deployment's.
//
// It reads one line of JSON and prints one line, `{"url"}`, when the Worker is ready. The Worker's log follows. It ends
// with its input, and so with the test.
//
// It is Miniflare that starts workerd, as it does for wrangler: wrangler itself would take most of a test's time.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { runInNewContext } from "node:vm";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const options = JSON.parse((await lines.next()).value);

const worker = workerOf(options);
// A benchmark adds its baseline.
if (options.prepare) (await import(options.prepare)).default(worker, options.folder);

const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    host: "127.0.0.1",
    port: options.port ?? 0,
    // Without it, the properties of requests would be downloaded.
    cf: false,
    log: new Log(LogLevel.ERROR),
    // Where wrangler has it.
    resourcePersistencePath: join(options.persist, "v3"),
    handleStructuredLogs: ({ message }) => console.log(message),
    workers: [worker],
  }),
);
console.log(JSON.stringify({ url: (await miniflare.ready).href }));

await lines.next();
await miniflare.dispose();
process.exit(0);

/** The Worker of the deployment's configuration, with other settings and files. */
function workerOf({ config, entrypoint, assets, vars }) {
  // JSON with comments is an expression.
  const deployed = runInNewContext(`(${readFileSync(config, "utf8")})`);
  const built = dirname(entrypoint);
  return {
    name: deployed.name,
    modulesRoot: built,
    modules: [
      { type: "ESModule", path: entrypoint },
      { type: "CompiledWasm", path: join(built, "index_bg.wasm") },
    ],
    compatibilityDate: deployed.compatibility_date,
    bindings: { ...deployed.vars, ...vars },
    durableObjects: Object.fromEntries(
      deployed.durable_objects.bindings.map(({ name, class_name }) => [
        name,
        { className: class_name, useSQLite: true },
      ]),
    ),
    assets: {
      directory: assets,
      binding: deployed.assets.binding,
      run_worker_first: deployed.assets.run_worker_first,
      routerConfig: { has_user_worker: true },
      assetConfig: { not_found_handling: deployed.assets.not_found_handling },
    },
  };
}
