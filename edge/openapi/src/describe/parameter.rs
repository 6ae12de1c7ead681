use docket_core::http::idempotency_key;
use docket_core::http::limits::WAIT_S_MAX;
use docket_wire::{
    CONFIRM_HEADER, Day, IDEMPOTENCY_HEADER, JobId, JobPatch, LABELS_HEADER, Label, ProjectId, RowSort,
    RowsQuery, SessionId, SubmissionId, TemplateId, TokenId, ZoneName,
};
use schemars::JsonSchema;
use serde_json::{Value, json};

use super::examples::{JOB, SUBMISSION, TEMPLATE};
use crate::schemas::{SchemaRef, Schemas};

/// Where a parameter is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ParameterPlace {
    Path,
    Query,
    Header,
}

pub(crate) struct Parameter {
    pub(crate) place: ParameterPlace,
    pub(crate) name: &'static str,
    pub(crate) text: String,
    pub(crate) schema: ParameterSchema,
    pub(crate) is_required: bool,
    /// What the examples of the route send; `None` if they leave it out.
    pub(crate) example: Option<Value>,
}

/// What a parameter has to be.
pub(crate) enum ParameterSchema {
    Type(SchemaRef),
    Own(Value),
}

impl Parameter {
    fn new(place: ParameterPlace, name: &'static str, text: &str, schema: ParameterSchema) -> Self {
        Self { place, name, text: text.to_owned(), schema, is_required: false, example: None }
    }

    pub(super) fn example(self, example: impl Into<Value>) -> Self {
        Self { example: Some(example.into()), ..self }
    }

    pub(super) fn required(self) -> Self {
        Self { is_required: true, ..self }
    }
}

/// A query parameter of a type.
pub(super) fn query_of<T: JsonSchema>(name: &'static str, text: &str) -> Parameter {
    Parameter::new(ParameterPlace::Query, name, text, ParameterSchema::Type(Schemas::read::<T>))
}

/// A query parameter with a schema of its own.
pub(super) fn query(name: &'static str, text: &str, schema: Value) -> Parameter {
    Parameter::new(ParameterPlace::Query, name, text, ParameterSchema::Own(schema))
}

fn header(name: &'static str, text: &str, schema: Value) -> Parameter {
    Parameter::new(ParameterPlace::Header, name, text, ParameterSchema::Own(schema))
}

fn path<T: JsonSchema>(name: &'static str, text: &str, example: &str) -> Parameter {
    let schema = ParameterSchema::Type(Schemas::read::<T>);
    Parameter::new(ParameterPlace::Path, name, text, schema).required().example(example)
}

/// The project, by the placeholder of a pattern.
pub(crate) fn project(placeholder: &'static str) -> Parameter {
    path::<ProjectId>(placeholder, "The project.", "acme-docs")
}

pub(super) fn job_id() -> Parameter {
    path::<JobId>("id", "The job.", JOB)
}

pub(super) fn submission_id() -> Parameter {
    path::<SubmissionId>("id", "The submission.", SUBMISSION)
}

pub(super) fn template_id() -> Parameter {
    path::<TemplateId>("id", "The prompt template.", TEMPLATE)
}

pub(super) fn note_day() -> Parameter {
    path::<Day>("day", "The day.", "2026-01-31")
}

/// The note that the caller has seen.
pub(super) fn note_text() -> Parameter {
    query(
        "text",
        "The text of the note to delete. If it is absent, Docket deletes any note.",
        json!({ "type": "string" }),
    )
    .example("Launch of 2.0")
}

pub(super) fn token_id() -> Parameter {
    path::<TokenId>("id", "The token.", "ci")
}

pub(super) fn session_id() -> Parameter {
    path::<SessionId>("id", "The session.", "8f14e45fceea167a5a36dedd4bea2543")
}

/// The name of a person, for an admin.
pub(super) fn whose() -> Parameter {
    query("person", "The name of an account. Only admins can name another one.", json!({ "type": "string" }))
}

