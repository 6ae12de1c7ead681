// A certificate for this machine that only the browser of a benchmark trusts: browsers use HTTP/2 over TLS alone.

import { execFileSync } from "node:child_process";
import { X509Certificate, createHash } from "node:crypto";

/** Makes a key and a certificate for localhost with OpenSSL, and returns both and the argument that makes Chromium trust them. */
export function makeCertificate() {
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc", "-keyout", "-"];
  const pem = execFileSync("openssl", ["req", "-x509", "-days", "1", ...key, ...subject], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const publicKey = new X509Certificate(pem).publicKey.export({ type: "spki", format: "der" });
  const hash = createHash("sha256").update(publicKey).digest("base64");
  return { pem, trusted: `--ignore-certificate-errors-spki-list=${hash}` };
}
