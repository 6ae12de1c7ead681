// Checks this folder before it is deployed: that its files are those of the release, and that wrangler.jsonc is filled in. It finds
// the usual mistakes only. The Worker checks every setting when it starts, and GET /api/health names those that it refuses.
//
//     node check.mjs
//
// Prints each fault with its file or setting. Ends with 1 if there is one.

import { createHash } from "node:crypto";
import { readFileSync, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const SUMS = "SHA256SUMS";
const CONFIG = "wrangler.jsonc";
/** Folders whose files are all deployed, so that none may be added. */
const DEPLOYED = ["assets", "worker"];
/** Parts of the configuration that administrators may change. They may also add parts. */
const CHANGEABLE = ["name", "observability", "vars"];

/** The secret of the projects that name no other. */
const ADMIN_KEY = "DOCKET_ADMIN_KEY";

/** Every fault of the package in this folder, as a sentence. */
export function faults(folder) {
  const files = fileFaults(folder);
  // What to compare with is one of the files.
  if (files.some((fault) => fault.startsWith("release.json"))) return files;
  const release = JSON.parse(readFileSync(join(folder, "release.json"), "utf8"));
  let config;
  try {
    config = readJsonc(readFileSync(join(folder, CONFIG), "utf8"));
  } catch (error) {
    return [...files, `${CONFIG} cannot be read: ${error.message}`];
  }
  return [...files, ...configFaults(config, release)];
}

/** What differs from SHA256SUMS. The configuration is not in it, because administrators edit it. */
function fileFaults(folder) {
  const faults = [];
  let sums;
  try {
    sums = readFileSync(join(folder, SUMS), "utf8").trimEnd().split("\n").map((line) => line.split("  "));
  } catch {
    return [`${SUMS} is missing: unpack the archive again`];
  }
  const known = new Set(sums.map(([, path]) => path));
  for (const [sum, path] of sums) {
    try {
      const found = createHash("sha256").update(readFileSync(join(folder, path))).digest("hex");
      if (found !== sum) faults.push(`${path} is not the file of this release: unpack the archive again`);
    } catch {
      faults.push(`${path} is missing: unpack the archive again`);
    }
  }
  for (const top of DEPLOYED) {
    for (const path of filesBelow(folder, top)) {
      if (!known.has(path)) faults.push(`${path} is not part of this release, and would be deployed: remove it`);
    }
  }
  return faults;
}

function filesBelow(folder, path) {
  try {
    const entries = readdirSync(join(folder, path), { withFileTypes: true });
    return entries.flatMap((entry) => {
      const inner = `${path}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(folder, inner) : [inner];
    });
  } catch {
    return [];
  }
}

/** What is wrong with the configuration. */
export function configFaults(config, { settings, config: released, wrangler }) {
  const faults = [];
  for (const part of Object.keys(released).filter((part) => !CHANGEABLE.includes(part))) {
    if (!isSame(config[part], released[part])) {
      faults.push(`${CONFIG}: "${part}" is not that of this release: put your own changes into a new copy of the file`);
    }
  }
  faults.push(...placeFaults(config, settings, wrangler));
  for (const [name, environment] of Object.entries(config.env ?? {})) {
    faults.push(...placeFaults(environment ?? {}, settings, wrangler).map((fault) => `env.${name}: ${fault}`));
  }
  return faults;
}

/** What is wrong with the settings at the top of the configuration, or in an environment of wrangler, which has variables of its own. */
function placeFaults({ vars = {}, ...parts }, settings, wrangler) {
  const faults = [];
  const { fault, keySecrets } = readProjects(vars.DOCKET_PROJECTS);
  const isSecret = (name) => settings[name] === "secret" || keySecrets.includes(name);
  const secretFault = (name) =>
    `${name} is a secret: remove it from ${CONFIG}, replace what it held, and set it with: ` +
    `npx wrangler@${wrangler} secret put ${name}`;
  if (fault) faults.push(`DOCKET_PROJECTS ${fault}`);
  for (const [name, value] of Object.entries(vars)) {
    if (isSecret(name)) faults.push(secretFault(name));
    else if (!settings[name]) faults.push(`${name} is not a setting of this release: correct its name, or remove it`);
    else if (typeof value !== "string") faults.push(`${name} must be a text: write its value in quotes, and \\" for each quote in it`);
  }
  for (const name of Object.keys(parts)) {
    if (isSecret(name)) faults.push(secretFault(name));
    else if (settings[name]) faults.push(`${name} is not among the variables: move it into "vars"`);
  }
  return faults;
}

/** What is obviously wrong with the projects, and the secrets that they name. The Worker checks each entry when it starts. */
function readProjects(value) {
  const like = 'like [{"id": "acme-docs", "name": "Acme docs"}]';
  const refuse = (fault) => ({ fault, keySecrets: [ADMIN_KEY] });
  // Any other value than a text is refused as such.
  if (value !== undefined && typeof value !== "string") return refuse(undefined);
  if (!value?.trim()) return refuse("is not set");
  let projects;
  try {
    projects = JSON.parse(value);
  } catch {
    return refuse(`must be JSON ${like}`);
  }
  if (!Array.isArray(projects) || !projects.every((project) => typeof project?.id === "string")) return refuse(`must be JSON ${like}`);
  if (projects.length === 0) return refuse(`must name at least one project, ${like}`);
  return { keySecrets: [ADMIN_KEY, ...projects.map(({ keySecret }) => keySecret)] };
}

/** Reads JSON with comments and with commas after the last element. */
export function readJsonc(text) {
  const isKept = (part) => part.startsWith('"');
  const bare = text.replace(/"(?:\\.|[^"\\])*"|\/\/[^\n]*|\/\*[^]*?\*\//g, (part) => (isKept(part) ? part : ""));
  const strict = bare.replace(/"(?:\\.|[^"\\])*"|,(?=\s*[\]}])/g, (part) => (isKept(part) ? part : ""));
  return JSON.parse(strict);
}

function isSame(a, b) {
  if (typeof a !== "object" || typeof b !== "object" || !a || !b) return a === b;
  const keys = [a, b].map((value) => Object.keys(value).sort());
  return keys[0].join("\0") === keys[1].join("\0") && keys[0].every((key) => isSame(a[key], b[key]));
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const found = faults(import.meta.dirname);
  for (const fault of found) console.error(fault);
  if (found.length > 0) process.exit(1);
  const { version, wrangler } = JSON.parse(readFileSync(join(import.meta.dirname, "release.json"), "utf8"));
  console.log(`Docket ${version}: the files are those of the release, and ${CONFIG} is filled in.`);
  console.log(`Deploy it with: npx wrangler@${wrangler} deploy`);
}
