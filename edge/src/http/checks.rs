//! Checks of request bodies and queries, before the Worker forwards a request to an object.

use docket_core::http::idempotency_key;
use docket_core::http::limits::{BODY_BYTES_MAX, PROMPT_BODY_BYTES_MAX};
use docket_core::http::route::RequestInput;
use docket_core::http::target::{Target, borrowed};
use docket_wire::{
    BackfillBody, CONFIRM_HEADER, IDEMPOTENCY_HEADER, InboxPatch, JobFilter, JobPatch, JobRef, NewTemplate,
    NoteEdit, ProblemCode, Prompt, TemplateEdit, VisitorsQuery,
};

use crate::http::failure::Failure;
use crate::http::request::IncomingRequest;

/// Checks the body and the query of a request. Returns the body to forward, if there is one.
pub(crate) async fn check(input: RequestInput, request: &IncomingRequest) -> Result<Option<String>, Failure> {
    match input {
        RequestInput::Prompt => {
            check_idempotency_key(request)?;
            check_confirmation(request)?;
            let (body, prompt) =
                request.json::<Prompt>(PROMPT_BODY_BYTES_MAX, "{\"prompt\": text}", "prompt").await?;
            prompt.check()?;
            Ok(Some(body))
        }
        RequestInput::JobRef => {
            let (body, _) = request.json::<JobRef>(BODY_BYTES_MAX, "{\"job\": id}", "job").await?;
            Ok(Some(body))
        }
        RequestInput::JobPatch => {
            let shape = "{\"polling\"?: boolean, \"hidden\"?: boolean, \"labels\"?: [label]}";
            let (body, patch) = request.json::<JobPatch>(BODY_BYTES_MAX, shape, "labels").await?;
            check_length("labels", patch.labels.map_or(0, |labels| labels.len()), JobPatch::LABELS_MAX)?;
            Ok(Some(body))
        }
        RequestInput::InboxPatch => {
            let shape = "{\"readUpTo\"?: revision, \"marks\"?: [{\"subject\", \"revision\", \"read\"}]}";
            let (body, patch) = request.json::<InboxPatch>(BODY_BYTES_MAX, shape, "marks").await?;
            check_length("marks", patch.marks.len(), InboxPatch::MARKS_MAX)?;
            Ok(Some(body))
        }
        RequestInput::NewTemplate => {
            let shape = "{\"name\": text, \"text\": text}";
            let (body, new) = request.json::<NewTemplate>(PROMPT_BODY_BYTES_MAX, shape, "text").await?;
            new.checked()?;
            Ok(Some(body))
        }
        RequestInput::TemplateEdit => {
            let shape = "{\"name\": text, \"text\": text, \"version\": number}";
            let (body, edit) = request.json::<TemplateEdit>(PROMPT_BODY_BYTES_MAX, shape, "text").await?;
            edit.checked()?;
            Ok(Some(body))
        }
        RequestInput::Note => {
            let shape = "{\"text\": text, \"replaces\"?: text}";
            let (body, edit) = request.json::<NoteEdit>(BODY_BYTES_MAX, shape, "text").await?;
            edit.checked()?;
            Ok(Some(body))
        }
        RequestInput::Backfill => {
            let shape = "{\"kind\": \"days\", \"day-paths\" or \"paths\", \"from\": day, \"to\": day, \"zone\"?: name}";
            let (body, _) = request.json::<BackfillBody>(BODY_BYTES_MAX, shape, "kind").await?;
            Ok(Some(body))
        }
        RequestInput::JobFilter => {
            let pairs = request.target().pairs();
            JobFilter::from_pairs(borrowed(&pairs))?;
            Ok(None)
        }
        RequestInput::VisitorsQuery => {
            visitors_query(request.target())?;
            Ok(None)
        }
        RequestInput::WebSocket if !request.wants_web_socket() => {
            let failure = Failure::new(ProblemCode::UpgradeRequired, "This route needs a WebSocket.");
            Err(failure.header("Upgrade", "websocket"))
        }
        RequestInput::WebSocket | RequestInput::Unchecked => Ok(None),
    }
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

fn check_idempotency_key(request: &IncomingRequest) -> Result<(), Failure> {
    match request.header(IDEMPOTENCY_HEADER) {
        Some(value) if idempotency_key::parse(&value).is_none() => {
            let error = format!(
                "{IDEMPOTENCY_HEADER} must be given once: 1 to {} visible ASCII characters without commas, or any of \
                 them in quotes.",
                idempotency_key::BYTES_MAX
            );
            Err(Failure::invalid(IDEMPOTENCY_HEADER, error))
        }
        _ => Ok(()),
    }
}

/// The checked query of the visitors route, which the object reads again.
pub(crate) fn visitors_query(target: Target<'_>) -> Result<VisitorsQuery, Failure> {
    let pairs = target.pairs();
    Ok(VisitorsQuery::from_pairs(borrowed(&pairs))?)
}
