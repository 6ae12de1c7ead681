// Puts a module of a benchmark in front of Docket.

import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Copies the Worker into a folder, and makes `entry` its entry, beside further modules that are in the folder. */
export function wrapWorker(worker, folder, entry, further = []) {
  for (const { path } of worker.modules) copyFileSync(path, join(folder, path.slice(worker.modulesRoot.length)));
  writeFileSync(join(folder, "entry.mjs"), entry);
  const module = (name) => ({ type: "ESModule", path: join(folder, name) });
  worker.modules = [
    ...["entry.mjs", "index.js", ...further].map(module),
    { type: "CompiledWasm", path: join(folder, "index_bg.wasm") },
  ];
  worker.modulesRoot = folder;
}
