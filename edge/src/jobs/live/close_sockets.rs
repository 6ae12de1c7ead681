//! The end of a session or token, or a person's sign-out, closes its WebSockets: the Worker sends a message to the
//! objects of all projects.

use docket_core::settings::{ProjectSettings, Settings};
use futures_util::TryStreamExt as _;
use futures_util::stream::FuturesUnordered;
use worker::{Env, Method, Request};

use crate::http::failure::Failure;
use crate::http::objects::{self, ObjectName};

/// The Worker forwards only requests of the route table, and no route has this path.
const PREFIX: &str = "https://jobs/sockets/";

/// Closes the WebSockets with the tags of credentials in all projects.
pub(crate) async fn close_sockets(env: &Env, settings: &Settings, tags: &[String]) -> Result<(), Failure> {
    let url = format!("{PREFIX}{}", tags.join(","));
    let close = async |project: &ProjectSettings| {
        let object = ObjectName::jobs(project.id.as_str()).stub(env)?;
        let response = objects::send(&object, "DELETE", &url, None).await?;
        objects::text(&response).await
    };
    let mut closed: FuturesUnordered<_> = settings.projects.iter().map(close).collect();
    while closed.try_next().await?.is_some() {}
    Ok(())
}

/// The tags of the WebSockets to close, if the request comes from [`close_sockets`].
pub(in crate::jobs) fn tags_to_close<'a>(
    request: &Request,
    url: &'a str,
) -> Option<impl Iterator<Item = &'a str>> {
    let tags = url.strip_prefix(PREFIX).filter(|_| request.method() == Method::Delete)?;
    Some(tags.split(','))
}
