-- After `analytics_4.sql`: what schema 5 added.
CREATE TABLE day_rows (
        id INTEGER PRIMARY KEY, project INTEGER NOT NULL, from_at INTEGER NOT NULL, to_at INTEGER NOT NULL,
        checked_at INTEGER NOT NULL, has_more INTEGER NOT NULL, entries BLOB NOT NULL,
        UNIQUE (project, from_at, to_at)
    ) STRICT;
INSERT INTO "day_rows" VALUES(1,1,1788134400000,1788220800000,1790000300000,1,X'0102130202');
UPDATE schema SET version = 5;
