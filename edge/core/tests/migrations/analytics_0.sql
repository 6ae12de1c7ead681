-- Analytics as they were stored before their schema had a version.
CREATE TABLE answers (
        request TEXT PRIMARY KEY, body TEXT NOT NULL, fetched_at INTEGER NOT NULL
    ) STRICT;
INSERT INTO "answers" VALUES('acme-docs?dateFrom=2026-08-01&dateTo=2026-09-01','{"totals":{"human":900,"ai":200,"total":1000},"visitors":[],"hasMore":false}',1790000300000);
CREATE TABLE block (only_one INTEGER PRIMARY KEY, until INTEGER NOT NULL) STRICT;
INSERT INTO "block" VALUES(1,1790000335000);
CREATE TABLE gathers (
        id INTEGER PRIMARY KEY AUTOINCREMENT, project TEXT NOT NULL, what TEXT NOT NULL, first_day TEXT NOT NULL,
        last_day TEXT NOT NULL, zone TEXT NOT NULL, total INTEGER NOT NULL,
        tries INTEGER NOT NULL DEFAULT 0, not_before INTEGER NOT NULL DEFAULT 0,
        UNIQUE (project, what, first_day, last_day, zone)
    ) STRICT;
INSERT INTO "gathers" VALUES(1,'acme-docs','days','2026-08-01','2026-08-31','UTC',2,0,0);
CREATE TABLE given_up (
        project TEXT NOT NULL, what TEXT NOT NULL, first_day TEXT NOT NULL, last_day TEXT NOT NULL,
        zone TEXT NOT NULL, error TEXT NOT NULL, at INTEGER NOT NULL,
        PRIMARY KEY (project, what, first_day, last_day, zone)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "given_up" VALUES('acme-docs','paths','2026-07-01','2026-07-31','UTC','The documentation service does not accept Docket''s admin key (403). An administrator has to look at it.',1790004000000);
CREATE TABLE lesson (
        only_one INTEGER PRIMARY KEY, per_hour INTEGER NOT NULL, until INTEGER NOT NULL
    ) STRICT;
INSERT INTO "lesson" VALUES(1,3,1790003905000);
CREATE TABLE paths (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE) STRICT;
INSERT INTO "paths" VALUES(1,'/guides/0');
INSERT INTO "paths" VALUES(2,'/guides/1');
INSERT INTO "paths" VALUES(3,'/guides/2');
INSERT INTO "paths" VALUES(4,'/guides/3');
INSERT INTO "paths" VALUES(5,'/guides/4');
INSERT INTO "paths" VALUES(6,'/guides/5');
INSERT INTO "paths" VALUES(7,'/guides/6');
INSERT INTO "paths" VALUES(8,'/guides/7');
CREATE TABLE spends (at INTEGER NOT NULL) STRICT;
INSERT INTO "spends" VALUES(1790000300500);
INSERT INTO "spends" VALUES(1790000301500);
INSERT INTO "spends" VALUES(1790000302500);
CREATE TABLE table_pages (place INTEGER PRIMARY KEY, entries BLOB NOT NULL) STRICT;
INSERT INTO "table_pages" VALUES(1790000300000000,X'02C701141402021414020214140202141402021414');
INSERT INTO "table_pages" VALUES(1790000300000001,X'0CBD0114140202141402021414');
CREATE TABLE tables (
        id INTEGER PRIMARY KEY, subject TEXT NOT NULL, bytes INTEGER NOT NULL, used_at INTEGER NOT NULL,
        state BLOB NOT NULL
    ) STRICT;
INSERT INTO "tables" VALUES(1790000300000,'acme-docs 2026-08-01 2026-09-01',34,1790000300000,X'01020208018407C801E80700E0FFD3A28C34C0D4D7A28C34');
CREATE TABLE totals (
        project INTEGER NOT NULL, from_at INTEGER NOT NULL, to_at INTEGER NOT NULL, as_dates INTEGER NOT NULL,
        human INTEGER NOT NULL, ai INTEGER NOT NULL, total INTEGER NOT NULL, checked_at INTEGER NOT NULL,
        PRIMARY KEY (project, from_at, to_at, as_dates)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "totals" VALUES(1,1785542400000,1788220800000,1,900,200,1000,1790000300000);
CREATE TABLE totals_projects (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
INSERT INTO "totals_projects" VALUES(1,'acme-docs');
CREATE TABLE work (
        gather INTEGER NOT NULL, nth INTEGER NOT NULL, date_from TEXT NOT NULL, date_to TEXT NOT NULL,
        PRIMARY KEY (gather, nth)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "work" VALUES(1,0,'2026-08-31','2026-09-01');
INSERT INTO "work" VALUES(1,1,'2026-08-30','2026-08-31');
CREATE INDEX answers_by_age ON answers (fetched_at);
CREATE INDEX tables_by_subject ON tables (subject);
INSERT INTO "sqlite_sequence" VALUES('gathers',2);
