-- After `jobs_7.sql`: what schema 8 changed.
CREATE TABLE notes (
        day TEXT PRIMARY KEY NOT NULL, text TEXT NOT NULL, author TEXT NOT NULL, at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
CREATE INDEX jobs_ended ON jobs (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX events_pull_requests ON events (at) WHERE substr(what, 1, 22) = '{"kind":"pull_request"';
INSERT INTO notes VALUES ('2026-09-21', 'Released the new guides', 'ada', 1790000000000);
UPDATE schema SET version = 8;
