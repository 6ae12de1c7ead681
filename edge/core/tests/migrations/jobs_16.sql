-- After `jobs_15.sql`: what schema 16 changed, and rejected prompts: an old one of a program, a new one of it, and an old one of a person.
ALTER TABLE submissions ADD COLUMN labels TEXT;
INSERT INTO submissions (id, kind, prompt, author, submitted_at, state, fault, revision)
 SELECT column1, 'create', 'Fix it', column2, column3, 'rejected',
 '{"code":"service_rejected","error":"No."}', (SELECT max(revision) FROM events) FROM (VALUES
 ('sub-12', 'token:ci', 1789300000000), ('sub-13', 'token:ci', 1790000200000), ('sub-14', 'ada', 1789300000000));
UPDATE schema SET version = 16;
