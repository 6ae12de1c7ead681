// The network between browser and Docket, which can be cut.

import { connect, createServer } from "node:net";

/** Passes bytes on to `port`, until it is cut: then lines that are open break, and new ones are refused. */
export class Cable {
  #server;
  #sockets = new Set();
  #isCut = false;

  /** One that leads to `port` on this machine. */
  static async to(port) {
    const cable = new Cable();
    cable.#server = createServer((near) => cable.#carry(near, port));
    await new Promise((done) => cable.#server.listen(0, "127.0.0.1", done));
    cable.url = `http://localhost:${cable.#server.address().port}`;
    return cable;
  }

  #carry(near, port) {
    if (this.#isCut) {
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

  cut() {
    this.#isCut = true;
    this.#sockets.forEach((socket) => socket.destroy());
  }

  mend() {
    this.#isCut = false;
  }

  async end() {
    this.cut();
    await new Promise((done) => this.#server.close(done));
  }
}