/// A whole number in a query.
pub(super) fn number(name: &'static str, text: &str) -> Parameter {
    query(name, text, json!({ "type": "integer", "minimum": 0 }))
}

pub(super) fn limit(text: &str, max: u32, default: u32) -> Parameter {
    let schema = json!({ "type": "integer", "minimum": 1, "maximum": max, "default": default });
    query("limit", text, schema)
}

pub(super) fn wait() -> Parameter {
    let text = "Seconds to wait for a change. The response comes as soon as there is one.";
    query("wait", text, json!({ "type": "integer", "minimum": 1, "maximum": WAIT_S_MAX }))
}

pub(super) fn since() -> Parameter {
    number("since", "The revision that the client has.").example(1)
}

/// One of these words.
pub(super) fn word(name: &'static str, text: &str, words: &[&str]) -> Parameter {
    query(name, text, json!({ "type": "string", "enum": words }))
}

/// A text of at most this many bytes.
pub(super) fn text(name: &'static str, text: &str, bytes_max: usize) -> Parameter {
    let text = format!("{text} At most {bytes_max} bytes.");
    query(name, &text, json!({ "type": "string", "maxLength": bytes_max }))
}

/// The days of a read of visitors.
pub(super) fn span() -> [Parameter; 3] {
    [
        query_of::<Day>("from", "The first day.").required().example("2026-01-01"),
        query_of::<Day>("to", "The last day, included.").required().example("2026-01-31"),
        query_of::<ZoneName>("zone", "The time zone of the days; UTC if it is absent.")
            .example("Europe/Berlin"),
    ]
}

/// What selects and sorts rows of visitors.
pub(super) fn rows() -> [Parameter; 4] {
    let sorts = RowSort::ALL.map(RowSort::as_str);
    [
        word("sort", "The column to sort by; the service's order if it is absent.", &sorts).example("ai"),
        word(
            "order",
            "The direction. By default paths and changes ascend, and other numbers descend. Only with `sort`.",
            &["asc", "desc"],
        )
        .example("desc"),
        text("q", "Text that the path contains, in any ASCII case, without white space around it.", RowsQuery::TEXT_BYTES_MAX),
        text("prefix", "Text that the path begins with.", RowsQuery::PREFIX_BYTES_MAX).example("/guides/"),
    ]
}

/// The headers of a prompt.
pub(super) fn of_prompt() -> [Parameter; 3] {
    let key = format!(
        "A key that the caller generates. Docket carries out requests with the same key once, and repeats the response. 1 to {} \
         visible ASCII characters or spaces without commas, or any of them as a string in quotes.",
        idempotency_key::BYTES_MAX
    );
    let is_key = json!({ "type": "string", "minLength": 1, "maxLength": 2 * idempotency_key::BYTES_MAX + 2 });
    let labels = format!(
        "Labels that the job gets when the service accepts the prompt: 1 to {} of 1 to {} characters, in percent-encoded UTF-8, \
         separated by commas.",
        JobPatch::LABELS_MAX,
        Label::CHARS_MAX
    );
    let confirms = "`1` confirms a prompt that the same person sent a moment ago. Programs do not need it.";
    [
        header(IDEMPOTENCY_HEADER, &key, is_key),
        header(CONFIRM_HEADER, confirms, json!({ "type": "string", "enum": ["1"] })),
        header(LABELS_HEADER, &labels, json!({ "type": "string", "minLength": 1 })).example("release-4,sdk"),
    ]
}

/// The header by which a client says what it has.
pub(super) fn if_none_match() -> Parameter {
    let text = "The `ETag` of the response that the client has.";
    header("If-None-Match", text, json!({ "type": "string" }))
}

/// The header that asks for current data.
pub(super) fn no_cache(text: &str) -> Parameter {
    header("Cache-Control", text, json!({ "type": "string" })).example("no-cache")
}
