// The runtime of wrangler beside another one, to compare their responses.

import { join } from "node:path";

import { startWorker } from "./worker.mjs";

/** Headers that name the response, or that every server writes in its own way. The bodies are compared themselves. */
const OWN = [
  "cf-cache-status",
  "connection",
  "content-encoding",
  "content-length",
  "date",
  "docket-request-id",
  "etag",
  "keep-alive",
  "transfer-encoding",
];

/** What can be compared between two servers of the same files. */
export function comparable({ status, headers, text }) {
  const compared = Object.entries(headers).filter(([name]) => !OWN.includes(name));
  return { status, headers: compared.sort(), text: text.replace(/req_\w+/, "req_") };
}

/** Starts the files and the Worker of a package as wrangler runs them. */
export function deployed(folder, persist, settings) {
  return startWorker({
    config: join(folder, "wrangler.jsonc"),
    entrypoint: join(folder, "worker/index.js"),
    assets: join(folder, "assets"),
    persist,
    vars: settings,
  });
}
