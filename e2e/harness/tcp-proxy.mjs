// A TCP proxy between the browser and Docket that can interrupt the connection.

import { connect, createServer } from "node:net";

/** Forwards bytes to a port. While it is disconnected, open connections break and new ones are refused. */
export class TcpProxy {
  #server;
  #sockets = new Set();
  #isDisconnected = false;

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
    const far = connect(port, "127.0.0.1");
    for (const [socket, other] of [[near, far], [far, near]]) {
      this.#sockets.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        this.#sockets.delete(socket);
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

  async end() {
    this.disconnect();
    await new Promise((done) => this.#server.close(done));
  }
}
