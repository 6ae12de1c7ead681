// Tests of check.mjs: values of settings that would take every route down, and the platform's log of requests.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { LISTS, configFaults, workerdFaults } from "../check.mjs";

const PROJECTS = JSON.stringify([{ id: "acme-docs", name: "Acme docs", siteUrl: null }, { id: "x=y" }]);
const RANGES = { DOCKET_UPSTREAM_TIMEOUT_MS: [100, 50_000], DOCKET_JOBS_DAYS: [8, 3_650], DOCKET_PROMPTS_DAYS: [1, 3_650] };
const SETTINGS = Object.fromEntries([...Object.keys(LISTS), ...Object.keys(RANGES)].map((name) => [name, "variable"]));
const RELEASE = { wrangler: "4.0.0", config: {}, settings: SETTINGS, ranges: RANGES };

/** What is wrong with these variables, beside projects that are right. */
const faultsOf = (vars, parts = {}) => configFaults({ vars: { DOCKET_PROJECTS: PROJECTS, ...vars }, ...parts }, RELEASE);

/** The only fault of these variables. */
function faultOf(vars) {
  const [fault, ...others] = faultsOf(vars);
  assert.deepEqual([typeof fault, others], ["string", []], JSON.stringify(vars));
  assert.ok(!fault.includes("leak"), fault);
  return fault;
}

test("a number is whole and in its range", () => {
  for (const [name, [least, greatest]] of Object.entries(RANGES)) {
    for (const text of [least, greatest, ` ${least} `, ""]) assert.deepEqual(faultsOf({ [name]: String(text) }), [], `${name} ${text}`);
    for (const text of [least - 1, greatest + 1, "leak", "1.5", "1e3", "-1"]) {
      assert.equal(faultOf({ [name]: String(text) }), `${name} must be a whole number from ${least} to ${greatest}`);
    }
  }
});

test("prompts are not stored longer than their jobs", () => {
  assert.deepEqual(faultsOf({ DOCKET_JOBS_DAYS: "30", DOCKET_PROMPTS_DAYS: "30" }), []);
  assert.deepEqual(faultsOf({ DOCKET_JOBS_DAYS: " ", DOCKET_PROMPTS_DAYS: "30" }), []);
  assert.match(faultOf({ DOCKET_JOBS_DAYS: "30", DOCKET_PROMPTS_DAYS: "31" }), /^DOCKET_PROMPTS_DAYS must be at most DOCKET_JOBS_DAYS/);
});

test("projects have ids that are valid and unique", () => {
  for (const id of ["", "a b", "a/leak", "a\\leak", "a?", "a#", "a%", "a\u0000", "a\u2028", ".", "..", "é".repeat(101)]) {
    assert.match(faultOf({ DOCKET_PROJECTS: JSON.stringify([{ id: "a" }, { id }]) }), /^DOCKET_PROJECTS entry 2 must have an id of 1 to 200 bytes/);
  }
  for (const id of ["...", "é".repeat(100), "a:b"]) assert.deepEqual(faultsOf({ DOCKET_PROJECTS: JSON.stringify([{ id }]) }), []);
  const twice = [{ id: "leak" }, { id: "b" }, { id: "leak" }];
  assert.equal(faultOf({ DOCKET_PROJECTS: JSON.stringify(twice) }), "DOCKET_PROJECTS entry 3 repeats the id of an earlier entry");
});

