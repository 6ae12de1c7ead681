-- After `jobs_14.sql`: what schema 15 changed, and a prompt with an idempotency key.
ALTER TABLE jobs ADD COLUMN pr_link TEXT;
UPDATE jobs SET pr_link = 'https://code.example/acme/docs/pull/8' WHERE id = 'job-a';
INSERT INTO submissions
 (id, kind, job_id, prompt, author, idempotency_key, submitted_at, state, answer_status, answer_body, revision)
 SELECT 'sub-6', 'create', 'job-a', 'Fix the café example', 'token:ci', 'key-1', 1789999999000, 'accepted', 201,
 '{"id":"job-a","status":"active"}', max(revision) FROM events;
UPDATE schema SET version = 15;
