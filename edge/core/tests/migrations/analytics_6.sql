-- After `analytics_5.sql`: what schema 6 added.
ALTER TABLE rate_limits ADD COLUMN counters BLOB;
UPDATE schema SET version = 6;
