-- The analytics database of schema 7: that of schema 2, and what schemas 3 to 7 changed at its end.
CREATE TABLE "backfill_requests" (
        backfill INTEGER NOT NULL, nth INTEGER NOT NULL, date_from TEXT NOT NULL, date_to TEXT NOT NULL,
        PRIMARY KEY (backfill, nth)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "backfill_requests" VALUES(1,0,'2026-08-31','2026-09-01');
INSERT INTO "backfill_requests" VALUES(1,1,'2026-08-30','2026-08-31');
CREATE TABLE "backfills" (
        id INTEGER PRIMARY KEY AUTOINCREMENT, project TEXT NOT NULL, kind TEXT NOT NULL, first_day TEXT NOT NULL,
        last_day TEXT NOT NULL, zone TEXT NOT NULL, total INTEGER NOT NULL,
        failures INTEGER NOT NULL DEFAULT 0, not_before INTEGER NOT NULL DEFAULT 0, program TEXT,
        UNIQUE (project, kind, first_day, last_day, zone)
    ) STRICT;
INSERT INTO "backfills" VALUES(1,'acme-docs','days','2026-08-01','2026-08-31','UTC',2,0,0,NULL);
CREATE TABLE "cache_entries" (
        request TEXT PRIMARY KEY, body TEXT NOT NULL, fetched_at INTEGER NOT NULL
    ) STRICT;
INSERT INTO "cache_entries" VALUES('acme-docs?dateFrom=2026-08-01&dateTo=2026-09-01','{"totals":{"human":900,"ai":200,"total":1000},"visitors":[],"hasMore":false}',1790000300000);
CREATE TABLE "failed_backfills" (
        project TEXT NOT NULL, kind TEXT NOT NULL, first_day TEXT NOT NULL, last_day TEXT NOT NULL,
        zone TEXT NOT NULL, error TEXT NOT NULL, failed_at INTEGER NOT NULL,
        PRIMARY KEY (project, kind, first_day, last_day, zone)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "failed_backfills" VALUES('acme-docs','paths','2026-07-01','2026-07-31','UTC','The documentation service does not accept Docket''s admin key (403). An administrator has to look at it.',1790004000000);
CREATE TABLE paths (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE) STRICT;
INSERT INTO "paths" VALUES(1,'/guides/0');
INSERT INTO "paths" VALUES(2,'/guides/1');
INSERT INTO "paths" VALUES(3,'/guides/2');
INSERT INTO "paths" VALUES(4,'/guides/3');
INSERT INTO "paths" VALUES(5,'/guides/4');
INSERT INTO "paths" VALUES(6,'/guides/5');
INSERT INTO "paths" VALUES(7,'/guides/6');
INSERT INTO "paths" VALUES(8,'/guides/7');
CREATE TABLE "projects" (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
INSERT INTO "projects" VALUES(1,'acme-docs');
CREATE TABLE rate_limits (
    name TEXT PRIMARY KEY NOT NULL, expires_at INTEGER NOT NULL, state BLOB NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "rate_limits" VALUES('requests',1790003902500,X'019891d6a28c3403e883b0a48c34d483d4a28c3401e80701e80701');
CREATE TABLE schema (version INTEGER NOT NULL) STRICT;
INSERT INTO "schema" VALUES(2);
CREATE TABLE table_pages (place INTEGER PRIMARY KEY, entries BLOB NOT NULL) STRICT;
INSERT INTO "table_pages" VALUES(1790000300000000,X'0102c701141402021414020214140202141402021414');
INSERT INTO "table_pages" VALUES(1790000300000001,X'010cbd0114140202141402021414');
CREATE TABLE tables (
        id INTEGER PRIMARY KEY, table_key TEXT NOT NULL, bytes INTEGER NOT NULL, used_at INTEGER NOT NULL,
        state BLOB NOT NULL
    ) STRICT;
INSERT INTO "tables" VALUES(1790000300000,'acme-docs 2026-08-01 2026-09-01',34,1790000300000,X'0101020208018407c801e80700e0ffd3a28c34c0d4d7a28c34');
CREATE TABLE totals (
        project INTEGER NOT NULL, from_at INTEGER NOT NULL, to_at INTEGER NOT NULL,
        human INTEGER NOT NULL, ai INTEGER NOT NULL, total INTEGER NOT NULL, checked_at INTEGER NOT NULL,
        PRIMARY KEY (project, from_at, to_at)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "totals" VALUES(1,1785542400000,1788220800000,900,200,1000,1790000300000);
CREATE INDEX cache_entries_by_age ON cache_entries (fetched_at);
CREATE INDEX totals_partial ON totals (checked_at) WHERE checked_at < to_at;
CREATE INDEX totals_over ON totals (checked_at) WHERE checked_at >= to_at;
CREATE INDEX tables_by_key ON tables (table_key);
-- What schema 3 changed.
CREATE TABLE too_large (request TEXT PRIMARY KEY NOT NULL, until INTEGER NOT NULL) STRICT, WITHOUT ROWID;
UPDATE schema SET version = 3;
-- What schema 4 added.
CREATE TABLE audit (
        id INTEGER PRIMARY KEY, author TEXT, action TEXT NOT NULL, project TEXT, refusal INTEGER, entry TEXT NOT NULL
    ) STRICT;
CREATE UNIQUE INDEX audit_refusals ON audit (refusal) WHERE refusal IS NOT NULL;
UPDATE schema SET version = 4;
-- What schema 5 added.
CREATE TABLE day_rows (
        id INTEGER PRIMARY KEY, project INTEGER NOT NULL, from_at INTEGER NOT NULL, to_at INTEGER NOT NULL,
        checked_at INTEGER NOT NULL, has_more INTEGER NOT NULL, entries BLOB NOT NULL,
        UNIQUE (project, from_at, to_at)
    ) STRICT;
INSERT INTO "day_rows" VALUES(1,1,1788134400000,1788220800000,1790000300000,1,X'0102130202');
UPDATE schema SET version = 5;
-- What schema 6 added.
ALTER TABLE rate_limits ADD COLUMN counters BLOB;
UPDATE schema SET version = 6;
-- What schema 7 added, and a backfill of days with their paths.
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
