-- After `jobs_16.sql`: what schema 17 changed.
CREATE INDEX submissions_rejected_of_programs ON submissions (submitted_at)
 WHERE state = 'rejected' AND substr(author, 1, 6) = 'token:';
UPDATE schema SET version = 17;
