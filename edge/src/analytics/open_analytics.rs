//! The figures, once their database is open, and the routes that they answer.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use docket_core::analytics::{Analytics, CacheMode, Lookup, Priority, backup_domain};
use docket_core::audit::{RefusalLimiter, of_analytics};
use docket_core::auth::caller::{from_header, is_program};
use docket_core::http::route::{AnalyticsRoute, Route, WorkerRoute};
use docket_core::http::target::{Target, borrowed};
use docket_core::rate_limit;
use worker::{Env, Request, State};

use super::fetch::FetchWaiters;
use crate::audit::{change_of, messages};
use crate::backup::messages as backup;
use crate::http::failure::Failure;
use crate::http::headers::{CALLER_HEADER, wants_cached, wants_current};
use crate::http::objects;
use crate::http::objects::not_open::NotOpen;
use crate::http::reply::Reply;
use crate::platform::alarm::Alarm;
use crate::platform::clock;
use crate::platform::log;
use crate::platform::rows::RowMeter;
use crate::platform::sql::Sql;
use crate::settings;

/// Calls to the service share it, because a call can outlive the request that started it.
pub(super) struct OpenAnalytics {
    pub(super) state: State,
    pub(super) env: Env,
    pub(super) core: Analytics<Sql>,
    sql: Sql,
    /// The callers that wait, by the key of the request to the service.
    pub(super) waiters: RefCell<HashMap<String, FetchWaiters>>,
    pub(super) alarm: Rc<Alarm>,
    /// Whether the service has responded since the alarm was set: its response can expire earlier than what is stored.
    pub(super) has_fetched: Cell<bool>,
    /// Days for which the audit log is stored.
    pub(super) audit_days: u32,
    /// Days for which figures are stored; without a number, as long as there is room.
    pub(super) figures_days: Option<u32>,
    pub(super) refusals: RefCell<RefusalLimiter>,
}

impl OpenAnalytics {
    pub(super) fn new(state: State, env: Env, alarm: Rc<Alarm>, rows: Rc<RowMeter>) -> Result<Self, NotOpen> {
        let settings = settings::read(&env)?;
        let sql = Sql::of(&state, rows);
        backup::before_opening(&sql, &backup_domain())?;
        let core = Analytics::open(sql.clone(), settings.analytics_per_hour)?;
        Ok(Self {
            state,
            env,
            core,
            sql,
            waiters: RefCell::default(),
            alarm,
            has_fetched: Cell::default(),
            audit_days: settings.audit_days,
            figures_days: settings.figures_days,
            refusals: RefCell::default(),
        })
    }

    pub(super) async fn answer(self: &Rc<Self>, request: &Request, url: &str) -> Result<Reply, Failure> {
        if messages::is_message(url) {
            return messages::answer(self.core.audit(self.audit_days), &self.refusals, request).await;
        }
        let (project, route) = match objects::forwarded_route(request, url)? {
            Route::Analytics(project, route) => (project, route),
            Route::Worker(WorkerRoute::ProjectStatus { .. }) => {
                let status = self.core.status(self.sql.size_bytes(), clock::now())?;
                return Ok(Reply::json(200, &status));
            }
            Route::Worker(WorkerRoute::Metrics) => {
                return Ok(Reply::json(200, &self.core.sample(self.sql.size_bytes(), clock::now())?));
            }
            Route::Worker(WorkerRoute::Retention { project }) => return self.retention(&project, request),
            Route::Worker(_) | Route::Jobs(..) => {
                return Err(Failure::internal("not a route of the analytics object"));
            }
        };
        let target = Target::of(url);
        let query = target.pairs();
        let pairs: Vec<_> = borrowed(&query).collect();
        let caller = from_header(&request.headers().get(CALLER_HEADER)?.unwrap_or_default());
        // Most requests only read.
        let change = || change_of(request, &caller, of_analytics(&route));
        let program = is_program(&caller).then(|| caller.clone());
        let lookup = Lookup {
            priority: Priority::Person,
            program: program.clone(),
            cache: cache_mode(request.headers())?,
        };
        let counted = lookup.clone();
        let is_change = matches!(
            route,
            AnalyticsRoute::StartBackfill | AnalyticsRoute::CancelBackfill | AnalyticsRoute::ResumeVisitors
        );
        let answered = match route {
            AnalyticsRoute::Visitors => self.visitors(project, target, lookup).await,
            AnalyticsRoute::VisitorsSummary => self.summary(&project, &pairs, lookup).await,
            AnalyticsRoute::VisitorsTrend => self.trend(&project, &pairs, lookup).await,
            AnalyticsRoute::VisitorsPageTrend => self.page_trend(&project, &pairs, lookup).await,
            AnalyticsRoute::VisitorsRows => self.rows(project, &pairs, lookup).await,
            AnalyticsRoute::VisitorsExport => self.export(project, &pairs, lookup).await,
            AnalyticsRoute::VisitorsBudget => {
                Ok(Reply::json(200, &self.core.budget_report(&project, clock::now())?))
            }
            AnalyticsRoute::StartBackfill => self.start_backfill(&project, change()?, request).await,
            AnalyticsRoute::CancelBackfill => self.cancel_backfill(&project, change()?, &pairs),
            AnalyticsRoute::ResumeVisitors => self.end_pause(&project, change()?),
        };
        // An answer from the cache leaves the alarm as it is, unless it was lost.
        if is_change || self.has_fetched.take() || !self.alarm.is_settled() {
            self.alarm.schedule(self.next_wake()).await;
        }
        self.with_rate_limit(&counted, answered)
    }

    /// Adds what is left for the caller.
    fn with_rate_limit(&self, lookup: &Lookup, answered: Result<Reply, Failure>) -> Result<Reply, Failure> {
        let now = clock::now();
        let fields = match self.core.budgets_of(lookup, now) {
            Ok(budgets) => rate_limit::fields(&budgets, now).into_iter(),
            // A change is stored already, so the answer stands without the fields.
            Err(error) => {
                log::fault("", &error.to_string());
                return answered;
            }
        };
        match answered {
            Ok(reply) => Ok(fields.fold(reply, |reply, (name, value)| reply.header(name, value))),
            Err(failure) => Err(fields.fold(failure, |failure, (name, value)| failure.header(name, value))),
        }
    }
}

/// What the request wants of the cache. With both directives, it gets what is cached.
fn cache_mode(headers: &worker::Headers) -> worker::Result<CacheMode> {
    Ok(match (wants_cached(headers)?, wants_current(headers)?) {
        (true, _) => CacheMode::OnlyIfCached,
        (false, true) => CacheMode::NoCache,
        (false, false) => CacheMode::Default,
    })
}