test("lists are JSON, and their entries have the fields that the Worker knows", () => {
  for (const [name, text] of [
    ["DOCKET_PROJECTS", '{"id":"leak"}'],
    ["DOCKET_PROJECTS", '[["leak"]]'],
    ["DOCKET_PROJECTS", '[{"name":"leak"}]'],
    ["DOCKET_PROJECTS", '[{"id":"a","leak":1}]'],
    ["DOCKET_PROJECTS", '[{"id":"a","name":1}]'],
    ["DOCKET_PROJECTS", "[null]"],
    ["DOCKET_ROLES", "[{role: leak}]"],
    ["DOCKET_ROLES", '{"role":"admin","names":["leak"]}'],
    ["DOCKET_ROLES", '[{"names":["leak"]}]'],
    ["DOCKET_ROLES", '[{"role":"leak","names":["ada"]}]'],
    ["DOCKET_ROLES", '[{"role":"admin","name":"leak"}]'],
    ["DOCKET_ROLES", '[{"role":"admin","names":"leak"}]'],
    ["DOCKET_ROLES", '[{"role":"admin","everyone":"leak"}]'],
    ["DOCKET_ROLES", '[{"role":"admin","names":["ada"],"projects":"leak"}]'],
    ["DOCKET_ROLES", '[{"role":"admin","names":["ada"],"projects":["le ak"]}]'],
  ]) {
    assert.ok(faultOf({ [name]: text }).startsWith(`${name} must be JSON like [{"`), text);
  }
  assert.match(faultOf({ DOCKET_ROLES: '[{"role":"admin","names":[]}]' }), /^DOCKET_ROLES entry 1 must name people/);
  assert.match(faultOf({ DOCKET_ROLES: '[{"role":"admin","names":["a"],"projects":[]}]' }), /entry 1 must name at least one project/);
  const rules = [
    { role: "viewer", everyone: "passphrase", emails: [] },
    { role: "operator", names: ["ada"], projects: ["acme-docs"], everyone: null },
    { role: "admin", groups: ["docs"], projects: "all" },
  ];
  for (const text of ["", "[]", JSON.stringify(rules)]) assert.deepEqual(faultsOf({ DOCKET_ROLES: text }), [], text);
});

test("an environment of wrangler is checked too", () => {
  const env = { staging: { vars: { DOCKET_PROJECTS: PROJECTS, DOCKET_JOBS_DAYS: "7" }, observability: { logs: { invocation_logs: true } } } };
  const faults = faultsOf({}, { env });
  assert.equal(faults.length, 2, faults.join("\n"));
  assert.equal(faults[0], "env.staging: DOCKET_JOBS_DAYS must be a whole number from 8 to 3650");
  assert.match(faults[1], /^env\.staging: "invocation_logs" must be false/);
});

test("the platform does not log requests, whose URLs have queries", () => {
  for (const [observability, isRefused] of [
    [{ enabled: true, logs: { enabled: true, invocation_logs: true } }, true],
    // What wrangler does where nothing is said.
    [{ enabled: true, logs: { enabled: true } }, true],
    [{ enabled: true }, true],
    [{ enabled: true, logs: { enabled: true, invocation_logs: false } }, false],
    [{ enabled: true, logs: { enabled: false } }, false],
    [{ enabled: false }, false],
    [undefined, false],
  ]) {
    const faults = faultsOf({}, { observability });
    assert.equal(faults.length, isRefused ? 1 : 0, JSON.stringify(observability));
    if (isRefused) assert.match(faults[0], /^"invocation_logs" must be false: the platform's own log .* would have their URLs, and so queries$/);
  }
});

test("the configuration of workerd has every line of the release, as often as there, and may have more", () => {
  const release = { workerdLines: ["a = [", '(name = "b"),', "],", "c = [", "],"] };
  const text = 'a = [\n  (name = "b"),\n  # Mine.\n  (name = "KEY"),\n],\n\nc = [\r\n],\n';
  assert.deepEqual(workerdFaults(text, release), []);
  for (const line of ['  (name = "b"),\n', "\n],", "c = ["]) {
    const faults = workerdFaults(text.replace(line, ""), release);
    assert.deepEqual(faults.map((fault) => fault.split("The line: ")[1]), [line.trim()]);
    assert.match(faults[0], /^self-host\/workerd\.capnp lacks a line of this release/);
  }
});

test("the lists are those of the manual", () => {
  const manual = readFileSync(join(import.meta.dirname, "../../../docs/operating.md"), "utf8");
  const [, table] = /<!-- cargo xtask docs: settings -->\n([^]*?)\n\n/.exec(manual);
  const lists = [...table.matchAll(/^\| `(\w+)` \|.*?\| JSON.* \|$/gm)].map(([, name]) => name);
  assert.deepEqual(Object.keys(LISTS), lists);
});
