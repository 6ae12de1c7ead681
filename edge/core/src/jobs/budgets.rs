//! Requests to the service, counted by the hour, so that Docket stays below the service's limits by itself.

use super::Ledger;
use crate::rate_limit::{RateLimiter, Window};
use crate::storage::Database;

/// Creates and follow-ups: the service limits them together.
pub(super) const PROMPTS: &str = "prompts";
/// Polls.
pub(super) const POLLS: &str = "polls";

impl<D: Database> Ledger<D> {
    pub(super) fn prompts(&self) -> RateLimiter<'_, D> {
        RateLimiter::new(&self.db, PROMPTS, Window::per_hour(self.limits.agent_per_hour))
    }

    pub(super) fn polls(&self) -> RateLimiter<'_, D> {
        RateLimiter::new(&self.db, POLLS, Window::per_hour(self.limits.polls_per_hour))
    }
}
