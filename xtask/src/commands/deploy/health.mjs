// Prints the health that a deployment reports, or the word `access` where Cloudflare Access sends everybody to its own sign-in. Node has TLS,
// which xtask's own requests to this machine do not need.

import { send } from "../../../package/requests.mjs";

const [, , url] = process.argv;
try {
  const response = await send(new URL(url));
  console.log(await response.text());
} catch (error) {
  if (!error.place?.includes("/cdn-cgi/access/login")) throw error;
  console.log("access");
}
