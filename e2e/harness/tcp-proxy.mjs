// A TCP proxy between the browser and Docket that can interrupt the connection.

import { connect, createServer } from "node:net";

/**
 * Forwards bytes to a port. While it is disconnected, open connections break and new ones are refused. While it is silent, neither the
 * open WebSockets nor new connections get a byte, and nobody learns of it.
 */
export class TcpProxy {
  #server;
  #sockets = new Set();
  #webSockets = new Set();
  #isDisconnected = false;
  #isSilent = false;
  /** The number of connections that were opened in silence. */
  unanswered = 0;

  /** Starts a proxy to `port` on this machine. */
  static async to(port) {
    const proxy = new TcpProxy();
    proxy.#server = createServer((near) => proxy.#forward(near, port));
    await new Promise((done) => proxy.#server.listen(0, "127.0.0.1", done));
    proxy.url = `http://localhost:${proxy.#server.address().port}`;
    return proxy;
  }

  #forward(near, port) {
    if (this.#isDisconnected) {
      near.destroy();
      return;
    }
    if (this.#isSilent) {
      this.unanswered += 1;
      this.#sockets.add(near);
      near.on("error", () => this.#sockets.delete(near));
      return;
    }
    near.once("data", (bytes) => {
      if (/^upgrade: *websocket/im.test(bytes.toString("latin1"))) this.#webSockets.add(near).add(far);
    });
    const far = connect(port, "127.0.0.1");
    for (const [socket, other] of [[near, far], [far, near]]) {
      this.#sockets.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        this.#sockets.delete(socket);
        this.#webSockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }

  disconnect() {
    this.#isDisconnected = true;
    this.#sockets.forEach((socket) => socket.destroy());
  }

  reconnect() {
    this.#isDisconnected = false;
  }

  /** As after a sleep: idle connections were closed, and the other side of the WebSockets has forgotten them. */
  silence() {
    this.#isSilent = true;
    for (const socket of this.#sockets) {
      if (this.#webSockets.has(socket)) socket.unpipe().pause();
      else socket.destroy();
    }
  }

  /** New connections work again. Those from before stay silent. */
  speak() {
    this.#isSilent = false;
  }

  async end() {
    this.disconnect();
    await new Promise((done) => this.#server.close(done));
  }
}
