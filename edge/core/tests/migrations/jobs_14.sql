-- After `jobs_13.sql`: what schema 14 changed, and a job whose pull request has a follow-up at work.
ALTER TABLE jobs RENAME COLUMN is_stale TO is_running_long;
UPDATE events SET what = replace(what, '{"kind":"became_stale"', '{"kind":"running_long"')
 WHERE what LIKE '{"kind":"became_stale"%';
INSERT INTO events (revision, at, job_id, what)
 SELECT max(revision) + 1, 1790000299001, 'job-a', '{"kind":"pull_request","url":"https://code.example/acme/docs/pull/7"}' FROM events;
INSERT INTO events (revision, at, job_id, what)
 SELECT max(revision) + 1, 1790000299002, 'job-a', '{"kind":"pull_request","url":"https://code.example/acme/docs/pull/8"}' FROM events;
UPDATE schema SET version = 14;
