//! The one way to the service: what is kept, what is under way, or a call within the budget.

use std::rc::Rc;

use docket_core::analytics::{CacheEntry, CachedTotals, Lookup, LookupDecision, Permit, request_key};
use docket_core::storage::DatabaseError;
use docket_core::upstream::response::CallFailure;
use docket_wire::{Interval, ProblemCode, ProjectId, VisitorsPage, VisitorsQuery};
use futures_channel::oneshot;

use super::OpenAnalytics;
use crate::http::failure::Failure;
use crate::platform::clock;
use crate::upstream::Service;

/// What a call to the service came to, for everyone who waits for it.
type Outcome = Result<CacheEntry, CallFailure>;
/// Who waits for a call.
pub(super) type Waiters = Vec<oneshot::Sender<Outcome>>;

/// Why there is no page.
#[derive(Debug)]
pub(super) enum NoPage {
    /// The budget is spent for now, and nothing is kept.
    Spent {
        /// Seconds until it is not.
        wait_s: u64,
    },
    /// The service was asked, and gave none.
    Call(CallFailure),
    /// A fault of Docket's.
    Inside(Failure),
}

impl From<DatabaseError> for NoPage {
    fn from(error: DatabaseError) -> Self {
        Self::Inside(error.into())
    }
}

impl From<NoPage> for Failure {
    fn from(none: NoPage) -> Self {
        match none {
            NoPage::Call(failure) => failure.into(),
            NoPage::Inside(failure) => failure,
            NoPage::Spent { wait_s } => {
                let error = format!(
                    "This hour's requests for visitor figures are spent, and nothing is kept for this range. Try again in {} min.",
                    wait_s.div_ceil(60)
                );
                Self::new(ProblemCode::BudgetExhausted, error).retry_after_s(wait_s)
            }
        }
    }
}

/// Where a page is to be had.
pub(super) enum Asked {
    /// It is kept.
    CacheEntry(CacheEntry),
    /// The service is being asked.
    UnderWay(oneshot::Receiver<Outcome>),
}

/// Totals of a range, and whether they are older than they should be.
pub(super) struct Figures {
    pub(super) kept: CachedTotals,
    pub(super) is_stale: bool,
}

impl OpenAnalytics {
    /// One page of a range: kept and fresh, or asked for now, or kept and marked as stale.
    pub(super) async fn page(
        self: &Rc<Self>,
        project: &ProjectId,
        query: &VisitorsQuery,
        wish: Lookup,
    ) -> Result<CacheEntry, NoPage> {
        match self.page_or_failure(project, query, wish).await {
            Err(NoPage::Call(failure)) => {
                let kept = self.core.failed(&request_key(project, query), &failure, clock::now())?;
                kept.ok_or(NoPage::Call(failure))
            }
            told => told,
        }
    }

    /// The same for those whom an old page does not help: why there is no other.
    pub(super) async fn fresh_page(
        self: &Rc<Self>,
        project: &ProjectId,
        query: &VisitorsQuery,
        wish: Lookup,
    ) -> Result<CacheEntry, NoPage> {
        let kept = self.page_or_failure(project, query, wish).await?;
        if kept.is_stale {
            let now = clock::now();
            return Err(NoPage::Spent { wait_s: self.core.budget(wish.priority, now)?.reset_s(now) });
        }
        Ok(kept)
    }

    /// Everything that the archive waits for goes through here. Equal requests that are under way are one, whoever
    /// makes them. What comes back is stale only if the budget is spent.
    async fn page_or_failure(
        self: &Rc<Self>,
        project: &ProjectId,
        query: &VisitorsQuery,
        wish: Lookup,
    ) -> Result<CacheEntry, NoPage> {
        let receiver = match self.ask(project, query, wish)? {
            Asked::CacheEntry(kept) => return Ok(kept),
            Asked::UnderWay(receiver) => receiver,
        };
        match receiver.await {
            Ok(outcome) => outcome.map_err(NoPage::Call),
            Err(oneshot::Canceled) => {
                Err(NoPage::Inside(Failure::internal("a call to the service was dropped")))
            }
        }
    }

