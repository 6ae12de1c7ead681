//! Visitor analytics: totals, trend, rows, backfill and export.

mod day_marks;
mod download;

use docket_wire::{
    BackfillProgress, BackfillRequest, BudgetReport, Comparison, PageDay, PageTrend, ProjectId, Rows,
    RowsQuery, Span, Summary, Trend, TrendDay,
};
use gloo_net::http::Method;

use super::client::{Api, json};
use super::{ApiError, http};
use crate::format::analytics::ExportFormat;
use crate::paths::Endpoint;

pub(crate) use download::Download;

impl Api {
    /// The site's totals, and those of the comparison.
    pub(crate) async fn summary(
        self,
        project: &ProjectId,
        span: &Span,
        compare: Option<Comparison>,
    ) -> Result<Summary, ApiError> {
        let mut pairs = span.pairs().to_vec();
        pairs.extend(compare.map(|compare| ("compare", compare.as_str().to_owned())));
        self.get(Endpoint::VisitorsSummary(project, &pairs)).await
    }

    /// The totals of each day, as far as Docket has loaded them.
    pub(crate) async fn trend(self, project: &ProjectId, span: &Span) -> Result<Trend, ApiError> {
        self.get(Endpoint::VisitorsTrend(project, &span.pairs())).await
    }

    /// The visitors of a page on each day, as far as Docket has loaded them. A day that was read and has no totals is unknown.
    pub(crate) async fn page_trend(
        self,
        project: &ProjectId,
        span: &Span,
        path: &str,
    ) -> Result<Trend, ApiError> {
        let mut pairs = span.pairs().to_vec();
        pairs.push(("path", path.to_owned()));
        let trend: PageTrend = self.get(Endpoint::VisitorsPageTrend(project, &pairs)).await?;
        let day = |PageDay { day, interval, partial, read }| TrendDay {
            day,
            interval,
            totals: read.and_then(|read| read.totals),
            partial,
            checked_at: read.map(|read| read.checked_at),
        };
        Ok(Trend {
            zone: trend.zone,
            days: trend.days.into_iter().map(day).collect(),
            missing: trend.missing,
            backfill: trend.backfill,
            backfill_error: trend.backfill_error,
            cost: trend.cost,
            budget: trend.budget,
        })
    }

    /// A range of rows, as `query` filters and sorts them. A view compares them with those of another span.
    pub(crate) async fn rows(
        self,
        project: &ProjectId,
        span: &Span,
        query: &RowsQuery,
        compare: Option<Comparison>,
    ) -> Result<Rows, ApiError> {
        let mut pairs = rows_pairs(span, query);
        pairs.extend(compare.map(|compare| ("compare", compare.as_str().to_owned())));
        self.get(Endpoint::VisitorsRows(project, &pairs)).await
    }

    /// The rows that Docket has loaded: it makes no request to the service for them.
    pub(crate) async fn cached_rows(
        self,
        project: &ProjectId,
        span: &Span,
        query: &RowsQuery,
    ) -> Result<Rows, ApiError> {
        let endpoint = Endpoint::VisitorsRows(project, &rows_pairs(span, query)).to_string();
        let request = http::get(&endpoint).header("Cache-Control", "only-if-cached");
        self.report(http::send(request, None).await.body.and_then(|body| body.json()))
    }

    pub(crate) async fn start_backfill(
        self,
        project: &ProjectId,
        request: &BackfillRequest,
    ) -> Result<BackfillProgress, ApiError> {
        self.change_for(Method::POST, Endpoint::Backfill(project, &[]), json(request)?).await
    }

    /// Cancels a backfill. What it has loaded stays.
    pub(crate) async fn cancel_backfill(
        self,
        project: &ProjectId,
        request: &BackfillRequest,
    ) -> Result<(), ApiError> {
        self.change(Method::DELETE, Endpoint::Backfill(project, &request.pairs()), None).await
    }

    pub(crate) async fn visitors_budget(self, project: &ProjectId) -> Result<BudgetReport, ApiError> {
        self.get(Endpoint::VisitorsBudget(project)).await
    }

    /// Ends the pause of analytics requests that the service asked for.
    pub(crate) async fn resume_visitors(self, project: &ProjectId) -> Result<(), ApiError> {
        self.change(Method::POST, Endpoint::ResumeVisitors(project), None).await
    }

    /// Starts to download all rows as a file in `format`. `resume_from` is the table of an
    /// interrupted export and the number of rows that it has.
    pub(crate) async fn export(
        self,
        project: &ProjectId,
        span: &Span,
        query: &RowsQuery,
        format: ExportFormat,
        resume_from: Option<(String, u64)>,
    ) -> Result<Download, ApiError> {
        let mut pairs =
            rows_pairs(span, &RowsQuery { offset: 0, limit: None, by_folder: false, ..query.clone() });
        pairs.push(("format", format.as_str().to_owned()));
        if let Some((table, row)) = resume_from {
            pairs.extend([("table", table), ("row", row.to_string())]);
        }
        self.report(Download::start(&Endpoint::VisitorsExport(project, &pairs).to_string()).await)
    }
}

fn rows_pairs(span: &Span, query: &RowsQuery) -> Vec<(&'static str, String)> {
    span.pairs().into_iter().chain(query.pairs()).collect()
}
