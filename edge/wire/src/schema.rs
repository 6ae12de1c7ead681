//! JSON Schemas of the types that write and read themselves as text, for the description of the API. They have the
//! limits of the types, from the same constants.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::blank::invisible;
use crate::{
    BackfillKind, BackfillRequest, DateOrTime, Day, ID_BYTES_MAX, JobId, JobStatus, Label, ProjectId,
    SessionId, SubmissionId, TemplateId, TokenId, UnixMs, ZoneName,
};

/// Without spaces, control characters, and what has a meaning in a path. Only `.` and `..` match and are no
/// identifiers.
const ID_PATTERN: &str = r"^[^\s/\\?#%\u0000-\u001f\u007f-\u009f]+$";

/// Gives types a schema under their own names.
macro_rules! schemas {
    ($($name:ident = $schema:expr;)+) => {$(
        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                ($schema)(generator)
            }
        }
    )+};
}

fn id(description: &str) -> Schema {
    json_schema!({
        "type": "string",
        "description": description,
        "minLength": 1,
        "maxLength": ID_BYTES_MAX,
        "pattern": ID_PATTERN,
    })
}

schemas! {
    ProjectId = |_: &mut _| id("A project of the documentation service.");
    JobId = |_: &mut _| id("A job. The service names it.");
    SubmissionId = |_: &mut _| id("A submission. Docket names it.");
    TemplateId = |_: &mut _| id("A prompt template. Docket names it.");
    TokenId = |_: &mut _| json_schema!({
        "type": "string",
        "description": "A token: 1 to 40 letters, digits and hyphens.",
        "minLength": 1,
        "maxLength": Self::CHARS_MAX,
        "pattern": "^[A-Za-z0-9-]+$",
    });
    SessionId = |_: &mut _| json_schema!({
        "type": "string",
        "description": "A session: 32 hex digits in lower case.",
        "pattern": "^[0-9a-f]{32}$",
    });
    Label = |_: &mut _| json_schema!({
        "type": "string",
        "description": "A label of a job, without commas. Docket removes spaces around it.",
        "minLength": 1,
        "maxLength": Self::CHARS_MAX,
        "pattern": concat!(
            r"^[^,\u0000-\u001f\u007f-\u009f]*[^,",
            invisible!(),
            r"][^,\u0000-\u001f\u007f-\u009f]*$"
        ),
    });
    JobStatus = |_: &mut _| json_schema!({
        "type": "string",
        "description": "The status of a job at the service: `active`, `completed`, `archived`, `failed`, or one that its \
                        contract does not have.",
        "maxLength": Self::CHARS_MAX,
        "examples": [Self::Active, Self::Completed, Self::Archived, Self::Failed],
    });
    UnixMs = |_: &mut _| json_schema!({
        "type": "string",
        "description": "A time: a date-time of RFC 3339 in UTC with milliseconds.",
        "format": "date-time",
        "pattern": r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$",
    });
    Day = |_: &mut _| json_schema!({
        "type": "string",
        "description": format!("A day of the years {} to {}.", Self::YEARS.start(), Self::YEARS.end()),
        "format": "date",
        "pattern": r"^2[01]\d{2}-\d{2}-\d{2}$",
    });
    DateOrTime = |_: &mut _| json_schema!({
        "type": "string",
        "description": "A date, or a date-time of ISO 8601. A date is its midnight in UTC, and a date-time without an \
                        offset is in UTC.",
        "pattern": r"^(\d{4}-\d{2}-\d{2}|\d{4}-?\d{2}-?\d{2}T\d{2}(:?\d{2}(:?\d{2}([.,]\d{1,9})?)?)?([Zz]|[+-]\d{2}[0-9:]*)?)$",
    });
    ZoneName = |_: &mut _| json_schema!({
        "type": "string",
        "description": "A time zone: its name in the IANA database, like `Europe/Berlin`.",
        "maxLength": Self::BYTES_MAX,
        "pattern": "^[A-Za-z][A-Za-z0-9/_+-]*$",
    });
    BackfillRequest = |generator: &mut SchemaGenerator| json_schema!({
        "type": "object",
        "description": "What to load in the background.",
        "properties": {
            "kind": generator.subschema_for::<BackfillKind>(),
            "from": generator.subschema_for::<Day>(),
            "to": generator.subschema_for::<Day>(),
            "zone": generator.subschema_for::<ZoneName>(),
        },
        "required": ["kind", "from", "to"],
        "additionalProperties": false,
    });
}
