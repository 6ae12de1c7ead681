// Adds the baseline to Docket, in one Worker in one workerd: the baseline serves every path under /baseline.

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

/** Changes the copy of the configuration, and returns the options that differ from the tests'. */
export default function beside({ folder, config, entrypoint }) {
  const built = dirname(entrypoint);
  for (const file of ["index.js", "index_bg.wasm"]) copyFileSync(join(built, file), join(folder, file));
  const here = dirname(fileURLToPath(import.meta.url));
  copyFileSync(join(here, "baseline.mjs"), join(folder, "baseline.mjs"));
  writeFileSync(join(folder, "entry.mjs"), ENTRY);
  const both = readFileSync(config, "utf8")
    .replace(/("class_name": "SignInObject" })/, '$1, { "name": "ROOM", "class_name": "Room" }')
    .replace(/"SignInObject"\]/, '"SignInObject", "Room"]')
    .replace(/"assets": {[^}]*},/, "");
  writeFileSync(config, both);
  return { entrypoint: join(folder, "entry.mjs"), assets: undefined, logLevel: "error" };
}
