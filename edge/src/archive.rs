//! The archive: one Durable Object an admin key, through which all visitor figures come.
//!
//! Being one, it can count the key's hourly budget, and have equal requests share one call. A call goes on if the
//! request that began it goes away: others may wait for it, and its answer is kept in any case.
//!
//! Protocol: the Worker has authenticated the caller and checked the request; the object gets the same method and URL.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use docket_core::answer::CallFailure;
use docket_core::archive::{Archive as Core, Kept, Plan, request_key};
use docket_core::route::Route;
use docket_core::target::Target;
use docket_wire::{
    BUDGET_LIMIT_HEADER, BUDGET_REMAINING_HEADER, BUDGET_RESET_HEADER, ProblemCode, ProjectId, STALE_HEADER,
    VisitorsQuery,
};
use futures_channel::oneshot;
use worker::{DurableObject, Env, Request, Response, Result, State, durable_object};

use crate::failure::Failure;
use crate::headers::REQUEST_ID_HEADER;
use crate::reply::Reply;
use crate::sql::Sql;
use crate::upstream::Service;
use crate::{clock, routes, settings};

/// What a call to the service came to, for everyone who waits for it.
type Outcome = std::result::Result<Kept, CallFailure>;

/// The Durable Object.
#[durable_object]
pub struct Archive {
    archive: std::result::Result<Rc<Open>, String>,
}

struct Open {
    state: State,
    env: Env,
    core: Core<Sql>,
    /// Who waits for which call.
    waiting: RefCell<HashMap<String, Vec<oneshot::Sender<Outcome>>>>,
}

impl DurableObject for Archive {
    fn new(state: State, env: Env) -> Self {
        crate::panics::hook();
        Self { archive: Open::new(state, env).map(Rc::new) }
    }

    async fn fetch(&self, request: Request) -> Result<Response> {
        let request_id = request.headers().get(REQUEST_ID_HEADER)?.unwrap_or_default();
        let answered = match &self.archive {
            Ok(archive) => archive.clone().answer(&request).await,
            Err(reason) => Err(Failure::internal(reason)),
        };
        answered.unwrap_or_else(|failure| failure.into_reply(&request_id)).into_response()
    }
}

impl Open {
    fn new(state: State, env: Env) -> std::result::Result<Self, String> {
        let settings = settings::read(&env).map_err(|failure| failure.to_string())?;
        let core =
            Core::open(Sql::of(&state), settings.analytics_per_hour).map_err(|error| error.to_string())?;
        Ok(Self { state, env, core, waiting: RefCell::default() })
    }

    async fn answer(self: Rc<Self>, request: &Request) -> std::result::Result<Reply, Failure> {
        let Route::Visitors { project } = routes::of(request)? else {
            return Err(Failure::internal("not a route of the archive"));
        };
        let query = routes::visitors_query(Target::of(&request.inner().url()))?;
        let key = request_key(&project, &query);
        let outcome = match self.join(&key) {
            Some(receiver) => receiver.await,
            None => match self.core.plan(&key, &query, clock::now())? {
                Plan::Fresh(kept) => return self.with_budget(told(kept)),
                Plan::Stale(kept) => return self.with_budget(stale(kept)),
                Plan::Spent => {
                    return self.with_budget_on(spent(self.core.budget(clock::now())?.reset_s(clock::now())));
                }
                Plan::Ask => self.clone().begin(key.clone(), project, query).await,
            },
        };
        match outcome {
            Ok(Ok(kept)) => self.with_budget(told(kept)),
            Ok(Err(failure)) => match self.core.failed(&key, &failure, clock::now())? {
                Some(kept) => self.with_budget(stale(kept)),
                None => self.with_budget_on(Failure::from(failure)),
            },
            Err(oneshot::Canceled) => Err(Failure::internal("a call to the service was dropped")),
        }
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
        self: Rc<Self>,
        key: String,
        project: ProjectId,
        query: VisitorsQuery,
    ) -> oneshot::Receiver<Outcome> {
        let (sender, receiver) = oneshot::channel();
        self.waiting.borrow_mut().insert(key.clone(), vec![sender]);
        let archive = self.clone();
        self.state.wait_until(async move {
            let outcome = archive.call(&key, &project, &query).await;
            for waiting in archive.waiting.borrow_mut().remove(&key).unwrap_or_default() {
                // Whoever went away needs no answer.
                let _ = waiting.send(outcome.clone());
            }
        });
        receiver
    }

    async fn call(&self, key: &str, project: &ProjectId, query: &VisitorsQuery) -> Outcome {
        let service = Service::for_project(&self.env, project).map_err(|_| CallFailure::Unreachable)?;
        let body = service.visitors(project, query).await?;
        let now = clock::now();
        if let Err(error) = self.core.keep(key, &body, now) {
            crate::log::fault("", &error.to_string());
        }
        Ok(Kept { body, fetched_at: now })
    }

    fn with_budget(&self, reply: Reply) -> std::result::Result<Reply, Failure> {
        let [limit, remaining, reset] = self.budget()?;
        Ok(reply
            .header(BUDGET_LIMIT_HEADER, limit)
            .header(BUDGET_REMAINING_HEADER, remaining)
            .header(BUDGET_RESET_HEADER, reset))
    }

    fn with_budget_on(&self, failure: Failure) -> std::result::Result<Reply, Failure> {
        let [limit, remaining, reset] = self.budget()?;
        Err(failure
            .header(BUDGET_LIMIT_HEADER, limit)
            .header(BUDGET_REMAINING_HEADER, remaining)
            .header(BUDGET_RESET_HEADER, reset))
    }

    fn budget(&self) -> std::result::Result<[u64; 3], Failure> {
        let now = clock::now();
        let budget = self.core.budget(now)?;
        Ok([budget.limit.into(), budget.remaining.into(), budget.reset_s(now)])
    }
}

fn told(kept: Kept) -> Reply {
    let age_s = clock::now().since_ms(kept.fetched_at).max(0) / 1000;
    Reply::json_text(200, kept.body).header("Age", age_s)
}

fn stale(kept: Kept) -> Reply {
    told(kept).header(STALE_HEADER, 1)
}

fn spent(wait_s: u64) -> Failure {
    let error = format!(
        "This hour's requests for visitor figures are spent, and nothing is kept for this range. Try again in {} min.",
        wait_s.div_ceil(60)
    );
    Failure::new(ProblemCode::BudgetSpent, error).retry_after_s(wait_s)
}
