-- After `jobs_8.sql`: what schema 9 changed.
ALTER TABLE schedule ADD COLUMN succeeded_at INTEGER;
ALTER TABLE schedule ADD COLUMN failed_at INTEGER;
ALTER TABLE schedule ADD COLUMN fault TEXT;
UPDATE schedule SET succeeded_at = 1790000200000;
UPDATE schema SET version = 9;
