//! Requests for desk and archive, checked before they get there.

use docket_core::http::route::Route;
use docket_wire::{IDEMPOTENCY_HEADER, JobFilter, JobPatch, JobRef, ProblemCode, Prompt};

use serde::Deserialize;

use crate::http::failure::Failure;
use crate::http::request::Incoming;
use crate::http::router;

/// Longest body with a prompt: the longest prompt, with room for JSON's escapes.
const PROMPT_BODY_BYTES_MAX: usize = 256 * 1024;
/// Longest of the other bodies.
const BODY_BYTES_MAX: usize = 16 * 1024;
const IDEMPOTENCY_KEY_BYTES_MAX: usize = 200;

/// Body of the gather route. What stands in it is checked where the zone's clocks are known.
#[derive(Deserialize)]
pub(crate) struct BackfillBody {
    kind: String,
    #[serde(default)]
    from: String,
    #[serde(default)]
    to: String,
    #[serde(default)]
    zone: String,
}

impl BackfillBody {
    /// Its members, as a query would have them.
    pub(crate) fn pairs(&self) -> [(&str, &str); 4] {
        [("kind", &self.kind), ("from", &self.from), ("to", &self.to), ("zone", &self.zone)]
    }
}

/// Checks what a route takes. Gives the body as it goes on, if there is one.
pub(crate) async fn check(route: &Route, incoming: &Incoming) -> Result<Option<String>, Failure> {
    match route {
        Route::CreateJob { .. }
        | Route::SendMessage { .. }
        | Route::QueueFollowUp { .. }
        | Route::EditSubmission { .. } => {
            check_idempotency_key(incoming)?;
            let (body, prompt) =
                incoming.json::<Prompt>(PROMPT_BODY_BYTES_MAX, "{\"prompt\": text}", "prompt").await?;
            prompt.check()?;
            Ok(Some(body))
        }
        Route::ImportJob { .. } | Route::MatchSubmission { .. } => {
            let (body, _) = incoming.json::<JobRef>(BODY_BYTES_MAX, "{\"job\": id}", "job").await?;
            Ok(Some(body))
        }
        Route::PatchJob { .. } => {
            let shape = "{\"watch\"?: boolean, \"hidden\"?: boolean, \"labels\"?: [label]}";
            let (body, patch) = incoming.json::<JobPatch>(BODY_BYTES_MAX, shape, "labels").await?;
            if patch.labels.is_some_and(|labels| labels.len() > JobPatch::LABELS_MAX) {
                let error = format!("labels must not be more than {}.", JobPatch::LABELS_MAX);
                return Err(Failure::invalid("labels", error));
            }
            Ok(Some(body))
        }
        Route::Visitors { .. } => {
            router::visitors_query(incoming.target())?;
            Ok(None)
        }
        Route::StartBackfill { .. } => {
            let shape = "{\"kind\": \"days\" or \"paths\", \"from\": day, \"to\": day, \"zone\"?: name}";
            let (body, _) = incoming.json::<BackfillBody>(BODY_BYTES_MAX, shape, "kind").await?;
            Ok(Some(body))
        }
        Route::Jobs { .. } => {
            let pairs = incoming.target().pairs();
            JobFilter::from_pairs(pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())))?;
            Ok(None)
        }
        Route::Live { .. } if !incoming.wants_web_socket() => {
            let failure = Failure::new(ProblemCode::UpgradeRequired, "This route is a WebSocket.");
            Err(failure.header("Upgrade", "websocket"))
        }
        _ => Ok(None),
    }
}

fn check_idempotency_key(incoming: &Incoming) -> Result<(), Failure> {
    let is_good = |key: &str| {
        (1..=IDEMPOTENCY_KEY_BYTES_MAX).contains(&key.len())
            && key.bytes().all(|b| b.is_ascii_graphic() || b == b' ')
    };
    match incoming.header(IDEMPOTENCY_HEADER) {
        Some(key) if !is_good(&key) => {
            let error = format!(
                "{IDEMPOTENCY_HEADER} must have 1 to {IDEMPOTENCY_KEY_BYTES_MAX} visible ASCII characters."
            );
            Err(Failure::invalid(IDEMPOTENCY_HEADER, error))
        }
        _ => Ok(()),
    }
}
