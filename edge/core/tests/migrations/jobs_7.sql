-- After `jobs_6.sql`: what schema 7 changed.
CREATE TABLE templates (
        id TEXT PRIMARY KEY NOT NULL,
        name TEXT UNIQUE NOT NULL,
        text TEXT NOT NULL,
        variables TEXT NOT NULL,
        version INTEGER NOT NULL,
        author TEXT NOT NULL,
        at INTEGER NOT NULL
    ) STRICT;
CREATE TABLE template_versions (
        id TEXT NOT NULL,
        version INTEGER NOT NULL,
        name TEXT NOT NULL,
        text TEXT NOT NULL,
        author TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (id, version)
    ) STRICT;
INSERT INTO templates VALUES ('tpl_1', 'Update a page', 'Update {{page}}', '["page"]', 2, 'ada', 1790000000000);
INSERT INTO template_versions VALUES ('tpl_1', 1, 'Update', 'Update {{page}}', 'ada', 1789990000000);
INSERT INTO events (revision, at, what)
     SELECT max(revision) + 1, 1790000000000, '{"kind":"pull_request","url":"https://code.example/pull/2"}' FROM events;
UPDATE schema SET version = 7;
