// Hosts built Workers, each in a workerd of its own, with the settings of a test instead of the deployment's.
//
// One process hosts the Workers of all tests of a program: a Node for each would take most of a Worker's start. It is Miniflare that
// starts workerd, as it does for wrangler: wrangler itself would take still longer.
//
// It reads lines of JSON, and prints others:
//
//   {"id","start": options}   starts a Worker; {"id","url"} says that it is ready, or {"id","failed"} why it is not
//   {"id","kill": true}       kills its workerd at once, like a power failure
//   {"id","end": true}        ends it, also after a kill; {"id","ended": true} follows
//
// {"id","log"} is a line of a Worker's log. The process ends with its input, and so with the test.

import { AsyncLocalStorage } from "node:async_hooks";
import childProcess from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { runInNewContext } from "node:vm";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";

/** The Workers by their number: a Miniflare, and the workerd that it has started. */
const hosted = new Map();

/** The Worker that is being started. */
const starting = new AsyncLocalStorage();

// Miniflare does not tell which process its workerd is. An option of it that passes the process on would make this unnecessary.
const { spawn } = childProcess;
childProcess.spawn = (...args) => {
  const child = spawn(...args);
  const worker = starting.getStore();
  if (worker) worker.workerd = child;
  return child;
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, start: options, kill, end } = JSON.parse(line);
  if (options) starting.run({}, start, id, options);
  if (kill) hosted.get(id).workerd.kill("SIGKILL");
  if (end) stop(id);
}
await Promise.allSettled([...hosted.values()].map(({ miniflare }) => miniflare.dispose()));
process.exit(0);

async function start(id, options) {
  try {
    const worker = workerOf(options);
    // A benchmark adds its baseline.
    if (options.prepare) (await import(options.prepare)).default(worker, options.folder);
    const miniflare = new Miniflare(miniflareOf(worker, options, (log) => print({ id, log })));
    hosted.set(id, Object.assign(starting.getStore(), { miniflare }));
    print({ id, url: (await miniflare.ready).href });
  } catch (error) {
    print({ id, failed: String(error.stack) });
  }
}

async function stop(id) {
  const worker = hosted.get(id);
  hosted.delete(id);
  // It fails if the workerd was killed.
  await worker?.miniflare.dispose().catch(() => {});
  print({ id, ended: true });
}

function print(message) {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

function miniflareOf(worker, { port, persist }, log) {
  return convertV4MiniflareOptions({
    host: "127.0.0.1",
    port: port ?? 0,
    // Without it, the properties of requests would be downloaded.
    cf: false,
    log: new Log(LogLevel.ERROR),
    // Where wrangler has it.
    resourcePersistencePath: join(persist, "v3"),
    handleStructuredLogs: ({ message }) => log(message),
    workers: [worker],
  });
}

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
