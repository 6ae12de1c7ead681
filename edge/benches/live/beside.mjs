// Puts the baseline beside Docket, in one Worker in one workerd: what is under /baseline is the other's.

import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ENTRY = `import Docket, { JobsObject, AnalyticsObject, SignInObject } from "./index.js";
import baseline, { Room } from "./baseline.mjs";
export { JobsObject, AnalyticsObject, SignInObject, Room };
export default {
  fetch(request, env, context) {
    const isBaseline = new URL(request.url).pathname.startsWith("/baseline/");
    return isBaseline ? baseline.fetch(request, env) : new Docket(context, env).fetch(request);
  },
};
`;

/** Changes the copy of the configuration; returns what is to be started otherwise. */
export default function beside({ folder, config, entrypoint }) {
  const built = dirname(entrypoint);
  for (const file of ["index.js", "index_bg.wasm"]) copyFileSync(join(built, file), join(folder, file));
  const here = dirname(fileURLToPath(import.meta.url));
  copyFileSync(join(here, "baseline.mjs"), join(folder, "baseline.mjs"));
  writeFileSync(join(folder, "entry.mjs"), ENTRY);
  const both = readFileSync(config, "utf8")
    .replace(/("class_name": "Gate" })/, '$1, { "name": "ROOM", "class_name": "Room" }')
    .replace(/"Gate"\]/, '"Gate", "Room"]')
    .replace(/"assets": {[^}]*},/, "");
  writeFileSync(config, both);
  return { entrypoint: join(folder, "entry.mjs"), assets: undefined, logLevel: "error" };
}
