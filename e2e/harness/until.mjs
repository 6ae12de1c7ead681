// Polling for conditions that emit no event.

import { setTimeout as pause } from "node:timers/promises";

/** Calls `ask` every 100 ms until it returns true. */
export async function until(what, ask, { withinMs = 60_000 } = {}) {
  const deadline = Date.now() + withinMs;
  while (!(await ask())) {
    if (Date.now() > deadline) throw new Error(`timed out after ${withinMs} ms: ${what}`);
    await pause(100);
  }
}
