// What Cloudflare does in front of the Worker: it serves the app's files, and says from which address a request comes and
// whether it came over https.
//
// Only the proxy may connect, and says both. Everybody can send the same headers, so that all other connections are refused.

import { WorkerEntrypoint } from "cloudflare:workers";
import rules from "_headers";

/** The addresses of the proxy if DOCKET_PROXY does not name them: this machine. */
const THIS_MACHINE = "127.0.0.1,::1";

/** Whether the Worker answers a path, without a search for a file of that name first: as in wrangler.jsonc. */
const isOfTheWorker = (path) => path === "/" || (/^\/(api|v1|v2)\//.test(path) && path !== "/api/openapi.json");

/** A file of the app. What has another ending, such as _headers, is none. */
const FILE = /^(?:\/[\w-][\w.-]*)+\.(\w+)$/;
const TYPES = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  svg: "image/svg+xml",
  txt: "text/plain; charset=utf-8",
  wasm: "application/wasm",
};

export default {
  async fetch(request, env) {
    const peer = addressOf(request.cf?.clientIp);
    if (!(env.DOCKET_PROXY || THIS_MACHINE).split(",").some((address) => address.trim() === peer)) {
      return new Response("Docket answers only its proxy.\n", { status: 403 });
    }
    // The runtime makes the URL of the header Host, whatever it has.
    if (!URL.canParse(request.url)) return new Response("The header Host is invalid.\n", { status: 400 });
    const original = asProxySays(request, peer);
    const { pathname } = new URL(original.url);
    const file = isOfTheWorker(pathname) ? undefined : await find(pathname, original, env);
    return file ?? env.DOCKET.fetch(original);
  },
};

/** The app's pages, for the Worker. */
export class Assets extends WorkerEntrypoint {
  async fetch(request) {
    const { pathname } = new URL(request.url);
    return (await find(pathname, request, this.env)) ?? new Response(null, { status: 404 });
  }
}

/** The request as its client sent it to the proxy. */
function asProxySays(request, peer) {
  const url = new URL(request.url);
  const headers = new Headers(request.headers);
  if (headers.get("X-Forwarded-Proto") === "https") url.protocol = "https:";
  // The proxy adds the last address. Those before it are what the client sent.
  headers.set("CF-Connecting-IP", forwardedFor(headers) || peer);
  headers.delete("CF-IPCountry");
  return new Request(url, new Request(request, { headers }));
}

/** The address that the proxy adds. Some proxies add its port as well, which would give each connection a limit of its own. */
function forwardedFor(headers) {
  const last = headers.get("X-Forwarded-For")?.split(",").at(-1).trim();
  return last?.replace(/^([\d.]+):\d+$/, "$1").replace(/^\[(.*)\](:\d+)?$/, "$1");
}

/** The address without the port, and without the prefix of an IPv4 address in the form of IPv6. */
function addressOf(clientIp) {
  return clientIp?.replace(/:\d+$/, "").replace(/^\[(.*)\]$/, "$1").replace(/^::ffff:(?=[\d.]+$)/, "");
}

const HEADERS = rules.split(/\n(?=\S)/).map((rule) => {
  const [path, ...lines] = rule.trim().split(/\n\s*/);
  const pattern = path.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&")).join(".*");
  return { path: new RegExp(`^${pattern}$`), lines };
});

/** The headers of a path, by the file that Cloudflare reads. */
function headersOf(path) {
  const headers = new Headers();
  for (const line of HEADERS.filter((rule) => rule.path.test(path)).flatMap(({ lines }) => lines)) {
    const [, removed, name, value] = /^(?:! (\S+)|(\S+): (.*))$/.exec(line);
    if (removed) headers.delete(removed);
    else headers.append(name, value);
  }
  return headers;
}

/** The files that were asked for. A release has few of them, and they do not change while it runs. */
const known = new Map();

/** The file under the path of a URL. A page has no ending there. */
const fileOf = (pathname) => (pathname === "/" ? "/index.html" : pathname.includes(".") ? pathname : `${pathname}.html`);

/** The one path under which a page is served: its file has further names. */
const pageOf = (pathname) => pathname.replace(/\.html$/, "").replace(/\/index$/, "/");

/** The response with the file under this path, if there is one. */
async function find(pathname, { method, headers: asked }, env) {
  const path = fileOf(pathname);
  const type = TYPES[FILE.exec(path)?.[1]];
  if (!type || !["GET", "HEAD"].includes(method)) return undefined;
  const file = known.get(path) ?? (await read(path, env));
  if (!file) return undefined;
  const headers = headersOf(pathname);
  if (pageOf(pathname) !== pathname) {
    headers.set("Location", pageOf(pathname));
    return new Response(null, { status: 307, headers });
  }
  headers.set("ETag", file.tag);
  headers.set("Content-Type", type);
  const tags = asked.get("If-None-Match")?.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  if (tags?.includes(file.tag)) return new Response(null, { status: 304, headers });
  headers.set("Content-Length", file.content.byteLength);
  return new Response(method === "HEAD" ? null : file.content, { headers });
}

async function read(path, env) {
  const response = await env.FILES.fetch(`http://files${path}`);
  if (!response.ok) return undefined;
  const content = await response.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content), 0, 16);
  const file = { content, tag: `"${[...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("")}"` };
  known.set(path, file);
  return file;
}
