// Cloudflare Access in front of Docket: a proxy that adds the assertion of the person who is signed in.

import { createServer, request } from "node:http";

const SIGN_OUT = "/cdn-cgi/access/logout";

export class Access {
  #server;
  #target;
  /** The assertion of the person who is signed in; undefined if nobody is. */
  assertion;

  /** Listens on a port of its own. Nothing answers before `protect`. */
  static async start() {
    const access = new Access();
    access.#server = createServer((incoming, outgoing) => access.#answer(incoming, outgoing));
    access.#server.on("upgrade", (incoming, socket, head) => access.#upgrade(incoming, socket, head));
    await new Promise((resolve) => access.#server.listen(0, "localhost", resolve));
    access.url = `http://localhost:${access.#server.address().port}`;
    return access;
  }

  /** Forwards requests to the Docket at this port. */
  protect(port) {
    this.#target = port;
  }

  end() {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #answer(incoming, outgoing) {
    if (incoming.url === SIGN_OUT) this.assertion = undefined;
    if (!this.assertion) {
      // Access redirects a page to its own one, and only a script learns the status.
      const status = incoming.headers["x-requested-with"] ? 401 : 200;
      outgoing.writeHead(status, { "Content-Type": "text/html" }).end("<!doctype html><h1>Log in with Access</h1>");
      return;
    }
    const forwarded = this.#forward(incoming);
    forwarded.on("response", (response) => {
      outgoing.writeHead(response.statusCode, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on("error", () => outgoing.destroy());
    incoming.pipe(forwarded);
  }

  #upgrade(incoming, socket, head) {
    if (!this.assertion) return socket.destroy();
    const forwarded = this.#forward(incoming);
    forwarded.on("upgrade", (response, upstream, first) => {
      const headers = response.rawHeaders.reduce((text, part, index) => text + part + (index % 2 ? "\r\n" : ": "), "");
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${headers}\r\n`);
      socket.write(first);
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
      upstream.on("error", () => socket.destroy());
      socket.on("error", () => upstream.destroy());
    });
    forwarded.on("response", () => socket.destroy());
    forwarded.on("error", () => socket.destroy());
    forwarded.end();
  }

  #forward({ method, url, headers }) {
    const all = { ...headers, "Cf-Access-Jwt-Assertion": this.assertion };
    return request({ host: "localhost", port: this.#target, method, path: url, headers: all });
  }
}