    /// Asks for a page, if it is neither kept nor asked for already. A call goes on although nobody waits for it.
    pub(super) fn ask(
        self: &Rc<Self>,
        project: &ProjectId,
        query: &VisitorsQuery,
        wish: Lookup,
    ) -> Result<Asked, NoPage> {
        let key = request_key(project, query);
        if let Some(receiver) = self.join(&key) {
            return Ok(Asked::UnderWay(receiver));
        }
        match self.core.plan(&key, query, wish, clock::now())? {
            LookupDecision::Hit(kept) => Ok(Asked::CacheEntry(kept)),
            LookupDecision::Exhausted { wait_s } => Err(NoPage::Spent { wait_s }),
            LookupDecision::Fetch(ticket) => Ok(Asked::UnderWay(self.begin(key, project, query, ticket))),
        }
    }

    /// Totals of an interval: whatever page they came with, and if there are none, with the first page of so many
    /// rows.
    pub(super) async fn figures(
        self: &Rc<Self>,
        project: &ProjectId,
        interval: &Interval,
        limit: u32,
        wish: Lookup,
    ) -> Result<Figures, NoPage> {
        let kept = self.core.totals(project, interval)?;
        if let Some(kept) = kept
            && !wish.force_refresh
            && self.is_fresh(interval, kept)?
        {
            return Ok(Figures { kept, is_stale: false });
        }
        let (page, kept) = match self.page(project, &interval.page(limit, 0), wish).await {
            Ok(page) => (page, self.core.totals(project, interval)?),
            // Failures that have to be seen are not covered up by what is kept.
            Err(NoPage::Call(failure)) if !failure.passes() => return Err(NoPage::Call(failure)),
            Err(none) => {
                let kept = self.core.totals(project, interval)?;
                return kept.map(|kept| Figures { kept, is_stale: true }).ok_or(none);
            }
        };
        let kept = match kept {
            Some(kept) => kept,
            None => CachedTotals { totals: read(&page)?.totals, checked_at: page.fetched_at },
        };
        Ok(Figures { kept, is_stale: page.is_stale })
    }

    /// Whether totals of an interval need not be asked for again.
    pub(super) fn is_fresh(&self, interval: &Interval, kept: CachedTotals) -> Result<bool, DatabaseError> {
        self.core.is_fresh(Some(interval.to.instant()), kept.checked_at, clock::now())
    }

    /// Waits for a call that is under way, if there is one.
    fn join(&self, key: &str) -> Option<oneshot::Receiver<Outcome>> {
        let mut waiting = self.waiting.borrow_mut();
        let (sender, receiver) = oneshot::channel();
        waiting.get_mut(key)?.push(sender);
        Some(receiver)
    }

    /// Calls the service, for this request and those that join it.
    fn begin(
        self: &Rc<Self>,
        key: String,
        project: &ProjectId,
        query: &VisitorsQuery,
        ticket: Permit,
    ) -> oneshot::Receiver<Outcome> {
        let (sender, receiver) = oneshot::channel();
        self.waiting.borrow_mut().insert(key.clone(), vec![sender]);
        let (archive, project, query) = (self.clone(), project.clone(), query.clone());
        self.state.wait_until(async move {
            let outcome = archive.call(&key, &project, &query, ticket).await;
            for waiting in archive.waiting.borrow_mut().remove(&key).unwrap_or_default() {
                // Whoever went away needs no answer.
                let _ = waiting.send(outcome.clone());
            }
        });
        receiver
    }

    async fn call(&self, key: &str, project: &ProjectId, query: &VisitorsQuery, ticket: Permit) -> Outcome {
        let service = Service::for_project(&self.env, project).map_err(|_| CallFailure::Unreachable)?;
        let answered = service.visitors(project, query).await;
        let now = clock::now();
        let mut noted = self.core.record_response(ticket, answered.as_ref().err(), now);
        if let Ok((page, body)) = &answered {
            noted = noted
                .and_then(|()| self.core.keep_totals(project, query, &page.totals, now))
                .and_then(|()| self.core.keep(key, body, now));
        }
        if let Err(error) = noted {
            crate::platform::log::fault("", &error.to_string());
        }
        answered.map(|(_, body)| CacheEntry { body, fetched_at: now, is_stale: false })
    }
}

/// Reads a page, which was read before it was kept.
pub(super) fn read(kept: &CacheEntry) -> Result<VisitorsPage, NoPage> {
    serde_json::from_str(&kept.body).map_err(|error| NoPage::Inside(error.into()))
}
