-- After `jobs_3.sql`: what schema 4 changed.
DROP INDEX jobs_polling;
ALTER TABLE jobs DROP COLUMN polling_since;
ALTER TABLE jobs DROP COLUMN polled_at;
DROP TRIGGER jobs_added;
DROP TRIGGER jobs_changed;
CREATE TABLE schedule (durations TEXT NOT NULL, polled_jobs INTEGER NOT NULL) STRICT;
INSERT INTO schedule (durations, polled_jobs) SELECT latest, value FROM durations, counts WHERE name = 'polled';
DROP TABLE durations;
DROP TABLE counts;
DROP INDEX submissions_job;
CREATE INDEX submissions_job ON submissions (job_id);
CREATE INDEX events_submission ON events (submission_id) WHERE job_id IS NULL;
UPDATE schema SET version = 4;
