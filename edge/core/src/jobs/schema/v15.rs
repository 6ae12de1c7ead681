/// A job keeps the link of its pull request while a follow-up is active, when the service has none.
pub(super) const STATEMENTS: &[&str] = &[
    "ALTER TABLE jobs ADD COLUMN pr_link TEXT",
    "UPDATE jobs SET pr_link = (
        SELECT json_extract(what, '$.url') FROM events
        WHERE events.job_id = jobs.id AND what LIKE '{\"kind\":\"pull_request\"%' ORDER BY events.revision DESC LIMIT 1
     )",
];
