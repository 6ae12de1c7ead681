-- After `analytics_2.sql`: what schema 3 changed.
CREATE TABLE too_large (request TEXT PRIMARY KEY NOT NULL, until INTEGER NOT NULL) STRICT, WITHOUT ROWID;
UPDATE schema SET version = 3;
