-- After `jobs_11.sql`: what schema 12 changed, and a pull request.
DROP INDEX submissions_closed;
DROP INDEX submissions_closed_prompts;
CREATE INDEX submissions_closed ON submissions (submitted_at) WHERE state IN ('rejected', 'discarded');
CREATE INDEX submissions_closed_prompts ON submissions (submitted_at)
 WHERE state IN ('rejected', 'discarded') AND prompt_days IS NULL;
ALTER TABLE schedule RENAME COLUMN durations TO create_durations;
ALTER TABLE schedule ADD COLUMN follow_up_durations TEXT NOT NULL DEFAULT '[]';
UPDATE jobs SET body = json_set(body, '$.prLink', 'https://code.example/pull/12') WHERE id = 'job-c';
UPDATE schema SET version = 12;
