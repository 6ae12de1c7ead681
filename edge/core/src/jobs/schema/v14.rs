/// Jobs that run much longer than usual are called so, because data that are old are stale, too.
pub(super) const STATEMENTS: &[&str] = &[
    "ALTER TABLE jobs RENAME COLUMN is_stale TO is_running_long",
    "UPDATE events SET what = replace(what, '{\"kind\":\"became_stale\"', '{\"kind\":\"running_long\"')
     WHERE what LIKE '{\"kind\":\"became_stale\"%'",
];
