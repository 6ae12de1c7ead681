//! The limits of requests that are not a property of one type. A test compares these and the others with `docs/api.md`, and
//! `xtask/tests/rules/limits.rs` asks for each new one here.

/// The longest wait for a change, in seconds: proxies close a connection that is silent for about a minute.
pub const WAIT_S_MAX: i64 = 55;
/// Maximum body with a prompt, in bytes: the longest prompt, each byte of which JSON may escape as six, and other members.
pub const PROMPT_BODY_BYTES_MAX: usize = 640 * 1024;
/// Maximum body of a sign-in, in bytes.
pub const SIGN_IN_BYTES_MAX: usize = 4 * 1024;
/// Maximum body with a new token, in bytes: it may name hundreds of projects.
pub const TOKEN_BODY_BYTES_MAX: usize = 32 * 1024;
/// Maximum body with a step of a restore, in bytes: the largest row that is stored has 2 MB, and JSON's escapes may
/// double it.
pub const RESTORE_BODY_BYTES_MAX: usize = 5 * 1024 * 1024;
/// Maximum of the other bodies, in bytes.
pub const BODY_BYTES_MAX: usize = 16 * 1024;

#[cfg(test)]
mod tests {
    use docket_wire::{
        AuditQuery, Day, HistoryQuery, ID_BYTES_MAX, Inbox, InboxPatch, JobFilter, JobPatch, JobStatus,
        Label, NewTemplate, NewToken, NoteEdit, PAGE_PATH_BYTES_MAX, Prompt, RowsQuery, Span, Submission,
        SubmissionsQuery, TokenId, VisitorsQuery, ZoneName,
    };

    use super::*;
    use crate::analytics::tables::{PAGE_ROWS, PAGES_MAX};
    use crate::analytics::{BACKFILLS_MAX, PROGRAM_BACKFILLS_MAX};
    use crate::audit::EXPORT_ENTRIES_MAX;
    use crate::auth::account::Account;
    use crate::auth::people::SESSIONS_MAX;
    use crate::auth::tokens::TOKENS_MAX;
    use crate::http::idempotency_key;
    use crate::jobs::{
        CATCH_UP_MAX, MARKS_COUNTED_MAX, MESSAGE_BYTES_MAX, NOTES_MAX, QUEUED_MAX, READ_MARKS_MAX,
        TEMPLATE_VERSIONS_MAX, TEMPLATES_MAX,
    };
    use crate::rate_limit::{SOCKETS_MAX, WAITS_MAX};
    use crate::settings::{SETTINGS, names};

