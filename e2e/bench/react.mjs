// The React baselines as releases of a deployment.

import { cp, mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";

import { PAGES } from "../harness/release.mjs";
import { ROOT } from "../harness/root.mjs";

/** Builds the app in `source` as the release in the folder `target`: its files, and pages under the names that the Worker serves. */
export async function reactRelease(source, target) {
  const dist = join(ROOT, "dist");
  await mkdir(target, { recursive: true });
  await build({
    entryPoints: [join(source, "src/main.jsx")],
    outfile: join(target, "docket-app-react.js"),
    bundle: true,
    minify: true,
    format: "esm",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  for (const file of await readdir(dist)) {
    if (/\.css$|\.svg$|^_headers$/.test(file)) await cp(join(dist, file), join(target, file));
  }
  const style = (await readdir(target)).find((file) => /^index-.*\.css$/.test(file));
  const page = (await readFile(join(import.meta.dirname, "react.html"), "utf8"))
    .replace("STYLE", style)
    .replace("SCRIPT", "docket-app-react.js");
  for (const name of PAGES) await writeFile(join(target, name), page);
}
