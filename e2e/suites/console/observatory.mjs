// The rules of the HTTP Observatory, as MDN publishes them (mdn-http-observatory, src/grader/charts.js and src/analyzer),
// over the page and the other kinds of answers. A grade of A+ is 100 points.

import assert from "node:assert/strict";
import { request } from "node:http";
import { describe, test } from "node:test";

const BROAD = ["ftp:", "http:", "https:", "*", "data:"];
const SIX_MONTHS_S = 15_768_000;

/** What every answer is graded for: each rule with its points. */
function gradeOfHeaders(headers) {
  const policy = policyOf(headers.get("content-security-policy") ?? "");
  const sources = (name) => policy.get(name) ?? policy.get("default-src") ?? ["*"];
  const isUnsafe = (source) => source === "'unsafe-inline'" || source === "'unsafe-eval'" || BROAD.includes(source);
  const isStrict = !["script-src", "style-src", "object-src"].some((name) => sources(name).some(isUnsafe));
  const transport = headers.get("strict-transport-security") ?? "";
  return {
    "content-security-policy": isStrict && String(policy.get("default-src")) === "'none'" ? 10 : -25,
    "form-action": sources("form-action").every((source) => ["'none'", "'self'"].includes(source)) ? 0 : -25,
    "x-frame-options": (policy.get("frame-ancestors") ?? BROAD).some((source) => BROAD.includes(source)) ? -20 : 5,
    "cross-origin-embedder-policy": headers.get("cross-origin-embedder-policy") === "require-corp" ? 10 : 0,
    "cross-origin-opener-policy": headers.get("cross-origin-opener-policy") === "same-origin" ? 10 : 0,
    "cross-origin-resource-policy": headers.get("cross-origin-resource-policy") === "same-origin" ? 10 : 0,
    "cross-origin-resource-sharing": headers.has("access-control-allow-origin") ? -50 : 0,
    "referrer-policy": ["no-referrer", "same-origin"].includes(headers.get("referrer-policy")) ? 5 : -5,
    "strict-transport-security": Number(/^max-age=(\d+)/.exec(transport)?.[1] ?? 0) >= SIX_MONTHS_S ? 0 : -20,
    "x-content-type-options": headers.get("x-content-type-options") === "nosniff" ? 0 : -5,
  };
}

// HstsPreloaded, 5 points, is a property of a domain and not of an answer.
const BEST = {
  "content-security-policy": 10,
  "form-action": 0,
  "x-frame-options": 5,
  "cross-origin-embedder-policy": 10,
  "cross-origin-opener-policy": 10,
  "cross-origin-resource-policy": 10,
  "cross-origin-resource-sharing": 0,
  "referrer-policy": 5,
  "strict-transport-security": 0,
  "x-content-type-options": 0,
};

function policyOf(text) {
  const directives = text.split(";").map((directive) => directive.trim().split(/\s+/));
  const names = directives.map(([name]) => name);
  assert.equal(new Set(names).size, names.length, "the policy repeats a directive");
  return new Map(directives.map(([name, ...sources]) => [name, sources]));
}

/** An answer to a request that names another host, with which Docket is deployed. */
const answerAt = (url, host) =>
  new Promise((resolve, reject) => {
    request(url, { headers: { Host: host } }, (answer) => resolve(answer.resume())).on("error", reject).end();
  });

export function observatory(docket) {
  describe("the rules of the HTTP Observatory", () => {
    for (const [what, path, options] of [
      ["the page", "/", {}],
      ["a page's path", "/p/acme-docs/jobs", {}],
      ["a file", "/theme.js", {}],
      ["a missing file", "/nothing.js", {}],
      ["an answer", "/api/session", {}],
      ["a refusal", "/api/projects", {}],
      ["a refused method", "/api/projects", { method: "PUT" }],
      ["an unknown route", "/api/nothing", {}],
    ]) {
      test(`give ${what} every point`, async () => {
        const answer = await fetch(docket.url(path), options);
        await answer.arrayBuffer();
        assert.deepEqual(gradeOfHeaders(answer.headers), BEST);
        assert.equal(answer.headers.get("set-cookie"), null);
      });
    }

    test("find the hash of every script of the page's module", async () => {
      const html = await (await fetch(docket.url("/"))).text();
      const scripts = [...html.matchAll(/<script\b([^>]*)>/g)].map(([, attributes]) => attributes);
      assert.ok(scripts.length > 0 && scripts.every((attributes) => /\bsrc="\/[^/]/.test(attributes)), html);
      // One hash earns the points; the theme's script has a name without a hash of its content, so it has no other either.
      assert.ok(scripts.some((attributes) => /\bintegrity="sha384-/.test(attributes)), html);
    });

    test("lead from plain http to https on the same host, in one step", async () => {
      const redirect = await answerAt(docket.url("/p/acme-docs/jobs?x=y"), "docket.example");
      assert.equal(redirect.statusCode, 301);
      assert.equal(redirect.headers.location, "https://docket.example/p/acme-docs/jobs?x=y");
      assert.deepEqual(gradeOfHeaders(new Headers(redirect.headers)), BEST);
    });
  });
}
