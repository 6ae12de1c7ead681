// Programs that run beside the tests, and end with them.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** How long a program may take to end by itself, in ms. */
const GRACE_MS = 8_000;
/** How many lines of its output are kept to explain a failure. */
const TAIL_LINES = 60;

const running = new Set();

// Ctrl-C, and a test run that is ended from outside.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.once(signal, async () => {
    await Promise.all([...running].map((program) => program.end()));
    process.exit(1);
  });
}
process.on("exit", () => running.forEach((program) => program.signal("SIGKILL")));

/** A program in a process group of its own, so that what it starts ends with it. */
export class Program {
  #child;
  #ended;
  #tail = [];
  #waiting = new Set();

  /** Starts it in `folder` with these variables besides this process's own. */
  constructor(command, { folder, variables }) {
    const [program, ...args] = command;
    const env = { ...process.env, ...variables };
    // Otherwise node:test believes that the program's output is that of a test file.
    delete env.NODE_TEST_CONTEXT;
    this.#child = spawn(program, args, { cwd: folder, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    this.#ended = once(this.#child, "close").then(() => {
      running.delete(this);
      this.#waiting.forEach(({ reject }) => reject(new Error(`${program} ended early:\n${this.output}`)));
      this.#waiting.clear();
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      createInterface({ input: stream }).on("line", (line) => this.#hear(line));
    }
    running.add(this);
  }

  /** What it said last. */
  get output() {
    return this.#tail.join("\n");
  }

  /** Waits for a line that matches, and gives the match. */
  says(pattern) {
    for (const line of this.#tail) {
      const match = pattern.exec(line);
      if (match) return match;
    }
    return new Promise((resolve, reject) => this.#waiting.add({ pattern, resolve, reject }));
  }

  /** Sends a signal to the program and to everything that it started. */
  signal(name) {
    try {
      process.kill(-this.#child.pid, name);
    } catch {
      // It has ended.
    }
  }

  /** Ends it, politely first. */
  async end() {
    this.signal("SIGTERM");
    const kill = setTimeout(() => this.signal("SIGKILL"), GRACE_MS);
    await this.#ended;
    clearTimeout(kill);
  }

  #hear(line) {
    this.#tail.push(line);
    if (this.#tail.length > TAIL_LINES) this.#tail.shift();
    for (const waiting of this.#waiting) {
      const match = waiting.pattern.exec(line);
      if (!match) continue;
      this.#waiting.delete(waiting);
      waiting.resolve(match);
    }
  }
}
