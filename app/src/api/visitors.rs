//! Visitor figures, through the archive.

use docket_wire::{
    BackfillProgress, BackfillRequest, Comparison, ProjectId, Rows, RowsQuery, Span, Summary, Trend,
};
use gloo_net::http::Method;

use super::client::{Api, change, get, json};
use super::{ApiError, Download};
use crate::paths::Endpoint;

impl Api {
    /// Totals, and those of what they are compared with.
    pub(crate) async fn summary(
        self,
        project: &ProjectId,
        span: &Span,
        compare: Option<Comparison>,
    ) -> Result<Summary, ApiError> {
        let mut pairs = span.pairs().to_vec();
        pairs.extend(compare.map(|compare| ("compare", compare.as_str().to_owned())));
        self.told(get(Endpoint::Visitors(project, "summary", &pairs)).await)
    }

    /// The days one by one, as far as they are known.
    pub(crate) async fn trend(self, project: &ProjectId, span: &Span) -> Result<Trend, ApiError> {
        self.told(get(Endpoint::Visitors(project, "trend", &span.pairs())).await)
    }

    /// Rows of paths.
    pub(crate) async fn rows(
        self,
        project: &ProjectId,
        span: &Span,
        query: &RowsQuery,
    ) -> Result<Rows, ApiError> {
        self.told(get(Endpoint::Visitors(project, "rows", &rows_pairs(span, query))).await)
    }

    /// Has something gathered in the background.
    pub(crate) async fn gather(
        self,
        project: &ProjectId,
        what: &BackfillRequest,
    ) -> Result<BackfillProgress, ApiError> {
        let to = Endpoint::Visitors(project, "backfill", &[]);
        self.told(change(Method::POST, to, Some(json(what)?), &[]).await)?.json()
    }

    /// Has it gathered no longer. What is there stays.
    pub(crate) async fn cancel(self, project: &ProjectId, what: &BackfillRequest) -> Result<(), ApiError> {
        let from = Endpoint::Visitors(project, "backfill", &what.pairs());
        self.told(change(Method::DELETE, from, None, &[]).await.map(|_| ()))
    }

    /// Begins a file with all rows, or goes on with it: with its table, behind so many rows.
    pub(crate) async fn export(
        self,
        project: &ProjectId,
        span: &Span,
        query: &RowsQuery,
        format: &'static str,
        go_on: Option<(String, u64)>,
    ) -> Result<Download, ApiError> {
        let mut pairs =
            rows_pairs(span, &RowsQuery { offset: 0, limit: None, by_folder: false, ..query.clone() });
        pairs.push(("format", format.to_owned()));
        if let Some((table, row)) = go_on {
            pairs.extend([("table", table), ("row", row.to_string())]);
        }
        self.told(Download::begin(&Endpoint::Visitors(project, "export", &pairs).to_string()).await)
    }
}

fn rows_pairs(span: &Span, query: &RowsQuery) -> Vec<(&'static str, String)> {
    span.pairs().into_iter().chain(query.pairs()).collect()
}
