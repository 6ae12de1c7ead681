//! The edge as the console asks it: one client, one kind of failure.

mod client;
mod error;
mod export;
mod http;
mod visitors;

pub(crate) use client::{Api, Deed};
pub(crate) use error::ApiError;
pub(crate) use export::Download;
