-- After `analytics_6.sql`: what schema 7 added, and a backfill of days with their paths.
ALTER TABLE tables ADD COLUMN to_at INTEGER NOT NULL DEFAULT 0;
CREATE INDEX tables_ended ON tables (to_at);
ALTER TABLE cache_entries ADD COLUMN to_at INTEGER NOT NULL DEFAULT 0;
CREATE INDEX cache_entries_ended ON cache_entries (to_at);
CREATE INDEX totals_ended ON totals (project, to_at);
CREATE INDEX day_rows_ended ON day_rows (project, to_at);
UPDATE tables SET to_at = 1788220800000;
UPDATE cache_entries SET to_at = 1788220800000;
INSERT INTO "backfills" VALUES(2,'acme-docs','day-paths','2026-06-01','2026-06-30','UTC',3,0,0,NULL);
INSERT INTO "backfill_requests" VALUES(2,0,'2026-06-29','2026-06-30');
INSERT INTO "failed_backfills" VALUES('acme-docs','day-paths','2026-05-01','2026-05-31','UTC','The service did not respond in time.',1790004000000);
UPDATE schema SET version = 7;
