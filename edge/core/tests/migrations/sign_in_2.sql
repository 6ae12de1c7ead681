-- Sign-in, as schema 2 has it.
CREATE TABLE schema (version INTEGER NOT NULL) STRICT;
INSERT INTO schema VALUES(2);
CREATE TABLE rate_limits (
    name TEXT PRIMARY KEY NOT NULL, expires_at INTEGER NOT NULL, state BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE ended_sessions (session TEXT PRIMARY KEY, expires_at INTEGER NOT NULL) STRICT;
INSERT INTO ended_sessions VALUES('01010101010101010101010101010101',1790086700000);
CREATE TABLE known_addresses (
    name TEXT NOT NULL, address TEXT NOT NULL, seen_at INTEGER NOT NULL, PRIMARY KEY (name, address)
) STRICT, WITHOUT ROWID;
INSERT INTO known_addresses VALUES('ada','203.0.113.9',1790000300000);
CREATE INDEX rate_limits_expired ON rate_limits (expires_at);
CREATE INDEX ended_sessions_by_expiry ON ended_sessions (expires_at);
