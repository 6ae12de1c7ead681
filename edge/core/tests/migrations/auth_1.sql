-- The tokens of programs, as schema 1 has them: before the audit log.
CREATE TABLE schema (version INTEGER NOT NULL) STRICT;
INSERT INTO schema VALUES(1);
CREATE TABLE tokens (
    id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, grant_json TEXT NOT NULL,
    created_at INTEGER NOT NULL, created_by TEXT NOT NULL, expires_at INTEGER,
    revoked_at INTEGER, revoked_by TEXT, last_used_at INTEGER
) STRICT;
INSERT INTO tokens VALUES('ci','1b158839f8aa339e89bb50b1603e90ec68e0fd5565fe10a7cb32729fddf7070a','{"rights":["jobs:read"],"projects":["acme-docs"]}',1790000300000,'ada',NULL,NULL,NULL,1790000300100);
INSERT INTO tokens VALUES('old','cba06b5736faf67e54b07b561eae94395e774c517a7d910a54369e1263ccfbd4','{"rights":["jobs:read"],"projects":"all"}',1790000300200,'ada',1797776300200,1790000300300,'eve',NULL);
CREATE TABLE token_list (revision INTEGER NOT NULL) STRICT;
INSERT INTO token_list VALUES(4);
