// Waiting for what cannot be listened to.

import { setTimeout as pause } from "node:timers/promises";

/** Asks now and then until the answer is yes. */
export async function until(what, ask, { withinMs = 60_000 } = {}) {
  const deadline = Date.now() + withinMs;
  while (!(await ask())) {
    if (Date.now() > deadline) throw new Error(`waited ${withinMs} ms in vain: ${what}`);
    await pause(100);
  }
}
