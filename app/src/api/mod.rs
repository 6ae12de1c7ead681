//! The edge as the console asks it: one client, one kind of failure.

mod client;
mod error;
mod http;

pub(crate) use client::{Api, Budget, Deed, VisitorsAnswer};
pub(crate) use error::ApiError;
