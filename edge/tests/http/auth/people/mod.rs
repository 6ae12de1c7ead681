//! People and their sessions.

mod ending;
mod listing;
mod sso;

use docket_core::auth::session::Session;
use docket_wire::{CallerName, SessionId, SessionInfo, Sessions, UnixMs};
use reqwest::Method;

use crate::harness::{Answer, World, answer, cookie_for, cookie_of, now_ms, until};

const MINUTE_MS: i64 = 60_000;

/// A sign-in with a browser of this name.
async fn signed_in(world: &World, name: &str) -> String {
    let signed_in = world.sign_in(name, crate::harness::PASSPHRASE).await;
    assert_eq!(signed_in.status, 200, "{signed_in:?}");
    cookie_of(&signed_in)
}

async fn with(world: &World, cookie: &str, method: Method, path: &str) -> Answer {
    answer(world.browser(method, path).header("Cookie", cookie)).await
}

/// The sessions that a person with this cookie sees.
async fn listed(world: &World, cookie: &str, query: &str) -> Vec<SessionInfo> {
    let list = with(world, cookie, Method::GET, &format!("/api/sessions{query}")).await;
    assert_eq!(list.status, 200, "{list:?}");
    let list: Sessions = serde_json::from_str(&list.text).unwrap();
    assert!(!list.has_more);
    list.sessions
}

/// The id of a cookie's session.
async fn id_of(world: &World, cookie: &str) -> SessionId {
    let own = listed(world, cookie, "").await.into_iter().find(|session| session.current);
    own.expect("the list has the session of the request").id
}

/// The cookie of a session that Docket does not list yet, old enough to be renewed.
fn unlisted(number: u8, name: &str) -> (SessionId, String) {
    let session = Session::begin([number; 16], CallerName(name.into()), UnixMs(now_ms() - 10 * MINUTE_MS));
    (session.id.clone(), cookie_for(&session))
}

/// Waits until a list satisfies a condition. Docket records who is here after it has responded.
async fn listed_until(
    world: &World,
    cookie: &str,
    query: &str,
    condition: impl Fn(&[SessionInfo]) -> bool,
) -> Vec<SessionInfo> {
    until(async || listed(world, cookie, query).await, |sessions| condition(sessions)).await
}
