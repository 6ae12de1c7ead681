// Adds the baseline to Docket, in one Worker in one workerd: the baseline serves every path under /baseline.

import { copyFileSync } from "node:fs";
import { join } from "node:path";

import { wrapWorker } from "../wrap-worker.mjs";

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
export default function combine(worker, folder) {
  copyFileSync(join(import.meta.dirname, "baseline.mjs"), join(folder, "baseline.mjs"));
  wrapWorker(worker, folder, ENTRY, ["baseline.mjs"]);
  worker.durableObjects.ROOM = { className: "Room", useSQLite: true };
  delete worker.assets;
}
