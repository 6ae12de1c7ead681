// A server in front of a Worker that compresses and speaks HTTP/2, as the platform does and workerd on one machine does not.

import { request } from "node:http";
import { createSecureServer } from "node:http2";
import { connect } from "node:net";
import { brotliCompressSync } from "node:zlib";

const COMPRESSED = /javascript|wasm|css|html|json|svg/;
/** Headers of one connection, which HTTP/2 does not have. */
const OF_CONNECTION = ["connection", "content-length", "keep-alive", "transfer-encoding"];

/** Listens on a port with a key and certificate in `pem`, and passes everything on to the Worker at another. */
export function serveInFront(port, pem, workerPort) {
  const known = new Map();
  const server = createSecureServer({ key: pem, cert: pem, allowHTTP1: true }, (asked, answer) => {
    const names = Object.keys(asked.headers).filter((name) => !name.startsWith(":"));
    const headers = Object.fromEntries(names.map((name) => [name, asked.headers[name]]));
    headers["accept-encoding"] = "identity";
    const options = { host: "127.0.0.1", port: workerPort, path: asked.url, method: asked.method, headers };
    const passed = request(options, async (response) => {
      const chunks = [];
      for await (const chunk of response) chunks.push(chunk);
      const headers = { ...response.headers };
      OF_CONNECTION.forEach((name) => delete headers[name]);
      let body = Buffer.concat(chunks);
      if (body.length > 0 && COMPRESSED.test(headers["content-type"])) {
        // Files are compressed once, before their first measured request.
        const key = `${asked.url} ${headers.etag}`;
        if (!headers.etag) body = brotliCompressSync(body);
        else body = known.get(key) ?? known.set(key, brotliCompressSync(body)).get(key);
        headers["content-encoding"] = "br";
      }
      answer.writeHead(response.statusCode, { ...headers, "content-length": body.length });
      answer.end(body);
    });
    // Between two rounds there is no Worker.
    passed.on("error", () => answer.stream.destroy());
    asked.pipe(passed);
  });
  // A live connection has a connection of its own, in HTTP/1.1.
  server.on("upgrade", (asked, socket, head) => {
    const worker = connect(workerPort, "127.0.0.1", () => {
      const headers = asked.rawHeaders.map((text, index) => (index % 2 ? `${text}\r\n` : `${text}: `)).join("");
      worker.write(`${asked.method} ${asked.url} HTTP/1.1\r\n${headers}\r\n`);
      worker.write(head);
      socket.pipe(worker).pipe(socket);
    });
    for (const end of [worker, socket]) end.on("error", () => socket.destroy());
  });
  return new Promise((resolve) => server.listen(port, "localhost", () => resolve(server)));
}
