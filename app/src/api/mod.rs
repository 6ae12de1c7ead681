//! The client of the edge's API: typed functions for each route, and one error type.

mod analytics;
mod auth;
mod batch;
mod client;
mod error;
mod http;
mod inbox;
mod jobs;
mod mutation;
mod slow;
mod templates;

pub(crate) use analytics::Download;
pub(crate) use batch::BatchResponse;
pub(crate) use client::Api;
pub(crate) use error::ApiError;
pub(crate) use http::record_connection_change;
pub(crate) use inbox::InboxCount;
pub(crate) use jobs::Submitted;
pub(crate) use mutation::Mutation;
pub(crate) use slow::has_slow_request;
