// What both baselines do with every request, as Docket does: the caller by the hash of the token, the right, the body, the
// headers of the response, and one line of the log.

import { HTTPException } from "hono/http-exception";

const HEADERS = Object.entries({
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "Strict-Transport-Security": "max-age=63072000",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "same-origin",
  "Permissions-Policy": "accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Cache-Control": "no-store",
});
const BODY_BYTES_MAX = 640 * 1024;
const PROMPT_BYTES_MAX = 100_000;

/** Names the request, sets the headers of its response, and logs it. */
export async function respond(context, next) {
  const start = Date.now();
  const requestId = `req_${crypto.randomUUID()}`;
  await next();
  for (const [name, value] of HEADERS) context.res.headers.set(name, value);
  context.res.headers.set("Docket-Request-Id", requestId);
  const { method, routePath: route } = context.req;
  const caller = context.get("caller");
  console.log(JSON.stringify({ requestId, method, route, status: context.res.status, ms: Date.now() - start, caller }));
}

/** Finds the program by the hash of its token, and checks that it may do this in the project of the path. */
export const needs = (right) => async (context, next) => {
  const [scheme, token] = context.req.header("Authorization")?.split(" ") ?? [];
  if (scheme?.toLowerCase() !== "bearer" || !token) throw new HTTPException(401, { message: "Send a token." });
  const hash = await hashOf(token);
  const program = tokens(context.env).find((known) => isEqual(known.hash, hash));
  if (!program) throw new HTTPException(401, { message: "The token is unknown." });
  if (!projects(context.env).some(({ id }) => id === context.req.param("project"))) {
    throw new HTTPException(404, { message: "This project is not configured." });
  }
  if (!program.rights.includes(right)) throw new HTTPException(403, { message: `This needs ${right}.` });
  context.set("caller", `token:${program.id}`);
  await next();
};

/** The prompt of a body, whose text is forwarded. */
export async function promptOf(context) {
  if (context.req.header("Content-Type")?.split(";")[0].trim().toLowerCase() !== "application/json") {
    throw new HTTPException(415, { message: "The body must be JSON." });
  }
  const body = await context.req.text();
  if (body.length > BODY_BYTES_MAX) throw new HTTPException(413, { message: "The body is too long." });
  let prompt;
  try {
    ({ prompt } = JSON.parse(body));
  } catch {
    throw new HTTPException(400, { message: "The body is not JSON." });
  }
  if (typeof prompt !== "string" || !prompt.trim() || encoder.encode(prompt).length > PROMPT_BYTES_MAX) {
    throw new HTTPException(400, { message: "prompt is invalid." });
  }
  return { prompt, body };
}

/** Sends a request to the service, with its key. */
export function ask(env, path, { method = "GET", body } = {}) {
  const headers = { Authorization: `Bearer ${env.ADMIN_KEY}`, Accept: "application/json" };
  if (body) headers["Content-Type"] = "application/json";
  const signal = AbortSignal.timeout(20_000);
  return fetch(`${env.UPSTREAM}${path}`, { method, headers, body, signal, redirect: "manual" });
}

export function failure(error) {
  const status = error instanceof HTTPException ? error.status : 500;
  return Response.json({ error: error.message }, { status });
}

const encoder = new TextEncoder();

async function hashOf(token) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(token)));
}

function isEqual(one, other) {
  return one.length === other.length && crypto.subtle.timingSafeEqual(one, other);
}

/** The environment of an isolate never changes, so that each setting is read once. */
const once = (read) => {
  let value;
  return (env) => (value ??= read(env));
};
const bytesOf = (hex) => Uint8Array.from(hex.match(/../g), (byte) => Number.parseInt(byte, 16));
const tokens = once((env) => JSON.parse(env.TOKENS).map((token) => ({ ...token, hash: bytesOf(token.hash) })));
const projects = once((env) => JSON.parse(env.PROJECTS));
