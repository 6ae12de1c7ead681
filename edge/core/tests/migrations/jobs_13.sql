-- After `jobs_12.sql`: what schema 13 changed, and a job that runs long.
ALTER TABLE jobs ADD COLUMN pull_request INTEGER;
CREATE INDEX jobs_pull_request ON jobs (pull_request) WHERE pull_request IS NOT NULL;
UPDATE jobs SET pull_request = 12 WHERE id = 'job-c';
UPDATE jobs SET is_stale = 1 WHERE id = 'job-a';
INSERT INTO events (revision, at, job_id, what)
 SELECT max(revision) + 1, 1790000299000, 'job-a', '{"kind":"became_stale"}' FROM events;
UPDATE schema SET version = 13;
