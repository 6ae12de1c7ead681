-- A ledger of schema 5: that of schema 3, and what schemas 4 and 5 changed at its end.
CREATE TABLE counts (name TEXT PRIMARY KEY NOT NULL, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO "counts" VALUES('polled',1);
CREATE TABLE durations (latest TEXT NOT NULL) STRICT;
INSERT INTO "durations" VALUES('[120000,90000]');
CREATE TABLE events (
        revision INTEGER PRIMARY KEY NOT NULL,
        at INTEGER NOT NULL,
        job_id TEXT,
        submission_id TEXT,
        author TEXT,
        what TEXT NOT NULL
    ) STRICT;
INSERT INTO "events" VALUES(1,1790000301000,NULL,'sub-1','ada','{"kind":"submitted"}');
INSERT INTO "events" VALUES(2,1790000302000,'job-a','sub-1','ada','{"kind":"accepted"}');
INSERT INTO "events" VALUES(3,1790000303000,NULL,'sub-2','ada','{"kind":"submitted"}');
INSERT INTO "events" VALUES(4,1790000304000,'job-b','sub-2','ada','{"kind":"accepted"}');
INSERT INTO "events" VALUES(5,1790000305000,NULL,'sub-3','ada','{"kind":"submitted"}');
INSERT INTO "events" VALUES(6,1790000306000,NULL,'sub-3',NULL,'{"kind":"outcome_unknown","reason":{"code":"service_timeout","error":"The documentation service did not answer within 20 s."}}');
INSERT INTO "events" VALUES(7,1790000307000,NULL,'sub-4','ada','{"kind":"submitted"}');
INSERT INTO "events" VALUES(8,1790000307000,NULL,'sub-4',NULL,'{"kind":"rejected","reason":{"code":"budget_exhausted","error":"This hour''s budget for prompts is spent. Nothing was sent to the service."}}');
INSERT INTO "events" VALUES(9,1790000308000,'job-a',NULL,'ada','{"kind":"polling_stopped"}');
INSERT INTO "events" VALUES(10,1790000308000,'job-a',NULL,'ada','{"kind":"hidden"}');
INSERT INTO "events" VALUES(11,1790000308000,'job-a',NULL,'ada','{"kind":"labelled","labels":["sdk"]}');
INSERT INTO "events" VALUES(12,1790000309000,'job-a',NULL,'ada','{"kind":"polling_resumed"}');
INSERT INTO "events" VALUES(13,1790000309000,'job-a',NULL,'ada','{"kind":"unhidden"}');
INSERT INTO "events" VALUES(14,1790000310000,'job-a',NULL,'ada','{"kind":"polling_stopped"}');
INSERT INTO "events" VALUES(15,1790000510000,'job-b',NULL,NULL,'{"kind":"polling_suspended","reason":{"code":"service_rejected_key","error":"The documentation service does not accept Docket''s admin key (403). An administrator has to look at it."}}');
INSERT INTO "events" VALUES(16,1790000511000,'job-c','sub-3','ada','{"kind":"matched"}');
INSERT INTO "events" VALUES(17,1790000511000,'job-c','sub-3','ada','{"kind":"accepted"}');
INSERT INTO "events" VALUES(18,1790000512000,'job-b','sub-5','ada','{"kind":"queued"}');
CREATE TABLE jobs (
        number INTEGER PRIMARY KEY NOT NULL,
        id TEXT UNIQUE NOT NULL,
        status TEXT NOT NULL,
        body TEXT NOT NULL,
        title TEXT,
        author TEXT,
        added_at INTEGER NOT NULL,
        active_since INTEGER NOT NULL,
        ended_at INTEGER,
        checked_at INTEGER NOT NULL,
        follow_ups INTEGER NOT NULL,
        expect_activity_until INTEGER,
        next_poll_at INTEGER,
        polling_since INTEGER,
        failures INTEGER NOT NULL,
        is_suspended INTEGER NOT NULL,
        is_stopped INTEGER NOT NULL,
        is_stale INTEGER NOT NULL,
        is_hidden INTEGER NOT NULL,
        fault TEXT,
        revision INTEGER NOT NULL
    , polled_at INTEGER) STRICT;
INSERT INTO "jobs" VALUES(1,'job-a','active','{"id":"job-a","status":"active"}','Mend the café page','ada',1790000302000,1790000302000,NULL,1790000302000,0,NULL,NULL,NULL,0,0,1,0,0,NULL,14,NULL);
INSERT INTO "jobs" VALUES(2,'job-b','active','{"id":"job-b","status":"active"}','Mend the café page','ada',1790000304000,1790000304000,NULL,1790000304000,0,NULL,1790001110000,1790001111000,0,1,0,0,0,'{"code":"service_rejected_key","error":"The documentation service does not accept Docket''s admin key (403). An administrator has to look at it."}',15,1790001111000);
INSERT INTO "jobs" VALUES(3,'job-c','completed','{"id":"job-c","status":"completed"}','Lost','ada',1790000511000,1790000511000,1790000511000,1790000511000,0,NULL,NULL,NULL,0,0,0,0,0,NULL,17,NULL);
CREATE TABLE labels (
        job INTEGER NOT NULL, label TEXT NOT NULL, PRIMARY KEY (job, label)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "labels" VALUES(1,'sdk');
CREATE TABLE owner (project TEXT NOT NULL) STRICT;
INSERT INTO "owner" VALUES('acme-docs');
CREATE TABLE rate_limits (
    name TEXT PRIMARY KEY NOT NULL, expires_at INTEGER NOT NULL, state BLOB NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "rate_limits" VALUES('polls',1790004121875,X'0100000093c5e1a28c3401');
INSERT INTO "rate_limits" VALUES('prompts',1790003925000,X'0100000088c3d5a28c3403');
CREATE TABLE schema (version INTEGER NOT NULL) STRICT;
INSERT INTO "schema" VALUES(3);
CREATE TABLE submissions (
        id TEXT PRIMARY KEY NOT NULL,
        kind TEXT NOT NULL,
        job_id TEXT,
        prompt TEXT NOT NULL,
        author TEXT NOT NULL,
        idempotency_key TEXT,
        submitted_at INTEGER NOT NULL,
        state TEXT NOT NULL,
        fault TEXT,
        answer_status INTEGER,
        answer_body TEXT,
        revision INTEGER NOT NULL
    , was_unknown INTEGER NOT NULL DEFAULT 0, requested_prompt TEXT) STRICT;
INSERT INTO "submissions" VALUES('sub-1','create','job-a','Mend the café page','ada','job-a',1790000301000,'accepted',NULL,201,'{"id":"job-a","status":"active"}',2,0,NULL);
INSERT INTO "submissions" VALUES('sub-2','create','job-b','Mend the café page','ada','job-b',1790000303000,'accepted',NULL,201,'{"id":"job-b","status":"active"}',4,0,NULL);
INSERT INTO "submissions" VALUES('sub-3','create','job-c','Lost','ada',NULL,1790000305000,'accepted',NULL,201,'{"id":"job-c","status":"completed"}',17,1,NULL);
INSERT INTO "submissions" VALUES('sub-4','create',NULL,'Too much','ada','key-4',1790000307000,'rejected','{"code":"budget_exhausted","error":"This hour''s budget for prompts is spent. Nothing was sent to the service."}',NULL,NULL,8,0,NULL);
INSERT INTO "submissions" VALUES('sub-5','follow_up','job-b','And the tutorial','ada',NULL,1790000512000,'queued',NULL,NULL,NULL,18,0,NULL);
CREATE UNIQUE INDEX submissions_key ON submissions (author, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX submissions_job ON submissions (job_id, submitted_at);
CREATE INDEX submissions_revision ON submissions (revision);
CREATE INDEX events_job ON events (job_id, revision);
CREATE INDEX jobs_listed ON jobs (is_hidden, number);
CREATE INDEX jobs_by_status ON jobs (is_hidden, status, number);
CREATE INDEX jobs_by_time ON jobs (added_at, number);
CREATE INDEX jobs_polling ON jobs (polling_since) WHERE polling_since IS NOT NULL;
CREATE INDEX jobs_revision ON jobs (revision);
CREATE INDEX labels_jobs ON labels (label, job);
CREATE INDEX submissions_recent ON submissions (author, submitted_at);
CREATE INDEX jobs_due ON jobs (next_poll_at)
     WHERE next_poll_at IS NOT NULL AND (ended_at IS NULL OR expect_activity_until IS NOT NULL);
CREATE INDEX jobs_ended_due ON jobs (next_poll_at)
     WHERE next_poll_at IS NOT NULL AND ended_at IS NOT NULL AND expect_activity_until IS NULL;
CREATE INDEX jobs_suspended ON jobs (next_poll_at) WHERE is_suspended = 1;
CREATE INDEX jobs_by_author ON jobs (is_hidden, author, number);
CREATE INDEX submissions_open ON submissions (state, job_id)
     WHERE state IN ('queued', 'sending', 'rejected', 'unknown');
CREATE VIRTUAL TABLE search USING fts5 (prompts, tokenize = 'unicode61 remove_diacritics 2');
INSERT INTO search (rowid, prompts) VALUES (1, 'Mend the café page');
INSERT INTO search (rowid, prompts) VALUES (2, 'Mend the café page');
INSERT INTO search (rowid, prompts) VALUES (3, 'Lost');
CREATE TRIGGER jobs_added AFTER INSERT ON jobs WHEN (new.next_poll_at IS NOT NULL AND (new.ended_at IS NULL OR new.expect_activity_until IS NOT NULL)) BEGIN UPDATE counts SET value = value + 1 WHERE name = 'polled'; END;
CREATE TRIGGER jobs_changed AFTER UPDATE OF next_poll_at, ended_at, expect_activity_until ON jobs
             WHEN (old.next_poll_at IS NOT NULL AND (old.ended_at IS NULL OR old.expect_activity_until IS NOT NULL)) <> (new.next_poll_at IS NOT NULL AND (new.ended_at IS NULL OR new.expect_activity_until IS NOT NULL)) BEGIN UPDATE counts SET value = value + (new.next_poll_at IS NOT NULL AND (new.ended_at IS NULL OR new.expect_activity_until IS NOT NULL)) - (old.next_poll_at IS NOT NULL AND (old.ended_at IS NULL OR old.expect_activity_until IS NOT NULL)) WHERE name = 'polled'; END;
-- What schema 4 changed.
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
-- What schema 5 added.
CREATE TABLE audit (
        id INTEGER PRIMARY KEY, author TEXT, action TEXT NOT NULL, project TEXT, refusal INTEGER, entry TEXT NOT NULL
    ) STRICT;
CREATE UNIQUE INDEX audit_refusals ON audit (refusal) WHERE refusal IS NOT NULL;
UPDATE schema SET version = 5;
