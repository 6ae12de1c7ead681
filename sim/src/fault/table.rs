use std::fmt::Write as _;

use super::{BodyShape, FaultKind, RetryAfter};

/// A row of the table of faults.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FaultRow {
    /// Its name, in a prompt, a project id, or a control request.
    pub name: &'static str,
    pub kind: FaultKind,
    /// The responses that it changes.
    pub scope: FaultScope,
    /// What a client sees.
    pub text: &'static str,
}

/// Responses that a fault changes. Other responses are regular.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultScope {
    All,
    /// Those with a job.
    Jobs,
    /// Those with visitors.
    Visitors,
}

const fn row(name: &'static str, kind: FaultKind, scope: FaultScope, text: &'static str) -> FaultRow {
    FaultRow { name, kind, scope, text }
}

/// All faults. `docs/stand-in.md` has the same table, and a test compares them.
pub const FAULTS: &[FaultRow] = {
    use FaultKind::*;
    use FaultScope::{All, Jobs, Visitors};
    &[
        row(
            "500",
            Status(500, BodyShape::Json),
            All,
            "That status with `{\"error\"}`, and `details` for 400 and 422. Any of 400 to 599; `200` is a success that is no job and no visitors page",
        ),
        row(
            "502-html",
            Status(502, BodyShape::Html),
            All,
            "That status with a proxy's HTML page. `200-html` too",
        ),
        row("500-text", Status(500, BodyShape::Text), All, "That status with a line of plain text"),
        row("503-empty", Status(503, BodyShape::Empty), All, "That status with no body. `200-empty` too"),
        row(
            "429",
            Throttled(RetryAfter::Seconds),
            All,
            "429 with `Retry-After` in seconds: 30, or the duration given",
        ),
        row("429-date", Throttled(RetryAfter::Date), All, "429 with `Retry-After` as an HTTP date"),
        row("429-bare", Throttled(RetryAfter::Absent), All, "429 without `Retry-After`"),
        row(
            "redirect",
            Redirect,
            All,
            "307 to `/_sim/elsewhere`, where the log says whether the key was sent along",
        ),
        row("echo-error", EchoError, All, "500 with the Authorization header in the error text"),
        row("drop", Drop, All, "The connection closes without a byte"),
        row(
            "timeout",
            Timeout,
            All,
            "No byte for 10 minutes, or the duration given, then the regular response",
        ),
        row("slow-bytes", SlowBytes, All, "The regular response in pieces, over 10 s or the duration given"),
        row(
            "truncated",
            Truncated,
            All,
            "Half of the regular response under the whole's Content-Length, then the connection closes",
        ),
        row("huge", Huge, All, "The regular response with a further field of 64 MiB, chunked"),
        row("deep", Deep, All, "The regular response with a further field of 100,000 nested arrays"),
        row(
            "unknown-fields",
            UnknownFields,
            All,
            "The regular response with fields the contract does not have",
        ),
        row(
            "shifted-rows",
            ShiftedRows,
            Visitors,
            "Visitors as if rows had moved down since the page before: the last 3 of that come again, and the site has one visitor more",
        ),
        row("long-paths", LongPaths, Visitors, "Visitors with 20,000 bytes more at the end of each path"),
        row("unknown-status", UnknownStatus, Jobs, "A job with status `waiting_for_review`"),
        row(
            "missing-fields",
            MissingFields,
            All,
            "A job with only `id` and `status`; visitors without `hasMore`",
        ),
        row(
            "null-fields",
            NullFields,
            All,
            "A job with null for all but `id` and `status`; visitors with null for `visitors`",
        ),
        row("hostile-id", HostileId, Jobs, "A job whose id is `../../../v1/analytics?x=`"),
        row("wrong-type", WrongType, All, "The regular response as `text/plain`"),
        row("not-utf8", NotUtf8, All, "The regular response with a further field that is not UTF-8"),
        row(
            "echo-body",
            EchoBody,
            All,
            "The regular response with the Authorization header in a further field",
        ),
        row(
            "echo-header",
            EchoHeader,
            All,
            "The regular response with the Authorization header in `X-Echo` and `Set-Cookie`",
        ),
    ]
};

/// The table of faults in Markdown.
#[must_use]
pub fn fault_table() -> String {
    let mut table = String::from("| name | what the client sees | where |\n| --- | --- | --- |\n");
    for FaultRow { name, scope, text, .. } in FAULTS {
        let scope = match scope {
            FaultScope::All => "all",
            FaultScope::Jobs => "jobs",
            FaultScope::Visitors => "visitors",
        };
        // Writing to a string cannot fail.
        let _ = writeln!(table, "| `{name}` | {text} | {scope} |");
    }
    table
}
