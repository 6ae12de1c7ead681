// Adds the baseline to Docket, in one Worker in one workerd: the baseline serves every path under /baseline.

import { copyFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ENTRY = `import Docket from "./index.js";
import baseline, { Room } from "./baseline.mjs";
export * from "./index.js";
export { Room };
export default {
  fetch(request, env, context) {
    const isBaseline = new URL(request.url).pathname.startsWith("/baseline/");
    return isBaseline ? baseline.fetch(request, env) : new Docket(context, env).fetch(request);
  },
};
`;

/** Adds the baseline's files and its object to the options of the Worker, and takes the app's files away. */
export default function beside(worker, folder) {
  for (const { path } of worker.modules) copyFileSync(path, join(folder, path.slice(worker.modulesRoot.length)));
  const here = dirname(fileURLToPath(import.meta.url));
  copyFileSync(join(here, "baseline.mjs"), join(folder, "baseline.mjs"));
  writeFileSync(join(folder, "entry.mjs"), ENTRY);
  const module = (name) => ({ type: "ESModule", path: join(folder, name) });
  worker.modules = [
    module("entry.mjs"),
    module("index.js"),
    module("baseline.mjs"),
    { type: "CompiledWasm", path: join(folder, "index_bg.wasm") },
  ];
  worker.modulesRoot = folder;
  worker.durableObjects.ROOM = { className: "Room", useSQLite: true };
  delete worker.assets;
}
