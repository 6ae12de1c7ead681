//! The client of the edge's API: typed functions for each route, and one error type.

mod auth;
mod client;
mod error;
mod export;
mod http;
mod jobs;
mod mutation;
mod visitors;

pub(crate) use client::Api;
pub(crate) use error::ApiError;
pub(crate) use export::Download;
pub(crate) use mutation::Mutation;
