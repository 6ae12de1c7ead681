// A server in front of a Worker that compresses, as the platform does and workerd on one machine does not.

import { createServer, request } from "node:http";
import { connect } from "node:net";
import { brotliCompressSync } from "node:zlib";

const COMPRESSED = /javascript|wasm|css|html|json|svg/;

/** Listens on a port, and passes everything on to the Worker at another. */
export function compressed(port, workerPort) {
  const known = new Map();
  const server = createServer((asked, answer) => {
    const plain = { ...asked.headers, "accept-encoding": "identity" };
    const options = { host: "127.0.0.1", port: workerPort, path: asked.url, method: asked.method, headers: plain };
    const passed = request(options, async (response) => {
      const chunks = [];
      for await (const chunk of response) chunks.push(chunk);
      const { "content-length": _, "transfer-encoding": __, ...headers } = response.headers;
      let body = Buffer.concat(chunks);
      if (body.length > 0 && COMPRESSED.test(headers["content-type"])) {
        // Files are compressed once, before their first measured request.
        const key = `${asked.url} ${headers.etag}`;
        if (!headers.etag) body = brotliCompressSync(body);
        else body = known.get(key) ?? known.set(key, brotliCompressSync(body)).get(key);
        headers["content-encoding"] = "br";
      }
      answer.writeHead(response.statusCode, { ...headers, "content-length": body.length }).end(body);
    });
    // Between two rounds there is no Worker.
    passed.on("error", () => answer.destroy());
    asked.pipe(passed);
  });
  server.on("upgrade", (asked, socket, head) => {
    const worker = connect(workerPort, "127.0.0.1", () => {
      const headers = asked.rawHeaders.map((text, index) => (index % 2 ? `${text}\r\n` : `${text}: `)).join("");
      worker.write(`${asked.method} ${asked.url} HTTP/1.1\r\n${headers}\r\n`);
      worker.write(head);
      socket.pipe(worker).pipe(socket);
    });
    for (const end of [worker, socket]) end.on("error", () => socket.destroy());
  });
  return new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve(server)));
}
