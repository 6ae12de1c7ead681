/// Every wake deletes old rejected prompts of programs, and reads only those.
pub(super) const STATEMENTS: &[&str] =
    &["CREATE INDEX submissions_rejected_of_programs ON submissions (submitted_at)
     WHERE state = 'rejected' AND substr(author, 1, 6) = 'token:'"];
