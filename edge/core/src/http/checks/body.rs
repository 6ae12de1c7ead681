//! Checks of bodies.

use docket_wire::{
    BackfillBody, FollowUp, InboxPatch, JobPatch, JobRef, NewTemplate, NoteEdit, Prompt, TemplateEdit,
};
use serde::de::DeserializeOwned;

use super::InvalidRequest;
use crate::http::json::{InvalidJson, parse_object};
use crate::http::limits::{BODY_BYTES_MAX, PROMPT_BODY_BYTES_MAX};
use crate::http::route::RequestInput;

/// The shape of a body with a prompt.
const PROMPT_SHAPE: &str = "{\"prompt\": text}";

/// Maximum length of a route's body, in bytes; `None` if it takes none.
#[must_use]
pub fn body_bytes_max(input: RequestInput) -> Option<usize> {
    match input {
        RequestInput::Prompt
        | RequestInput::FollowUp
        | RequestInput::PromptEdit
        | RequestInput::NewTemplate
        | RequestInput::TemplateEdit => Some(PROMPT_BODY_BYTES_MAX),
        RequestInput::JobRef
        | RequestInput::JobPatch
        | RequestInput::InboxPatch
        | RequestInput::Note
        | RequestInput::Backfill => Some(BODY_BYTES_MAX),
        RequestInput::JobFilter
        | RequestInput::VisitorsQuery
        | RequestInput::WebSocket
        | RequestInput::Unchecked => None,
    }
}

/// Checks the body of a request.
///
/// # Errors
/// Names the member that is invalid.
pub fn check_body(input: RequestInput, body: &str) -> Result<(), InvalidRequest> {
    match input {
        RequestInput::Prompt => parse_body::<Prompt>(body, PROMPT_SHAPE, "prompt")?.check()?,
        RequestInput::FollowUp | RequestInput::PromptEdit => {
            let FollowUp { prompt } = parse_body(body, PROMPT_SHAPE, "prompt")?;
            Prompt { prompt }.check()?;
        }
        RequestInput::JobRef => {
            parse_body::<JobRef>(body, "{\"job\": id}", "job")?;
        }
        RequestInput::JobPatch => {
            let shape = "{\"polling\"?: boolean, \"hidden\"?: boolean, \"labels\"?: [label]}";
            let patch: JobPatch = parse_body(body, shape, "labels")?;
            check_length("labels", patch.labels.map_or(0, |labels| labels.len()), JobPatch::LABELS_MAX)?;
        }
        RequestInput::InboxPatch => {
            let shape = "{\"readUpTo\"?: revision, \"marks\"?: [{\"subject\", \"revision\", \"read\"}]}";
            let patch: InboxPatch = parse_body(body, shape, "marks")?;
            check_length("marks", patch.marks.len(), InboxPatch::MARKS_MAX)?;
        }
        RequestInput::NewTemplate => {
            let shape = "{\"name\": text, \"text\": text}";
            parse_body::<NewTemplate>(body, shape, "text")?.checked()?;
        }
        RequestInput::TemplateEdit => {
            let shape = "{\"name\": text, \"text\": text, \"version\": number}";
            parse_body::<TemplateEdit>(body, shape, "text")?.checked()?;
        }
        RequestInput::Note => {
            let shape = "{\"text\": text, \"replaces\"?: text}";
            parse_body::<NoteEdit>(body, shape, "text")?.checked()?;
        }
        RequestInput::Backfill => {
            let shape = "{\"kind\": \"days\", \"day_paths\" or \"paths\", \"from\": day, \"to\": day, \"zone\"?: name}";
            parse_body::<BackfillBody>(body, shape, "kind")?;
        }
        // These have no body.
        RequestInput::JobFilter
        | RequestInput::VisitorsQuery
        | RequestInput::WebSocket
        | RequestInput::Unchecked => {}
    }
    Ok(())
}

fn check_length(field: &str, length: usize, max: usize) -> Result<(), InvalidRequest> {
    if length > max {
        return Err(InvalidRequest::new(field, format!("{field} must not have more than {max} entries.")));
    }
    Ok(())
}

/// The value of a JSON body.
///
/// # Errors
/// Names the member that is invalid, or `field` if none is.
pub fn parse_body<T: DeserializeOwned>(text: &str, shape: &str, field: &str) -> Result<T, InvalidRequest> {
    parse_object(text).map_err(|invalid| refused(invalid, shape, field))
}

