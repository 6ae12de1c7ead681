// Requests of the scripts to a deployment, also to one behind Cloudflare Access.
//
// CF_ACCESS_CLIENT_ID and CF_ACCESS_CLIENT_SECRET are those of a service token of Access, and CF_ACCESS_TOKEN is the token of a person, from
// `cloudflared access token --app=URL`.

const { CF_ACCESS_CLIENT_ID: id, CF_ACCESS_CLIENT_SECRET: secret, CF_ACCESS_TOKEN: token } = process.env;

/** Whether the requests are those of a person who has signed in with Access. */
export const isPersonOfAccess = Boolean(token);

/** The headers by which Access lets a request through; none without its variables. */
function accessHeaders() {
  if (Boolean(id) !== Boolean(secret)) {
    throw Object.assign(new Error("CF_ACCESS_CLIENT_ID and CF_ACCESS_CLIENT_SECRET must be set together"), { isFinal: true });
  }
  return {
    ...(id && { "CF-Access-Client-Id": id, "CF-Access-Client-Secret": secret }),
    ...(token && { "cf-access-token": token }),
  };
}

/** What came in place of the response to a request: `isFinal` if the same request would get the same again. */
export class Refused extends Error {
  constructor(sentence, status, code) {
    super(`${sentence} (${status})`);
    this.code = code;
    this.isFinal = status < 500 && status !== 429;
  }
}

/** The hosts that are this machine. Only to them, a passphrase or a token needs no encryption. */
const LOCAL = ["localhost", "127.0.0.1", "[::1]"];

/** The origin of a deployment, from what a person typed. */
export function originOf(address) {
  // Without a scheme, localhost:8787 would be an address of the scheme localhost.
  if (/^https?:\/\//.test(address) && URL.canParse(address)) {
    const { protocol, hostname, origin } = new URL(address);
    if (protocol === "https:" || LOCAL.includes(hostname)) return origin;
  }
  throw new Error(`${address} is not the address of a deployment, which begins with https://`);
}

/** Sends a request. Returns a response of Docket that is no problem. */
export async function send(url, options = {}) {
  const headers = { ...options.headers, ...accessHeaders() };
  // A redirect leads to the sign-in of Access, or to another address, where the credentials do not belong.
  const response = await fetch(url, { ...options, headers, redirect: "manual" }).catch((error) => {
    throw new Error(`no response from ${url.origin}: ${error.cause?.message || error.message}`);
  });
  const { status } = response;
  if (response.ok) return response;
  const place = response.headers.get("Location");
  if (place && status < 400) {
    const { origin } = new URL(place, url);
    const advice = "use the address without redirects, and set the variables of Cloudflare Access if it is in front";
    throw Object.assign(new Refused(`${url.origin} redirects to ${origin}: ${advice}`, status), { place });
  }
  const problem = await response.json().catch(() => ({}));
  throw new Refused(problem.error ?? "the response is not Docket's", status, problem.code);
}
