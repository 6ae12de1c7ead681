//! Limits on sign-in, and ended sessions.

mod client;
mod object;

pub(crate) use client::{attempt, check, end_recorded, end_session, has_ended, succeeded};
