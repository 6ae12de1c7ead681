// The first minute: from a clone on a machine without Docket's tools to the address, and after an edit of one line.
//
// `cargo xtask bench start` starts this. It needs nothing built, and leaves nothing behind. The crates that cargo has downloaded, and
// npm's packages in npm's cache, are not downloaded again.

import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Program } from "../../harness/process.mjs";
import { until } from "../../harness/until.mjs";
import { ROOT } from "../../harness/root.mjs";
import { freePort } from "../../harness/world.mjs";

const EDIT_WITHIN = { withinMs: 300_000 };

/** What `cargo xtask dev` says when a part is there. */
const PARTS = [
  ["xtask and npm's packages", /^added \d+ packages/],
  ["worker-build", /^installed worker-build/],
  ["stand-in service", /listening on http/],
];

const folder = await mkdtemp(join(tmpdir(), "docket-start-"));
const clone = join(folder, "docket");
const port = await freePort();
const address = `http://localhost:${port}`;
const seconds = (from) => `${((performance.now() - from) / 1000).toFixed(1).padStart(7)} s`;
let docket;

/** Prints when each part is there, while the program runs. */
function follow(program, started) {
  for (const [name, pattern] of PARTS) {
    program.says(pattern).then(() => console.log(`  ${seconds(started)}  ${name}`), () => {});
  }
}

/** Replaces a text once in a file of the clone, and waits until `isLive`. */
async function edit(name, file, [from, to], isLive) {
  const path = join(clone, file);
  const text = await readFile(path, "utf8");
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
  const started = performance.now();
  await writeFile(path, text.replace(from, to));
  await until(`the edit of ${file} is live`, isLive, EDIT_WITHIN);
  console.log(`  ${seconds(started)}  ${name}: ${file}`);
}

/** The body under a path; none while the server restarts. */
const body = (path) => fetch(address + path).then((response) => response.text(), () => "");

try {
  execFileSync("git", ["clone", "--quiet", ROOT, clone]);
  const variables = { DOCKET_CACHE: join(folder, "cache") };
  for (const name of ["CARGO_TARGET_DIR", "CARGO_MANIFEST_DIR", "DOCKET_XTASK", "WASM_BINDGEN_BIN"]) {
    delete process.env[name];
  }
  console.log("start: `cargo xtask dev` in a fresh clone, without tools and target folder");
  const started = performance.now();
  const command = ["cargo", "xtask", "dev", "--no-open", "--port", String(port)];
  docket = new Program(command, { folder: clone, variables });
  follow(docket, started);
  await docket.says(/Ctrl-C ends everything/);
  console.log(`  ${seconds(started)}  address: Worker and app`);

  console.log("an edit of one line, to live:");
  const page = await body("/");
  await edit("app", "app/src/texts/auth/sign_in.rs", ['"Signing in…"', '"Signing in now…"'], async () => {
    const now = await body("/");
    return now !== "" && now !== page;
  });
  await edit("Worker", "edge/src/router/app.rs", ["There is no such page or file.", "There is no such page."], async () =>
    (await body("/no/such/page.js")).includes("There is no such page."),
  );

  await docket.end();
  const again = performance.now();
  docket = new Program(command, { folder: clone, variables });
  await docket.says(/Ctrl-C ends everything/);
  console.log(`  ${seconds(again)}  a second start`);
} finally {
  await docket?.end();
  await rm(folder, { recursive: true, force: true });
}
