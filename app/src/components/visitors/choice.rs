//! What was chosen on the visitors page, as its parts share it.

use docket_wire::{Comparison, Day, ProjectId, RequestBudget, RowsQuery, Span};
use leptos::prelude::*;
use leptos_router::NavigateOptions;

use crate::format::range::VisitorsView;
use crate::paths::Page;
use crate::state::console::Console;

/// What the edge is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Asked {
    /// Which days.
    pub span: Span,
    /// What they are compared with.
    pub compare: Option<Comparison>,
    /// Which paths.
    pub rows: RowsQuery,
}

/// The choice. Copies are handles to the same.
#[derive(Clone, Copy)]
pub(crate) struct Choice {
    /// Everything else.
    pub console: Console,
    /// Whose figures.
    pub project: StoredValue<ProjectId>,
    /// What the address says, or what is wrong with it.
    pub view: Memo<Result<VisitorsView, String>>,
    /// What day it is in the chosen zone.
    pub today: Memo<Option<Day>>,
    /// What follows from both.
    pub asked: Memo<Option<Asked>>,
    /// What is left of the hour's requests, by the latest answer of any kind.
    pub budget: RwSignal<Option<RequestBudget>>,
    /// Goes to a path.
    pub go: Callback<(String, NavigateOptions)>,
}

impl Choice {
    /// What is shown, or the usual where the address is wrong.
    pub(crate) fn view(self) -> VisitorsView {
        self.view.with(|view| view.clone().unwrap_or_default())
    }

    /// The same, for those who do not follow it.
    pub(crate) fn view_now(self) -> VisitorsView {
        self.view.with_untracked(|view| view.clone().unwrap_or_default())
    }

    /// The address of another choice.
    pub(crate) fn href(self, view: &VisitorsView) -> String {
        self.project.with_value(|project| Page::Figures(project, view).to_string())
    }

    /// Chooses something else, as a new step of the history.
    pub(crate) fn choose(self, view: &VisitorsView) {
        self.go.run((self.href(view), NavigateOptions { scroll: false, ..Default::default() }));
    }

    /// Chooses something else in place of what is chosen.
    pub(crate) fn refine(self, view: &VisitorsView) {
        self.go
            .run((self.href(view), NavigateOptions { scroll: false, replace: true, ..Default::default() }));
    }

    /// Takes note of what an answer says about the budget. The page may have been left by then.
    pub(crate) fn note_budget(self, budget: RequestBudget) {
        self.budget.try_set(Some(budget));
    }

    /// The days that are asked for now.
    pub(crate) fn span_now(self) -> Option<Span> {
        self.asked.with_untracked(|asked| asked.as_ref().map(|asked| asked.span.clone()))
    }

    /// The days that are asked for.
    pub(crate) fn span(self) -> Memo<Option<Span>> {
        Memo::new(move |_| self.asked.with(|asked| asked.as_ref().map(|asked| asked.span.clone())))
    }
}
