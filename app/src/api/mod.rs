//! The edge as the console asks it: one client, one kind of failure.

mod analytics;
mod client;
mod error;
mod http;

pub(crate) use analytics::Download;
pub(crate) use client::{Api, Deed};
pub(crate) use error::ApiError;
