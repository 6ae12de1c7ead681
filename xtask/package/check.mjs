// Checks this folder before it is deployed: that its files are those of the release, and that wrangler.jsonc is filled in. It finds
// the usual mistakes only: of the settings, it checks lists, ids and numbers. The Worker checks every setting when it starts, secrets
// too, and GET /api/health names those that it refuses.
//
//     node check.mjs
//     node check.mjs --self-host
//
// With --self-host, it checks self-host/workerd.capnp in place of wrangler.jsonc: that it still has every line of the release.
//
// Prints each fault with its file or setting. Ends with 1 if there is one.

import { createHash } from "node:crypto";
import { readFileSync, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const SUMS = "SHA256SUMS";
const CONFIG = "wrangler.jsonc";
/** The configuration of workerd, on a machine of your own. */
const WORKERD = "self-host/workerd.capnp";
/** Folders whose files are all deployed, so that none may be added. */
const DEPLOYED = ["assets", "worker"];
/** Parts of the configuration that administrators may change. They may also add parts. */
const CHANGEABLE = ["name", "observability", "vars"];

/** The secret of the projects that name no other. */
const ADMIN_KEY = "DOCKET_ADMIN_KEY";

const isText = (value) => typeof value === "string";
const isTextOrNull = (value) => value === null || isText(value);
const isTexts = (value) => Array.isArray(value) && value.every(isText);
/** Whether a text can be the id of a project, as in edge/wire/src/id.rs. */
const isId = (value) =>
  isText(value) && /^[^\p{Cc}\p{White_Space}/\\?#%]+$/u.test(value) && Buffer.byteLength(value) <= 200 && !/^\.\.?$/.test(value);
const isScope = (value) => value === "all" || (Array.isArray(value) && value.every(isId));

/**
 * The settings that are JSON lists, as edge/core/src reads them in settings/projects.rs and auth/roles.rs: an example, what each field of an
 * entry must be, of which an entry must have the first, and what else can be wrong with an entry. The other lists are secrets, and so not in
 * the configuration.
 */
export const LISTS = {
  DOCKET_PROJECTS: {
    like: '[{"id": "acme-docs", "name": "Acme docs"}]',
    fields: { id: isText, name: isTextOrNull, keySecret: isTextOrNull, siteUrl: isTextOrNull },
    fault({ id }, earlier) {
      if (!isId(id)) return "must have an id of 1 to 200 bytes, without spaces, control characters and any of / \\ ? # %, and not . or ..";
      if (earlier.some((other) => other.id === id)) return "repeats the id of an earlier entry";
    },
  },
  DOCKET_ROLES: {
    like: '[{"role": "viewer", "names": ["ada"], "projects": ["acme-docs"]}], with the role viewer, operator or admin',
    fields: {
      role: (value) => ["viewer", "operator", "admin"].includes(value),
      projects: isScope,
      names: isTexts,
      emails: isTexts,
      domains: isTexts,
      groups: isTexts,
      everyone: (value) => [null, "passphrase", "access"].includes(value),
    },
    fault({ names, emails, domains, groups, everyone, projects }) {
      if (!everyone && ![names, emails, domains, groups].some((named) => named?.length)) {
        return "must name people, by names, emails, domains, groups or everyone";
      }
      if (projects?.length === 0) return 'must name at least one project, or "all"';
    },
  },
};

/** Every fault of the package in this folder, as a sentence: for Cloudflare, or for a machine of your own. */
export function faults(folder, isSelfHost = false) {
  const files = fileFaults(folder);
  // What to compare with is one of the files.
  if (files.some((fault) => fault.startsWith("release.json"))) return files;
  const release = JSON.parse(readFileSync(join(folder, "release.json"), "utf8"));
  if (isSelfHost) {
    try {
      return [...files, ...workerdFaults(readFileSync(join(folder, WORKERD), "utf8"), release)];
    } catch (error) {
      return [...files, `${WORKERD} cannot be read: ${error.message}`];
    }
  }
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

/** The lines of the release that the configuration of workerd does not have. Administrators add lines. */
export function workerdFaults(text, { workerdLines }) {
  const left = text.split("\n").map((line) => line.trim());
  const missing = workerdLines.filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return missing.map((line) => `${WORKERD} lacks a line of this release: put your own changes into a new copy of the file. The line: ${line}`);
}

/** What is wrong with the configuration. */
export function configFaults(config, release) {
  const { config: released } = release;
  const faults = [];
  for (const part of Object.keys(released).filter((part) => !CHANGEABLE.includes(part))) {
    if (!isSame(config[part], released[part])) {
      faults.push(`${CONFIG}: "${part}" is not that of this release: put your own changes into a new copy of the file`);
    }
  }
  faults.push(...placeFaults(config, release));
  for (const [name, environment] of Object.entries(config.env ?? {})) {
    faults.push(...placeFaults(environment ?? {}, release).map((fault) => `env.${name}: ${fault}`));
  }
  return faults;
}

/** What is wrong with the settings at the top of the configuration, or in an environment of wrangler, which has variables of its own. */
function placeFaults({ vars = {}, ...parts }, { settings, ranges, wrangler }) {
  const faults = [];
  const keySecrets = keySecretsOf(vars.DOCKET_PROJECTS);
  const isSecret = (name) => settings[name] === "secret" || keySecrets.includes(name);
  const secretFault = (name) =>
    `${name} is a secret: remove it from ${CONFIG}, replace what it held, and set it with: ` +
    `npx wrangler@${wrangler} secret put ${name}`;
  if (vars.DOCKET_PROJECTS === undefined) faults.push("DOCKET_PROJECTS is not set");
  for (const [name, value] of Object.entries(vars)) {
    if (isSecret(name)) faults.push(secretFault(name));
    else if (!settings[name]) faults.push(`${name} is not a setting of this release: correct its name, or remove it`);
    else if (!isText(value)) faults.push(`${name} must be a text: write its value in quotes, and \\" for each quote in it`);
    else faults.push(...valueFaults(name, value.trim(), ranges).map((fault) => `${name} ${fault}`));
  }
  const [prompts, jobs] = [vars.DOCKET_PROMPTS_DAYS, vars.DOCKET_JOBS_DAYS].map((days) => (isText(days) && days.trim() ? Number(days) : NaN));
  if (prompts > jobs) faults.push("DOCKET_PROMPTS_DAYS must be at most DOCKET_JOBS_DAYS: a job is deleted with its prompts");
  if (logsRequests(parts.observability)) {
    faults.push('"invocation_logs" must be false: the platform\'s own log of requests would have their URLs, and so queries');
  }
  for (const name of Object.keys(parts)) {
    if (isSecret(name)) faults.push(secretFault(name));
    else if (settings[name]) faults.push(`${name} is not among the variables: move it into "vars"`);
  }
  return faults;
}

/** Whether the platform logs every request. Where it has logs, it does so unless the configuration says no. */
function logsRequests(observability) {
  const { invocation_logs: isSet, enabled } = observability?.logs ?? {};
  return isSet ?? enabled ?? observability?.enabled ?? false;
}

/** What is wrong with the value of a setting. An empty one counts as absent. */
function valueFaults(name, text, ranges) {
  if (!text) return name === "DOCKET_PROJECTS" ? ["is not set"] : [];
  if (Object.hasOwn(LISTS, name)) return readList(name, text).faults;
  if (!Object.hasOwn(ranges, name)) return [];
  const [least, greatest] = ranges[name];
  const number = /^\+?\d+$/.test(text) ? Number(text) : NaN;
  return number >= least && number <= greatest ? [] : [`must be a whole number from ${least} to ${greatest}`];
}

/** The entries of a list, and what is wrong with it. */
function readList(name, text) {
  const { like, fields, fault } = LISTS[name];
  const [required] = Object.keys(fields);
  const isEntry = (value) =>
    value?.constructor === Object &&
    Object.hasOwn(value, required) &&
    Object.entries(value).every(([field, value]) => Object.hasOwn(fields, field) && fields[field](value));
  let entries;
  try {
    entries = JSON.parse(text);
  } catch {
    entries = undefined;
  }
  if (!Array.isArray(entries) || !entries.every(isEntry)) return { entries: [], faults: [`must be JSON like ${like}`] };
  if (name === "DOCKET_PROJECTS" && !entries.length) return { entries, faults: [`must name at least one project, like ${like}`] };
  const found = entries.map((entry, at) => fault(entry, entries.slice(0, at)));
  return { entries, faults: found.flatMap((fault, at) => (fault ? [`entry ${at + 1} ${fault}`] : [])) };
}

/** The secrets with the keys of the projects. */
function keySecretsOf(projects) {
  const { entries } = readList("DOCKET_PROJECTS", isText(projects) ? projects : "[]");
  return [ADMIN_KEY, ...entries.map(({ keySecret }) => keySecret)];
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
  const isSelfHost = process.argv.includes("--self-host");
  const found = faults(import.meta.dirname, isSelfHost);
  for (const fault of found) console.error(fault);
  if (found.length > 0) process.exit(1);
  const { version, wrangler } = JSON.parse(readFileSync(join(import.meta.dirname, "release.json"), "utf8"));
  if (isSelfHost) {
    console.log(`Docket ${version}: the files are those of the release, and ${WORKERD} has all its lines.`);
  } else {
    console.log(`Docket ${version}: the files are those of the release, and ${CONFIG} is filled in.`);
    console.log(`Deploy it with: npx wrangler@${wrangler} deploy`);
  }
}
