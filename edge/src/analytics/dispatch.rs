//! From a request to the method of [`OpenAnalytics`] that answers its route.

use std::rc::Rc;

use docket_core::analytics::{CacheDirective, LookupOptions, Priority};
use docket_core::auth::caller::{from_header, is_program};
use docket_core::http::route::{AnalyticsRoute, FoundRoute, ResponseBudget, Route, WorkerRoute};
use docket_core::http::target::QueryPairs;
use docket_wire::{CallerName, ProjectId};
use worker::Request;

use super::open_analytics::OpenAnalytics;
use crate::audit::{change_of, messages};
use crate::http::failure::Failure;
use crate::http::headers::{CALLER_HEADER, wants_cached, wants_current};
use crate::http::objects;
use crate::http::rate_limit::with_rate_limits;
use crate::http::reply::Reply;
use crate::platform::clock;

impl OpenAnalytics {
    /// Answers a request that the Worker sent or forwarded.
    pub(super) async fn answer(self: &Rc<Self>, request: &Request, url: &str) -> Result<Reply, Failure> {
        if messages::is_message(url) {
            return messages::answer(self.core.audit(self.audit_days), &self.refusals, request, url).await;
        }
        let FoundRoute { row, route } = objects::forwarded_route(request, url)?;
        let (project, route) = match route {
            Route::Analytics(project, route) => (project, route),
            Route::Worker(WorkerRoute::ProjectStatus { .. }) => {
                let status = self.core.status(self.sql.size_bytes(), clock::now())?;
                return Ok(Reply::json(200, &status));
            }
            Route::Worker(WorkerRoute::Metrics) => {
                return Ok(Reply::json(200, &self.core.sample(self.sql.size_bytes(), clock::now())?));
            }
            Route::Worker(WorkerRoute::Retention { project }) => {
                return self.retention(&project, &QueryPairs::of(url));
            }
            Route::Public(_) | Route::Worker(_) | Route::Jobs(..) => {
                return Err(Failure::internal("not a route of the analytics object"));
            }
        };
        let caller = from_header(&request.headers().get(CALLER_HEADER)?.unwrap_or_default());
        let changes = (row.budget == Some(ResponseBudget::Changes))
            .then(|| self.core.changes_of(&caller, self.changes_per_hour));
        let lookup = lookup_options(request, &caller)?;
        let answered = async {
            if let Some(changes) = &changes {
                changes.acquire(clock::now())??;
            }
            self.answer_route(project, &route, &caller, lookup.clone(), request, url).await
        }
        .await;
        // An answer from the cache leaves the alarm as it is, unless it was lost.
        if changes.is_some() || self.has_fetched.take() || !self.alarm.is_up_to_date() {
            self.alarm.schedule(self.next_alarm()).await;
        }
        let now = clock::now();
        // The budgets of requests like this one.
        let priority = match route {
            AnalyticsRoute::VisitorsExport => Priority::Export,
            AnalyticsRoute::Visitors
            | AnalyticsRoute::VisitorsSummary
            | AnalyticsRoute::VisitorsTrend
            | AnalyticsRoute::VisitorsPageTrend
            | AnalyticsRoute::VisitorsRows
            | AnalyticsRoute::VisitorsBudget
            | AnalyticsRoute::StartBackfill
            | AnalyticsRoute::CancelBackfill
            | AnalyticsRoute::ResumeVisitors => Priority::Person,
        };
        let lookup = LookupOptions { priority, ..lookup };
        let budgets = self.core.budgets_of(&lookup, now).and_then(|mut budgets| {
            let changes = changes.map(|changes| changes.budget(now)).transpose()?;
            budgets.extend(changes.map(|left| (ResponseBudget::Changes.name(), left)));
            Ok(budgets)
        });
        with_rate_limits(answered, budgets, now)
    }

    async fn answer_route(
        self: &Rc<Self>,
        project: ProjectId,
        route: &AnalyticsRoute,
        caller: &CallerName,
        lookup: LookupOptions,
        request: &Request,
        url: &str,
    ) -> Result<Reply, Failure> {
        let pairs = QueryPairs::of(url);
        // Most requests only read.
        let change = || change_of(request, caller, route.audit_action().into());
        match route {
            AnalyticsRoute::Visitors => self.visitors(project, &pairs, lookup).await,
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
        }
    }
}

/// How a caller's request may use the budget and the cache.
fn lookup_options(request: &Request, caller: &CallerName) -> worker::Result<LookupOptions> {
    let program = is_program(caller).then(|| caller.clone());
    Ok(LookupOptions { priority: Priority::Person, program, cache: cache_directive(request.headers())? })
}

/// How the request may use the cache. With both directives, it gets the cached answer.
fn cache_directive(headers: &worker::Headers) -> worker::Result<CacheDirective> {
    Ok(match (wants_cached(headers)?, wants_current(headers)?) {
        (true, _) => CacheDirective::OnlyIfCached,
        (false, true) => CacheDirective::NoCache,
        (false, false) => CacheDirective::Default,
    })
}
