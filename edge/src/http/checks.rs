//! Checks of request bodies and queries, before the Worker forwards a request to an object.

use docket_core::http::route::RequestInput;
use docket_wire::{IDEMPOTENCY_HEADER, JobFilter, JobPatch, JobRef, ProblemCode, Prompt};

use serde::Deserialize;

use crate::http::failure::Failure;
use crate::http::query;
use crate::http::request::IncomingRequest;

/// Maximum body with a prompt: the longest prompt, with room for JSON's escapes.
const PROMPT_BODY_BYTES_MAX: usize = 256 * 1024;
/// Maximum of the other bodies.
const BODY_BYTES_MAX: usize = 16 * 1024;
const IDEMPOTENCY_KEY_BYTES_MAX: usize = 200;

/// Body of the backfill route. `AnalyticsObject` checks its members, because it knows the time zones.
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
    /// The members as query parameters.
    pub(crate) fn pairs(&self) -> [(&str, &str); 4] {
        [("kind", &self.kind), ("from", &self.from), ("to", &self.to), ("zone", &self.zone)]
    }
}

/// Checks the body and the query of a request. Returns the body to forward, if there is one.
pub(crate) async fn check(input: RequestInput, request: &IncomingRequest) -> Result<Option<String>, Failure> {
    match input {
        RequestInput::Prompt => {
            check_idempotency_key(request)?;
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
            if patch.labels.is_some_and(|labels| labels.len() > JobPatch::LABELS_MAX) {
                let error = format!("labels must not have more than {} entries.", JobPatch::LABELS_MAX);
                return Err(Failure::invalid("labels", error));
            }
            Ok(Some(body))
        }
        RequestInput::Backfill => {
            let shape = "{\"kind\": \"days\" or \"paths\", \"from\": day, \"to\": day, \"zone\"?: name}";
            let (body, _) = request.json::<BackfillBody>(BODY_BYTES_MAX, shape, "kind").await?;
            Ok(Some(body))
        }
        RequestInput::JobFilter => {
            let pairs = request.target().pairs();
            JobFilter::from_pairs(pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())))?;
            Ok(None)
        }
        RequestInput::VisitorsQuery => {
            query::visitors_query(request.target())?;
            Ok(None)
        }
        RequestInput::WebSocket if !request.wants_web_socket() => {
            let failure = Failure::new(ProblemCode::UpgradeRequired, "This route needs a WebSocket.");
            Err(failure.header("Upgrade", "websocket"))
        }
        RequestInput::WebSocket | RequestInput::Unchecked => Ok(None),
    }
}

fn check_idempotency_key(request: &IncomingRequest) -> Result<(), Failure> {
    let is_good = |key: &str| {
        (1..=IDEMPOTENCY_KEY_BYTES_MAX).contains(&key.len())
            // The runtime joins several lines of a header with a comma.
            && key.bytes().all(|b| (b.is_ascii_graphic() || b == b' ') && b != b',')
    };
    match request.header(IDEMPOTENCY_HEADER) {
        Some(key) if !is_good(&key) => {
            let error = format!(
                "{IDEMPOTENCY_HEADER} must be given once, with 1 to {IDEMPOTENCY_KEY_BYTES_MAX} visible ASCII \
                 characters except commas."
            );
            Err(Failure::invalid(IDEMPOTENCY_HEADER, error))
        }
        _ => Ok(()),
    }
}
