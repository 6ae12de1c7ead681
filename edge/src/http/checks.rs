//! Checks of request bodies and queries, before the Worker forwards a request to an object.

use docket_core::http::limits::{BODY_BYTES_MAX, PROMPT_BODY_BYTES_MAX};
use docket_core::http::route::RequestInput;
use docket_core::http::{idempotency_key, label_list};
use docket_wire::{
    BackfillBody, CONFIRM_HEADER, FollowUp, IDEMPOTENCY_HEADER, InboxPatch, JobFilter, JobPatch, JobRef,
    LABELS_HEADER, Label, NewTemplate, NoteEdit, ProblemCode, Prompt, TemplateEdit, VisitorsQuery,
};

use crate::http::failure::Failure;
use crate::http::request::{IncomingRequest, parse};

/// The shape of a body with a prompt.
const PROMPT_SHAPE: &str = "{\"prompt\": text}";

/// Checks the body and the query of a request. Returns the body to forward, if there is one.
pub(crate) async fn check(input: RequestInput, request: &IncomingRequest) -> Result<Option<String>, Failure> {
    let bytes_max = match input {
        RequestInput::Prompt | RequestInput::FollowUp => {
            check_idempotency_key(request)?;
            check_confirmation(request)?;
            check_labels(request)?;
            PROMPT_BODY_BYTES_MAX
        }
        RequestInput::PromptEdit | RequestInput::NewTemplate | RequestInput::TemplateEdit => {
            PROMPT_BODY_BYTES_MAX
        }
        RequestInput::JobRef
        | RequestInput::JobPatch
        | RequestInput::InboxPatch
        | RequestInput::Note
        | RequestInput::Backfill => BODY_BYTES_MAX,
        RequestInput::JobFilter => {
            JobFilter::from_pairs(&request.target().pairs())?;
            return Ok(None);
        }
        RequestInput::VisitorsQuery => {
            VisitorsQuery::from_pairs(&request.target().pairs())?;
            return Ok(None);
        }
        RequestInput::WebSocket if !request.wants_web_socket() => {
            let failure = Failure::new(ProblemCode::UpgradeRequired, "This route needs a WebSocket.");
            return Err(failure.header("Upgrade", "websocket"));
        }
        RequestInput::WebSocket | RequestInput::Unchecked => return Ok(None),
    };
    let body = request.json(bytes_max).await?;
    check_body(input, &body)?;
    Ok(Some(body))
}

fn check_body(input: RequestInput, body: &str) -> Result<(), Failure> {
    match input {
        RequestInput::Prompt => parse::<Prompt>(body, PROMPT_SHAPE, "prompt")?.check()?,
        RequestInput::FollowUp | RequestInput::PromptEdit => {
            let FollowUp { prompt } = parse(body, PROMPT_SHAPE, "prompt")?;
            Prompt { prompt }.check()?;
        }
        RequestInput::JobRef => {
            parse::<JobRef>(body, "{\"job\": id}", "job")?;
        }
        RequestInput::JobPatch => {
            let shape = "{\"polling\"?: boolean, \"hidden\"?: boolean, \"labels\"?: [label]}";
            let patch: JobPatch = parse(body, shape, "labels")?;
            check_length("labels", patch.labels.map_or(0, |labels| labels.len()), JobPatch::LABELS_MAX)?;
        }
        RequestInput::InboxPatch => {
            let shape = "{\"readUpTo\"?: revision, \"marks\"?: [{\"subject\", \"revision\", \"read\"}]}";
            let patch: InboxPatch = parse(body, shape, "marks")?;
            check_length("marks", patch.marks.len(), InboxPatch::MARKS_MAX)?;
        }
        RequestInput::NewTemplate => {
            let shape = "{\"name\": text, \"text\": text}";
            parse::<NewTemplate>(body, shape, "text")?.checked()?;
        }
        RequestInput::TemplateEdit => {
            let shape = "{\"name\": text, \"text\": text, \"version\": number}";
            parse::<TemplateEdit>(body, shape, "text")?.checked()?;
        }
        RequestInput::Note => {
            let shape = "{\"text\": text, \"replaces\"?: text}";
            parse::<NoteEdit>(body, shape, "text")?.checked()?;
        }
        RequestInput::Backfill => {
            let shape = "{\"kind\": \"days\", \"day_paths\" or \"paths\", \"from\": day, \"to\": day, \"zone\"?: name}";
            parse::<BackfillBody>(body, shape, "kind")?;
        }
        // These have no body.
        RequestInput::JobFilter
        | RequestInput::VisitorsQuery
        | RequestInput::WebSocket
        | RequestInput::Unchecked => {}
    }
    Ok(())
}

fn check_length(field: &str, length: usize, max: usize) -> Result<(), Failure> {
    if length > max {
        return Err(Failure::invalid(field, format!("{field} must not have more than {max} entries.")));
    }
    Ok(())
}

fn check_confirmation(request: &IncomingRequest) -> Result<(), Failure> {
    match request.header(CONFIRM_HEADER).as_deref() {
        None | Some("1") => Ok(()),
        Some(_) => Err(Failure::invalid(CONFIRM_HEADER, format!("{CONFIRM_HEADER} must be 1, or absent."))),
    }
}

fn check_labels(request: &IncomingRequest) -> Result<(), Failure> {
    match request.header(LABELS_HEADER) {
        Some(value) if label_list::parse(&value).is_none() => {
            let error = format!(
                "{LABELS_HEADER} must have 1 to {} labels of 1 to {} characters in percent-encoded UTF-8, separated by commas.",
                JobPatch::LABELS_MAX,
                Label::CHARS_MAX
            );
            Err(Failure::invalid(LABELS_HEADER, error))
        }
        _ => Ok(()),
    }
}

fn check_idempotency_key(request: &IncomingRequest) -> Result<(), Failure> {
    match request.header(IDEMPOTENCY_HEADER) {
        Some(value) if idempotency_key::parse(&value).is_none() => {
            let error = format!(
                "{IDEMPOTENCY_HEADER} must be given once: 1 to {} visible ASCII characters or spaces without commas, or \
                 any of them in quotes.",
                idempotency_key::BYTES_MAX
            );
            Err(Failure::invalid(IDEMPOTENCY_HEADER, error))
        }
        _ => Ok(()),
    }
}
