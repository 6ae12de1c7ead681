//! The end of a session or token, or a person's sign-out, closes its WebSockets: the Worker sends a message to the
//! objects of all projects.

use docket_core::http::interruption::Repeat;
use docket_core::settings::{ProjectSettings, Settings};
use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use worker::{Env, Method, Request};

use crate::http::failure::Failure;
use crate::http::objects::{self, ObjectName};

/// The Worker forwards only requests of the route table, and no route has this path.
const PREFIX: &str = "https://jobs/sockets/";

/// Closes the WebSockets with the tags of credentials in all projects. If some objects fail, the others close theirs.
///
/// # Errors
/// The first failure of an object.
pub(crate) async fn close_sockets(env: &Env, settings: &Settings, tags: &[String]) -> Result<(), Failure> {
    let url = format!("{PREFIX}{}", tags.join(","));
    let close = async |project: &ProjectSettings| {
        let object = ObjectName::jobs(project.id.as_str());
        let response = objects::send(env, object, ("DELETE", &url), None, Repeat::Once).await?;
        objects::text(&response).await.map(drop)
    };
    let mut closing: FuturesUnordered<_> = settings.projects.iter().map(close).collect();
    let mut closed = Ok(());
    while let Some(outcome) = closing.next().await {
        closed = closed.and(outcome);
    }
    closed
}

/// The tags of the WebSockets to close, if the request comes from [`close_sockets`].
pub(crate) fn tags_to_close<'a>(request: &Request, url: &'a str) -> Option<impl Iterator<Item = &'a str>> {
    let tags = url.strip_prefix(PREFIX).filter(|_| request.method() == Method::Delete)?;
    Some(tags.split(','))
}
