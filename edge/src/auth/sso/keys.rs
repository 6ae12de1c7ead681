//! The keys of the team, cached by the isolate.

use std::cell::RefCell;
use std::time::Duration;

use docket_core::auth::sso::{AccessApplication, InvalidKeySet, KeyCache, KeyDecision, KeyId, signing_keys};
use docket_wire::ProblemCode;
use gloo_timers::future::sleep;
use web_sys::RequestInit;

use crate::http::body;
use crate::http::failure::Failure;
use crate::platform::crypto::rs256::VerifyingKey;
use crate::platform::{clock, fetch, log};

/// Two keys with their certificates take less than 8 kB.
const KEYS_BYTES_MAX: usize = 64 * 1024;
/// How often a request asks whether another one has fetched the keys.
const WAIT: Duration = Duration::from_millis(50);
const RETRY_AFTER_S: u32 = 20;

thread_local! {
    static KEYS: RefCell<KeyCache<VerifyingKey>> = const { RefCell::new(KeyCache::new()) };
}

/// The key with this id; `None` if the team has no such key.
pub(super) async fn find(
    id: &KeyId,
    application: AccessApplication<'_>,
) -> Result<Option<VerifyingKey>, Failure> {
    loop {
        match KEYS.with_borrow_mut(|keys| keys.decide(id, clock::now())) {
            KeyDecision::Use(key) => return Ok(Some(key)),
            KeyDecision::Unknown => return Ok(None),
            KeyDecision::Unavailable => return Err(unavailable()),
            KeyDecision::Wait => sleep(WAIT).await,
            KeyDecision::Fetch => {
                let fetched = fetch_keys(application).await;
                if let Err(reason) = &fetched {
                    log::warning(&format!("the keys of Cloudflare Access cannot be loaded: {reason}"));
                }
                KEYS.with_borrow_mut(|keys| keys.record(fetched.ok(), clock::now()));
            }
        }
    }
}

/// Fetches and imports the keys.
///
/// # Errors
/// Why not, without the text of the response or of an exception.
async fn fetch_keys(application: AccessApplication<'_>) -> Result<Vec<(KeyId, VerifyingKey)>, String> {
    let timeout_ms = KeyCache::<VerifyingKey>::FETCH_MS;
    // The deadline is kept until the body is read.
    let (response, _deadline) = fetch::send(&application.keys_url(), &RequestInit::new(), timeout_ms)
        .await
        .map_err(|_| "the connection failed, or took too long")?;
    if response.status() != 200 {
        return Err(format!("the response has status {}", response.status()));
    }
    let bytes = body::read(response.body(), KEYS_BYTES_MAX)
        .await
        .map_err(|_| "the response is incomplete or too long")?;
    let text = String::from_utf8(bytes).map_err(|_| InvalidKeySet.to_string())?;
    let mut imported = Vec::new();
    for key in signing_keys(&text).map_err(|error| error.to_string())? {
        imported.extend(VerifyingKey::import(&key).await.map(|imported| (key.id, imported)));
    }
    if imported.is_empty() { Err(InvalidKeySet.to_string()) } else { Ok(imported) }
}

fn unavailable() -> Failure {
    let error = "The keys of Cloudflare Access cannot be loaded. Try again. If this continues, check DOCKET_ACCESS_TEAM.";
    Failure::new(ProblemCode::AccessUnavailable, error).retry_after_s(RETRY_AFTER_S)
}
