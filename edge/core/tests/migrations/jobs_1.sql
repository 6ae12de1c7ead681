BEGIN TRANSACTION;
CREATE TABLE durations (ended_at INTEGER NOT NULL, ms INTEGER NOT NULL) STRICT;
INSERT INTO "durations" VALUES(1790000280000,180000);
CREATE TABLE events (
        revision INTEGER PRIMARY KEY NOT NULL,
        at INTEGER NOT NULL,
        job_id TEXT,
        submission_id TEXT,
        author TEXT,
        what TEXT NOT NULL
    ) STRICT;
INSERT INTO "events" VALUES(1,1789999999000,NULL,'sub_1','token:ci','{"kind":"submitted"}');
INSERT INTO "events" VALUES(2,1790000000000,'job-a','sub_1','token:ci','{"kind":"accepted"}');
INSERT INTO "events" VALUES(3,1790000000500,'job-a',NULL,NULL,'{"kind":"watch_resumed"}');
INSERT INTO "events" VALUES(4,1790000099000,NULL,'sub_2','ada','{"kind":"submitted"}');
INSERT INTO "events" VALUES(5,1790000100000,'job-b','sub_2','ada','{"kind":"accepted"}');
INSERT INTO "events" VALUES(6,1790000190000,'job-b','sub_3','ada','{"kind":"accepted"}');
INSERT INTO "events" VALUES(7,1790000280000,'job-b',NULL,NULL,'{"kind":"pull_request","url":"https://code.example/pull/2"}');
INSERT INTO "events" VALUES(8,1790000230000,NULL,'sub_4',NULL,'{"kind":"outcome_unknown","reason":{"code":"service_timeout","error":"No answer."}}');
INSERT INTO "events" VALUES(9,1790000250000,'job-c',NULL,NULL,'{"kind":"watch_stopped","reason":{"code":"service_rejected_key","error":"401"}}');
INSERT INTO "events" VALUES(10,1790000295000,NULL,'sub_5','ada','{"kind":"submitted"}');
CREATE TABLE jobs (
        id TEXT PRIMARY KEY NOT NULL,
        status TEXT NOT NULL,
        body TEXT NOT NULL,
        title TEXT,
        author TEXT,
        created_at INTEGER NOT NULL,
        active_since INTEGER NOT NULL,
        ended_at INTEGER,
        checked_at INTEGER NOT NULL,
        follow_ups INTEGER NOT NULL,
        expect_activity_until INTEGER,
        next_poll_at INTEGER,
        polling_since INTEGER,
        failures INTEGER NOT NULL,
        stopped INTEGER NOT NULL,
        fault TEXT,
        revision INTEGER NOT NULL
    ) STRICT;
INSERT INTO "jobs" VALUES('job-b','completed','{"id":"job-b","status":"completed","prLink":"https://code.example/pull/2","model":"sonnet","source":{"repository":"https://code.example/acme/docs","ref":"main"}}','Update the quickstart for SDK 4','ada',1790000100000,1790000100000,1790000280000,1790000280000,1,NULL,NULL,NULL,0,0,NULL,7);
INSERT INTO "jobs" VALUES('job-a','active','{"id":"job-a","status":"active","prLink":null}','Fix the café example','token:ci',1790000000000,1790000000000,NULL,1790000290000,0,NULL,1790000300000,1790000299000,2,0,'{"code":"service_timeout","error":"The documentation service did not answer within 20 s."}',3);
INSERT INTO "jobs" VALUES('job-c','active','{"id":"job-c","status":"active"}',NULL,NULL,1790000200000,1790000200000,NULL,1790000250000,0,NULL,1790000900000,NULL,0,1,'{"code":"service_rejected_key","error":"The documentation service does not accept Docket''s admin key (401)."}',9);
CREATE TABLE owner (project TEXT NOT NULL) STRICT;
INSERT INTO "owner" VALUES('acme-docs');
CREATE TABLE pauses (operation TEXT PRIMARY KEY NOT NULL, until INTEGER NOT NULL) STRICT;
CREATE TABLE schema (version INTEGER NOT NULL) STRICT;
INSERT INTO "schema" VALUES(1);
CREATE TABLE spends (operation TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
INSERT INTO "spends" VALUES('agent',1790000099000);
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
    ) STRICT;
INSERT INTO "submissions" VALUES('sub_1','create','job-a','Fix the café example','token:ci','key-1',1789999999000,'accepted',NULL,201,'{"id":"job-a","status":"active"}',2);
INSERT INTO "submissions" VALUES('sub_2','create','job-b','Update the quickstart for SDK 4','ada',NULL,1790000099000,'accepted',NULL,201,'{"id":"job-b","status":"active"}',5);
INSERT INTO "submissions" VALUES('sub_3','follow_up','job-b','Mention webhooks','ada',NULL,1790000190000,'accepted',NULL,200,'{"id":"job-b","status":"active"}',6);
INSERT INTO "submissions" VALUES('sub_4','create',NULL,'Lost on the way','ada','key-4',1790000210000,'unknown','{"code":"service_timeout","error":"No answer."}',NULL,NULL,8);
INSERT INTO "submissions" VALUES('sub_5','create',NULL,'Interrupted','ada',NULL,1790000295000,'sending',NULL,NULL,NULL,10);
CREATE INDEX jobs_newest ON jobs (created_at DESC, id DESC);
CREATE INDEX jobs_due ON jobs (next_poll_at) WHERE next_poll_at IS NOT NULL;
CREATE INDEX jobs_polling ON jobs (polling_since) WHERE polling_since IS NOT NULL;
CREATE INDEX jobs_stopped ON jobs (next_poll_at) WHERE stopped = 1;
CREATE INDEX jobs_revision ON jobs (revision);
CREATE UNIQUE INDEX submissions_key ON submissions (author, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX submissions_job ON submissions (job_id, submitted_at);
CREATE INDEX submissions_open ON submissions (state, submitted_at) WHERE state <> 'accepted';
CREATE INDEX submissions_revision ON submissions (revision);
CREATE INDEX events_job ON events (job_id, revision);
CREATE INDEX durations_newest ON durations (ended_at);
CREATE INDEX spends_at ON spends (operation, at);
COMMIT;
