-- After `jobs_9.sql`: what schema 10 changed.
ALTER TABLE rate_limits ADD COLUMN counters BLOB;
ALTER TABLE schedule ADD COLUMN end_delays TEXT NOT NULL DEFAULT '[]';
UPDATE schedule SET end_delays = '[5000]';
CREATE INDEX jobs_stopped ON jobs (number) WHERE is_stopped = 1 AND ended_at IS NULL;
UPDATE schema SET version = 10;
