//! The budgets of prompts, polls and changes, in the headers of responses.

use docket_core::auth::caller::CallerKind;
use docket_core::http::route::ResponseBudget;
use docket_wire::CallerName;

use crate::http::failure::Failure;
use crate::http::rate_limit::with_rate_limits;
use crate::http::reply::Reply;
use crate::jobs::open_jobs::OpenJobs;
use crate::platform::clock;

impl OpenJobs {
    /// Adds the rate limit fields of a budget.
    pub(super) fn with_budget(
        &self,
        named: ResponseBudget,
        caller: &CallerName,
        answered: Result<Reply, Failure>,
    ) -> Result<Reply, Failure> {
        let now = clock::now();
        let budget = match named {
            ResponseBudget::Prompts => self.ledger.prompt_budget(now),
            ResponseBudget::Changes => self.ledger.changes_of(caller).budget(now),
            ResponseBudget::Polls => self.ledger.poll_budget().of_request(CallerKind::of(caller), now),
        };
        with_rate_limits(answered, budget.map(|budget| vec![(named.name(), budget)]), now)
    }
}
