-- After `jobs_10.sql`: what schema 11 changed, and a rejected follow-up for a job that the ledger lacks.
ALTER TABLE submissions ADD COLUMN prompt_days INTEGER;
ALTER TABLE submissions ADD COLUMN prompt_digest TEXT;
ALTER TABLE jobs ADD COLUMN prompt_days INTEGER;
ALTER TABLE jobs ADD COLUMN has_prompts INTEGER NOT NULL DEFAULT 1;
CREATE INDEX jobs_prompts ON jobs (ended_at) WHERE ended_at IS NOT NULL AND has_prompts = 1;
CREATE INDEX submissions_closed ON submissions (submitted_at)
 WHERE job_id IS NULL AND state IN ('rejected', 'discarded');
CREATE INDEX submissions_closed_prompts ON submissions (submitted_at)
 WHERE job_id IS NULL AND state IN ('rejected', 'discarded') AND prompt_days IS NULL;
CREATE INDEX events_deleted ON events (revision) WHERE what = '{"kind":"deleted"}';
INSERT INTO search (search, rank) VALUES ('secure-delete', 1);
CREATE INDEX read_marks_item ON read_marks (item);
INSERT INTO submissions (id, kind, job_id, prompt, author, submitted_at, state, fault, revision)
 VALUES ('sub-11', 'follow_up', 'job-x', 'And the glossary', 'ada', 1790000310000, 'rejected',
 '{"code":"service_rejected","error":"No such job."}', 8);
UPDATE schema SET version = 11;
