//! What a person selected on the visitors page.

use docket_wire::{Comparison, Day, ProjectId, RequestBudget, RowsQuery, Span, VisitorRow};
use leptos::prelude::*;
use leptos_router::NavigateOptions;
use serde::{Deserialize, Serialize};

use crate::browser::{focus, page, zone};
use crate::format::analytics::VisitorsView;
use crate::format::locale::day as format_day;
use crate::paths::{self, Page};
use crate::state::console::Console;
use crate::texts::analytics::range as texts;

/// The id of the heading of the trend that is open.
pub(crate) const PAGE_TREND_TITLE: &str = "page-trend-title";

/// Marks the entry of the history that began when a trend was opened.
const TREND_ENTRY: &str = "trend";

/// What the page requests from the edge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct VisitorsRequest {
    pub span: Span,
    /// The period that the totals are compared with.
    pub compare: Option<Comparison>,
    /// Filter and order of the paths.
    pub rows: RowsQuery,
}

impl VisitorsRequest {
    /// The request for what a view selects when the current day is `today`.
    ///
    /// # Errors
    /// A sentence about days that have no visitors to show, or nothing to compare with.
    pub(crate) fn of(view: VisitorsView, today: Day) -> Result<Self, String> {
        let span = view.span(today)?;
        if let Some(compare) = view.compare
            && span.compared(compare).is_err()
        {
            return Err(texts::NOTHING_TO_COMPARE_WITH.to_owned());
        }
        // No zone has skipped two days in a row.
        if span.len() == 1 && !zone::has_day(span.from(), span.zone()) {
            return Err(texts::zone_skips_day(&format_day(span.from()), span.zone().as_str()));
        }
        Ok(Self { span, compare: view.compare, rows: view.rows })
    }
}

/// A row with the days that its visitors were counted in: the page may show other days by now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CountedRow {
    pub row: VisitorRow,
    pub span: Span,
    /// Its visitors in the compared period, if the view compares.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<VisitorsBefore>,
}

/// How many visitors a page had in a compared period.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct VisitorsBefore {
    pub total: u64,
    pub span: Span,
}

/// The selection, which is in the URL, and what follows from it. Copies are handles to the same state.
#[derive(Clone, Copy)]
pub(crate) struct Selection {
    /// The context of all pages.
    pub console: Console,
    pub project: StoredValue<ProjectId>,
    /// What the URL says, or a sentence about what is wrong with it.
    pub view: Memo<Result<VisitorsView, String>>,
    /// The current day in the selected time zone.
    pub today: Memo<Option<Day>>,
    /// The request that follows from `view` and `today`.
    pub request: Memo<Option<VisitorsRequest>>,
    /// The request budget, by the latest response of any kind.
    pub budget: RwSignal<Option<RequestBudget>>,
    pub navigate: Callback<(String, NavigateOptions)>,
    /// The rows whose pages are selected for jobs.
    pub selected: RwSignal<Vec<CountedRow>>,
    /// Whether there was no room for the row that a person wanted to select last.
    pub is_selection_full: RwSignal<bool>,
}

impl Selection {
    /// What the page shows; the default view if the URL is invalid.
    pub(crate) fn view(self) -> VisitorsView {
        self.view.with(|view| view.clone().unwrap_or_default())
    }

    /// Like [`Selection::view`], without tracking it.
    pub(crate) fn view_untracked(self) -> VisitorsView {
        self.view.with_untracked(|view| view.clone().unwrap_or_default())
    }

    /// The URL of another view.
    pub(crate) fn href(self, view: &VisitorsView) -> String {
        self.project.with_value(|project| Page::VisitorsView(project, view).to_string())
    }

    /// The URL of this view with other rows.
    pub(crate) fn href_of_rows(self, change: impl FnOnce(RowsQuery) -> RowsQuery) -> String {
        let view = self.view();
        self.href(&VisitorsView { rows: change(view.rows), ..view })
    }

    /// Opens the trend of a page, as a new entry of the history: Back closes it. In place of another one, it takes its entry. Its
    /// heading gets the focus.
    pub(crate) fn open_trend(self, path: String) {
        let before = self.view_untracked();
        let options = if before.open.is_none() { paths::marked_step(TREND_ENTRY) } else { paths::redirect() };
        self.navigate.run((self.href(&VisitorsView { open: Some(path), ..before }), options));
        focus::move_soon(format!("#{PAGE_TREND_TITLE}"));
    }

    /// Closes the trend that is open. It leaves no entry of the history: Back would seem to do nothing.
    pub(crate) fn close_trend(self) {
        if page::is_history_marked(TREND_ENTRY) {
            return page::go_back();
        }
        self.replace(&VisitorsView { open: None, ..self.view_untracked() });
    }

    /// Selects another view, as a new entry of the history.
    pub(crate) fn select(self, view: &VisitorsView) {
        self.navigate.run((self.href(view), paths::step()));
    }

    /// Selects another view in place of the current entry of the history.
    pub(crate) fn replace(self, view: &VisitorsView) {
        self.navigate.run((self.href(view), paths::redirect()));
    }

    /// Records the budget of a response. The response may arrive after the person left the page.
    pub(crate) fn record_budget(self, budget: RequestBudget) {
        self.budget.try_set(Some(budget));
    }

    pub(crate) async fn refresh_budget(self, project: &ProjectId) {
        // Without the budget, the page shows the failure that made it ask.
        if let Ok(report) = self.console.api.visitors_budget(project).await {
            self.record_budget(report.budget);
        }
    }

    pub(crate) fn span(self) -> Memo<Option<Span>> {
        Memo::new(move |_| self.request.with(|request| request.as_ref().map(|request| request.span.clone())))
    }
}