fn refused(invalid: InvalidJson, shape: &str, field: &str) -> InvalidRequest {
    match invalid {
        InvalidJson::Rule(member, rule) => {
            let field = member.as_deref().unwrap_or(field);
            InvalidRequest::new(field, format!("{field} is invalid: {rule}."))
        }
        InvalidJson::Shape(member) => {
            InvalidRequest::new(member.as_deref().unwrap_or(field), format!("The body must be {shape}."))
        }
        InvalidJson::Syntax => {
            InvalidRequest::new("body", format!("The body is not JSON. It must be {shape}."))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks(count: usize) -> String {
        let mark = "{\"subject\":{\"job\":\"j1\"},\"revision\":1,\"read\":true}";
        format!("{{\"marks\":[{}]}}", vec![mark; count].join(","))
    }

    fn labels(count: usize) -> String {
        let labels: Vec<_> = (0..count).map(|number| format!("\"l{number}\"")).collect();
        format!("{{\"labels\":[{}]}}", labels.join(","))
    }

    #[test]
    fn a_body_of_the_route_is_accepted() {
        for (input, body) in [
            (RequestInput::Prompt, "{\"prompt\": \"Update it\", \"source\": \"a program\"}"),
            (RequestInput::FollowUp, "{\"prompt\": \"Update it\"}"),
            (RequestInput::PromptEdit, "{\"prompt\": \"Update it\"}"),
            (RequestInput::JobRef, "{\"job\": \"j1\"}"),
            (RequestInput::JobPatch, &labels(JobPatch::LABELS_MAX)),
            (RequestInput::InboxPatch, &marks(InboxPatch::MARKS_MAX)),
            (RequestInput::NewTemplate, "{\"name\": \"Update\", \"text\": \"Update {{page}}\"}"),
            (RequestInput::TemplateEdit, "{\"name\": \"Update\", \"text\": \"Update it\", \"version\": 2}"),
            (RequestInput::Note, "{\"text\": \"Launch\"}"),
            (
                RequestInput::Backfill,
                "{\"kind\": \"days\", \"from\": \"2026-01-01\", \"to\": \"2026-01-31\"}",
            ),
            (RequestInput::Unchecked, "not JSON"),
        ] {
            assert_eq!(check_body(input, body), Ok(()), "{input:?} {body}");
        }
    }

    #[test]
    fn the_longest_prompt_fits_with_every_character_escaped() {
        for (character, count) in
            [('\u{416}', 45_000), ('\u{416}', 50_000), ('\u{1}', 99_999), ('x', 100_000)]
        {
            let escaped = format!("\\u{:04x}", u32::from(character)).repeat(count);
            let visible = if character.is_control() { "x" } else { "" };
            let body = format!("{{\"prompt\": \"{visible}{escaped}\"}}");
            for input in [RequestInput::Prompt, RequestInput::FollowUp, RequestInput::PromptEdit] {
                assert!(
                    body_bytes_max(input).is_some_and(|max| body.len() <= max),
                    "{input:?} {character:?}"
                );
                assert_eq!(check_body(input, &body), Ok(()), "{input:?} {character:?}");
            }
        }
    }

    #[test]
    fn any_other_body_is_refused_with_the_member_that_is_wrong() {
        let blank = "prompt must have at least 1 character that is visible.";
        for (input, body, field, error) in [
            (RequestInput::Prompt, "{", "body", "The body is not JSON. It must be {\"prompt\": text}."),
            (RequestInput::Prompt, "{}", "prompt", "The body must be {\"prompt\": text}."),
            (RequestInput::Prompt, "{\"prompt\": \" \"}", "prompt", blank),
            (RequestInput::FollowUp, "{\"prompt\": \"\"}", "prompt", blank),
            (RequestInput::PromptEdit, "{\"prompt\": \"\\n\"}", "prompt", blank),
            (RequestInput::Prompt, "{\"prompt\": \"\\u200b\\ufeff \\u2060\"}", "prompt", blank),
            (
                RequestInput::FollowUp,
                "{\"prompt\": \"x\", \"when\": 1}",
                "when",
                "The body must be {\"prompt\": text}.",
            ),
            (RequestInput::JobRef, "{\"job\": 5}", "job", "The body must be {\"job\": id}."),
            (
                RequestInput::JobPatch,
                "{\"labels\": [\"a,b\"]}",
                "labels",
                "labels is invalid: a label must have 1 to 40 characters, without commas and control characters, and not only invisible ones.",
            ),
            (
                RequestInput::JobPatch,
                &labels(JobPatch::LABELS_MAX + 1),
                "labels",
                &format!("labels must not have more than {} entries.", JobPatch::LABELS_MAX),
            ),
            (
                RequestInput::InboxPatch,
                &marks(InboxPatch::MARKS_MAX + 1),
                "marks",
                &format!("marks must not have more than {} entries.", InboxPatch::MARKS_MAX),
            ),
            (
                RequestInput::NewTemplate,
                "{\"name\": \"Update\", \"text\": \" \"}",
                "text",
                "text must have at least 1 character that is visible.",
            ),
            (
                RequestInput::TemplateEdit,
                "{\"name\": \"Update\", \"text\": \"x\"}",
                "version",
                "The body must be {\"name\": text, \"text\": text, \"version\": number}.",
            ),
            (
                RequestInput::Note,
                "{\"note\": \"x\"}",
                "note",
                "The body must be {\"text\": text, \"replaces\"?: text}.",
            ),
            (
                RequestInput::Backfill,
                "[]",
                "kind",
                "The body must be {\"kind\": \"days\", \"day_paths\" or \"paths\", \"from\": day, \"to\": day, \"zone\"?: name}.",
            ),
        ] {
            assert_eq!(check_body(input, body), Err(InvalidRequest::new(field, error)), "{input:?} {body}");
        }
    }
}