    /// The rows of the manual's table, in its order.
    fn rows() -> Vec<(&'static str, String)> {
        let kib = |bytes: usize| format!("{} KiB", bytes / 1024);
        let per_hour = |name: &str, of: &str| {
            let default = SETTINGS.iter().find(|setting| setting.name == name).unwrap().default.unwrap();
            format!("{default} per {of} and hour by default; the setting `{name}`")
        };
        let page = |max: u32, default: u32| format!("1 to {max}, {default} by default");
        assert_eq!(JobFilter::TEXT_BYTES_MAX, RowsQuery::TEXT_BYTES_MAX);
        let lists =
            [JobFilter::LIMIT_MAX, SubmissionsQuery::LIMIT_MAX, JobFilter::LIMIT, SubmissionsQuery::LIMIT];
        assert_eq!((lists[0], lists[2]), (lists[1], lists[3]));
        assert_eq!((lists[0], lists[2]), (AuditQuery::LIMIT_MAX, AuditQuery::LIMIT));
        assert_eq!((lists[0], lists[2]), (HistoryQuery::LIMIT_MAX, HistoryQuery::LIMIT));
        vec![
            ("prompt", format!("{} bytes", Prompt::BYTES_MAX)),
            (
                "template",
                format!(
                    "1 to {} characters of name, {} bytes of text, {} variables; {TEMPLATES_MAX} per project, with the newest \
                     {TEMPLATE_VERSIONS_MAX} versions",
                    NewTemplate::NAME_CHARS_MAX,
                    Prompt::BYTES_MAX,
                    NewTemplate::VARIABLES_MAX,
                ),
            ),
            (
                "note on a day",
                format!("1 to {} characters; on {NOTES_MAX} days per project", NoteEdit::CHARS_MAX),
            ),
            (
                "jobs and pull requests that a read of days counts",
                format!("the latest {MARKS_COUNTED_MAX} of each"),
            ),
            ("body with a prompt", kib(PROMPT_BODY_BYTES_MAX)),
            ("body with a token", kib(TOKEN_BODY_BYTES_MAX)),
            ("body with a step of a restore", kib(RESTORE_BODY_BYTES_MAX)),
            ("other bodies", format!("{}; sign-in {}", kib(BODY_BYTES_MAX), kib(SIGN_IN_BYTES_MAX))),
            (
                "`Idempotency-Key`",
                format!(
                    "1 to {} visible ASCII characters or spaces, without commas unless in quotes; one header line",
                    idempotency_key::BYTES_MAX
                ),
            ),
            ("id in a path", format!("{ID_BYTES_MAX} bytes")),
            (
                "labels",
                format!(
                    "{} per job, 1 to {} characters each, without commas",
                    JobPatch::LABELS_MAX,
                    Label::CHARS_MAX
                ),
            ),
            ("`status` of a list", format!("{} characters", JobStatus::CHARS_MAX)),
            ("`q`", format!("{} bytes", JobFilter::TEXT_BYTES_MAX)),
            ("`prefix`", format!("{} bytes", RowsQuery::PREFIX_BYTES_MAX)),
            ("`path` of a page's trend", format!("{PAGE_PATH_BYTES_MAX} bytes")),
            ("`zone`", format!("{} bytes", ZoneName::BYTES_MAX)),
            ("`wait`", format!("1 to {WAIT_S_MAX} seconds")),
            (
                "`limit` of jobs, events, submissions and audit entries",
                page(JobFilter::LIMIT_MAX, JobFilter::LIMIT),
            ),
            ("`limit` of an inbox", format!("0 to {}, per group", Inbox::LIMIT_MAX)),
            ("marks of an inbox in a request", InboxPatch::MARKS_MAX.to_string()),
            ("marks of an inbox", format!("{READ_MARKS_MAX} per person; beyond, the oldest are deleted")),
            ("`limit` of rows", page(RowsQuery::LIMIT_MAX, RowsQuery::LIMIT)),
            ("`limit` of the service's visitors", format!("1 to {}", VisitorsQuery::LIMIT_MAX)),
            (
                "span",
                format!(
                    "{} days, in the years {} to {}",
                    Span::DAYS_MAX,
                    Day::YEARS.start(),
                    Day::YEARS.end()
                ),
            ),
            ("table of paths", format!("{} rows", PAGES_MAX * PAGE_ROWS)),
            ("`offset` of rows", format!("0 to {}", RowsQuery::OFFSET_MAX)),
            ("page of a list, message of the live route", kib(MESSAGE_BYTES_MAX)),
            ("changes after a revision", format!("{CATCH_UP_MAX} events; beyond, a snapshot")),
            ("prompt in a list or message", format!("{} bytes; beyond, null", Submission::LISTED_BYTES_MAX)),
            ("queued follow-ups", format!("{QUEUED_MAX} per job")),
            ("`name` of a sign-in", format!("{} characters", Account::NAME_CHARS_MAX)),
            (
                "sessions",
                format!("{SESSIONS_MAX} per person; beyond, the one that was not used for longest ends"),
            ),
            (
                "tokens",
                format!(
                    "{TOKENS_MAX}, with those that ended within a year; 1 to {} characters of id, 1 to {} days until the end",
                    TokenId::CHARS_MAX,
                    NewToken::DAYS_MAX
                ),
            ),
            ("WebSockets of a person or token", format!("{SOCKETS_MAX} per project")),
            ("waiting requests of a person or token", format!("{WAITS_MAX} per project")),
            ("entries in an audit file", EXPORT_ENTRIES_MAX.to_string()),
            (
                "queued backfills",
                format!("{BACKFILLS_MAX} of people per admin key, {PROGRAM_BACKFILLS_MAX} of each program"),
            ),
            ("prompts (creates and follow-ups)", per_hour(names::AGENT_PER_HOUR, "project")),
            ("polls", per_hour(names::POLLS_PER_HOUR, "project")),
            ("changes of a person or token", per_hour(names::CHANGES_PER_HOUR, "project")),
            ("analytics requests", per_hour(names::ANALYTICS_PER_HOUR, "admin key")),
        ]
    }

    #[test]
    fn the_api_manual_has_every_limit() {
        let manual = include_str!("../../../../docs/api.md");
        let (_, section) = manual.split_once("\n## Limits\n").unwrap();
        let documented: Vec<&str> = section
            .lines()
            .skip_while(|line| !line.starts_with("|---"))
            .skip(1)
            .take_while(|line| !line.is_empty())
            .collect();
        let expected: Vec<String> =
            rows().into_iter().map(|(what, limit)| format!("| {what} | {limit} |")).collect();
        assert_eq!(documented, expected);
    }
}
