// Creates an entry for DOCKET_ACCOUNTS: a name, and the hash of a passphrase that is typed, piped or generated.
//
//     node account.mjs --name ada
//     node account.mjs --name ada --free-plan
//
// With --free-plan, the hash fits the CPU time of the Workers Free plan, and the passphrase is always generated.

import * as crypto from "node:crypto";
import { readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

/** KiB, passes and lanes of Argon2id, and iterations of PBKDF2: those of `cargo xtask account`. */
const ARGON2 = { memory: 19_456, passes: 2, parallelism: 1 };
const ITERATIONS = 30_000;
/** Each word of a generated passphrase adds eight bits. */
const WORDS = 8;

/** Why the Worker would refuse this name, if it would. */
export function nameFault(name) {
  if (name === "" || name.trim() !== name || [...name].length > 64) {
    return "the name must have 1 to 64 characters, without spaces around it";
  }
  if (/[\p{Cc}:]/u.test(name)) return "the name must have no colons and no control characters";
  return undefined;
}

/** Why the Worker would refuse this passphrase, if it would. */
export function passphraseFault(passphrase) {
  const words = new Set(passphrase.split(/[^\p{Alphabetic}\p{N}]/u).filter((word) => [...word].length > 1));
  if ([...passphrase.trim()].length < 12 && words.size < 4) {
    return "the passphrase is too short: it must have at least 12 characters or 4 different words";
  }
  if (Buffer.byteLength(passphrase) > 1024) return "the passphrase must have at most 1024 bytes";
  return undefined;
}

/** The hash of a passphrase, as a PHC string. */
export function hash(passphrase, isForFreePlan) {
  const salt = crypto.randomBytes(16);
  const parts = (...bytes) => bytes.map((part) => part.toString("base64").replace(/=+$/, "")).join("$");
  if (isForFreePlan) {
    const key = crypto.pbkdf2Sync(passphrase, salt, ITERATIONS, 32, "sha256");
    return `$pbkdf2-sha256$i=${ITERATIONS}$${parts(salt, key)}`;
  }
  const { memory, passes, parallelism } = ARGON2;
  const key = crypto.argon2Sync("argon2id", { message: passphrase, nonce: salt, tagLength: 32, ...ARGON2 });
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${parts(salt, key)}`;
}

function generated() {
  const words = readFileSync(join(import.meta.dirname, "words.txt"), "utf8").split(/\s+/).filter(Boolean);
  return Array.from({ length: WORDS }, () => words[crypto.randomInt(words.length)]).join("-");
}

/** The passphrase from the terminal, which does not show it, or from a pipe. */
async function readPassphrase() {
  if (!process.stdin.isTTY) return (await text(process.stdin)).replace(/[\r\n]+$/, "");
  process.stderr.write("Passphrase (empty: generate one): ");
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  const line = await new Promise((resolve) => {
    lines.on("line", resolve).on("close", () => resolve(undefined));
  });
  lines.close();
  process.stderr.write("\n");
  if (line === undefined) process.exit(130);
  return line;
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

async function main() {
  let options;
  try {
    const known = { name: { type: "string" }, "free-plan": { type: "boolean", default: false } };
    options = parseArgs({ options: known }).values;
  } catch (error) {
    fail(error.message);
  }
  const { name, "free-plan": isForFreePlan } = options;
  if (name === undefined) fail("usage: node account.mjs --name NAME [--free-plan]");
  if (!isForFreePlan && !crypto.argon2Sync) {
    fail(`Node ${process.versions.node} has no Argon2id: use Node 24.7 or newer, or --free-plan`);
  }
  // The cheaper hash needs a passphrase that nobody chose.
  const given = isForFreePlan ? "" : await readPassphrase();
  const passphrase = given || generated();
  const fault = nameFault(name) ?? passphraseFault(passphrase);
  if (fault) fail(fault);
  const { wrangler } = JSON.parse(readFileSync(join(import.meta.dirname, "release.json"), "utf8"));
  const entry = JSON.stringify({ name, hash: hash(passphrase, isForFreePlan) });
  if (!given) console.log(`passphrase, shown only now:\n\n    ${passphrase}\n`);
  console.log(`entry of DOCKET_ACCOUNTS:\n\n    ${entry}\n`);
  console.log("DOCKET_ACCOUNTS is one JSON list of all entries. To set it to this entry alone:\n");
  console.log(`    npx wrangler@${wrangler} secret put DOCKET_ACCOUNTS\n`);
  console.log(`and enter the value:\n\n    [${entry}]`);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) await main();
