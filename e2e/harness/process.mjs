// Child processes that end with the tests.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** The time a program has to exit after SIGTERM. */
const GRACE_MS = 8_000;
/** The time a program has for a line, which includes its compilation: shorter than the time of a test, whose error would not show the output. */
const SAYS_WITHIN_MS = 240_000;
/** The number of lines of output to show in an error. */
const TAIL_LINES = 60;

const running = new Set();

// Ctrl-C, or another signal to the test run.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.once(signal, async () => {
    await Promise.all([...running].map((program) => program.end()));
    process.exit(1);
  });
}
process.on("exit", () => running.forEach((program) => program.signal("SIGKILL")));

/** A program in its own process group, so that its children end with it. */
export class Program {
  #child;
  #ended;
  #tail = [];
  #waiting = new Set();

  /** Starts the program in `folder`, with `variables` added to the environment, and a line of `input` if it reads one. */
  constructor(command, { folder, variables, input }) {
    const [program, ...args] = command;
    const env = { ...process.env, ...variables };
    // With this variable, node:test would parse the program's output as that of a test file.
    delete env.NODE_TEST_CONTEXT;
    this.#child = spawn(program, args, { cwd: folder, env, detached: true, stdio: ["pipe", "pipe", "pipe"] });
    // A program that reads its input ends with it, so that the input stays open.
    if (input === undefined) this.#child.stdin.end();
    else this.#child.stdin.write(`${input}\n`);
    this.#ended = once(this.#child, "close").then(() => {
      running.delete(this);
      this.#waiting.forEach(({ reject }) => reject(this.#error("ended early")));
      this.#waiting.clear();
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      createInterface({ input: stream }).on("line", (line) => this.#onLine(line));
    }
    running.add(this);
  }

  /** The last lines of its output. */
  get output() {
    return this.#tail.join("\n");
  }

  /** Waits for a line that matches, and returns the match. */
  async says(pattern, withinMs = SAYS_WITHIN_MS) {
    for (const line of this.#tail) {
      const match = pattern.exec(line);
      if (match) return match;
    }
    if (!running.has(this)) throw this.#error("has ended");
    const { promise, resolve, reject } = Promise.withResolvers();
    const waiting = { pattern, resolve, reject };
    this.#waiting.add(waiting);
    const limit = setTimeout(() => {
      this.#waiting.delete(waiting);
      reject(this.#error(`printed no line like ${pattern} within ${withinMs / 1000} s`));
    }, withinMs);
    return promise.finally(() => clearTimeout(limit));
  }

  /** Sends a signal to the process group. */
  signal(name) {
    try {
      process.kill(-this.#child.pid, name);
    } catch {
      // The program has ended.
    }
  }

  /** Ends the program: SIGTERM first, then SIGKILL. */
  async end() {
    this.signal("SIGTERM");
    const kill = setTimeout(() => this.signal("SIGKILL"), GRACE_MS);
    await this.#ended;
    clearTimeout(kill);
  }

  #error(what) {
    return new Error(`${this.#child.spawnfile} ${what}:\n${this.output}`);
  }

  #onLine(line) {
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
