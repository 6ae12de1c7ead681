import { useSyncExternalStore } from "react";

/** The state that the messages of the live stream lead to. */
export const EMPTY = { revision: null, jobs: [] };

/** The state after a message: jobs newest first. */
export function reduce(state, message) {
  if (message.type === "snapshot") {
    // A job of the same revision is the same: its row stays as it is.
    const known = new Map(state.jobs.map((job) => [job.id, job]));
    const jobs = message.jobs.map((job) => (known.get(job.id)?.revision === job.revision ? known.get(job.id) : job));
    return { revision: message.revision, jobs };
  }
  if (message.type !== "changes") return state;
  const changed = new Map(message.jobs.map((job) => [job.id, job]));
  const jobs = [];
  for (const job of state.jobs) {
    const next = changed.get(job.id) ?? job;
    changed.delete(job.id);
    if (!next.hidden) jobs.push(next);
  }
  const added = [...changed.values()].filter((job) => !job.hidden);
  const all = added.length > 0 ? [...added, ...jobs].sort((a, b) => b.addedAt.localeCompare(a.addedAt)) : jobs;
  return { revision: message.revision, jobs: all };
}

const listeners = new Set();
setInterval(() => listeners.forEach((listener) => listener()), 1000);

/** What `of` says about the current time: a component renders again when that changes. */
export function useClock(of) {
  return useSyncExternalStore(subscribe, () => of(Date.now()));
}

function subscribe(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
