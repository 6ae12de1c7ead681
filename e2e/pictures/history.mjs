// Rewrites the times, authors and prompts of recent jobs for the pictures.

import { glob } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const MINUTE_MS = 60_000;
/** The line that controls the stand-in service. */
const SENTINEL = /\n\[sim: .*\]$/;

/** Rewrites the stored ledgers below `folder`, while no process has them open. */
export async function rewrite(folder, jobs) {
  for await (const path of glob(join(folder, "**/*.sqlite"))) {
    const db = new DatabaseSync(path);
    const isLedger = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'submissions'").get();
    if (isLedger) jobs.forEach((job) => rewriteJob(db, job));
    // Durations learned from one-second jobs do not apply to the jobs in the pictures.
    if (isLedger) db.prepare("UPDATE schedule SET create_durations = ?, follow_up_durations = '[]'").run(JSON.stringify(durations(jobs)));
    db.close();
  }
}

/** The durations of ended jobs in milliseconds, newest first. */
function durations(jobs) {
  return jobs.filter(({ ended }) => ended).map(({ started, ended }) => (started - ended) * MINUTE_MS).reverse();
}

function rewriteJob(db, { prompt, author, started, ended }) {
  const like = `${prompt}\n[sim: %`;
  const row = db.prepare("SELECT jobs.id, added_at, ended_at FROM jobs JOIN submissions ON job_id = jobs.id WHERE prompt LIKE ?");
  const job = row.get(like);
  const [from, to] = [job.added_at, job.ended_at ?? Date.now()];
  const [start, end] = [started, ended ?? 0].map((minutes) => Date.now() - minutes * MINUTE_MS);
  const moved = (at) => Math.round(start + ((at - from) / (to - from)) * (end - start));

  db.prepare("UPDATE jobs SET added_at = ?, active_since = ?, author = ? WHERE id = ?").run(start, start, author, job.id);
  const createdAt = new Date(start).toISOString();
  db.prepare("UPDATE jobs SET body = json_set(body, '$.createdAt', ?) WHERE id = ?").run(createdAt, job.id);
  if (ended) {
    db.prepare("UPDATE jobs SET ended_at = ?, checked_at = ? WHERE id = ?").run(end, end, job.id);
  }
  for (const { revision, at } of db.prepare("SELECT revision, at FROM events WHERE job_id = ?").all(job.id)) {
    db.prepare("UPDATE events SET at = ? WHERE revision = ?").run(moved(at), revision);
  }
  db.prepare("UPDATE events SET author = ? WHERE job_id = ? AND author IS NOT NULL").run(author, job.id);
  for (const submission of db.prepare("SELECT id, prompt, submitted_at FROM submissions WHERE job_id = ?").all(job.id)) {
    db.prepare("UPDATE submissions SET prompt = ?, author = ?, submitted_at = ? WHERE id = ?").run(
      submission.prompt.replace(SENTINEL, ""),
      author,
      moved(submission.submitted_at),
      submission.id,
    );
  }
}
