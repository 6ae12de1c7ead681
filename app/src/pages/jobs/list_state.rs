//! What the page of all jobs shows in place of the list.

use docket_wire::{InvalidParameter, JobFilter, JobId, NamedJob};
use leptos::prelude::*;

use crate::api::ApiError;
use crate::state::console::use_console;
use crate::state::jobs::LoadState;
use crate::texts::general;
use crate::texts::jobs::filters as texts;

/// What the page shows in place of the list, or the list.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum ListState {
    Loading,
    Failed(ApiError),
    /// A sentence that says what is invalid in the URL.
    InvalidFilter(&'static str),
    Empty,
    NoMatch,
    Jobs,
}

impl ListState {
    fn error(&self) -> Option<&ApiError> {
        if let Self::Failed(error) = self { Some(error) } else { None }
    }
}

/// The state of the list that the filter in the URL asks for.
pub(super) fn list_state(
    filter: Memo<Result<JobFilter, InvalidParameter>>,
    is_loaded: Memo<bool>,
    is_first_page_missing: Memo<bool>,
) -> Memo<ListState> {
    let jobs = use_console().jobs;
    let (order, older) = (jobs.order(), jobs.older());
    Memo::new(move |before: Option<&ListState>| {
        let is_empty = order.with(Vec::is_empty);
        match (filter.get(), jobs.error()) {
            (Err(InvalidParameter { field, .. }), _) => ListState::InvalidFilter(invalid(field)),
            (_, Some(error)) => ListState::Failed(error.or_before(before.and_then(ListState::error))),
            // Also until the current list follows the URL.
            (Ok(filter), None) if !is_loaded.get() || !jobs.with(|store| store.is_filtered_by(&filter)) => {
                ListState::Loading
            }
            _ if !is_empty => ListState::Jobs,
            _ if is_first_page_missing.get() => match older.get() {
                // `OlderJobs` shows the error of a page.
                LoadState::Failed(_) => ListState::Jobs,
                LoadState::Idle | LoadState::Loading => ListState::Loading,
            },
            (Ok(filter), None) if filter.is_plain() => ListState::Empty,
            _ => ListState::NoMatch,
        }
    })
}

/// The id that the filter searches for, if no job of the project has it.
pub(super) fn absent_id(
    filter: Memo<Result<JobFilter, InvalidParameter>>,
    state: Memo<ListState>,
) -> Memo<Option<JobId>> {
    let searched_id = Memo::new(move |_| {
        let named = filter.with(|filter| NamedJob::from_search(filter.as_ref().ok()?.text.as_deref()?))?;
        if let NamedJob::Id(id) = named { Some(id) } else { None }
    });
    Memo::new(move |_| searched_id.get().filter(|_| state.get() == ListState::NoMatch))
}

/// That a parameter of the URL is invalid.
fn invalid(field: &str) -> &'static str {
    match field {
        "addedSince" | "addedUntil" | "endedSince" | "endedUntil" => texts::INVALID_DATE,
        "label" => texts::INVALID_LABEL,
        "q" => texts::INVALID_SEARCH,
        _ => general::INVALID_FILTER,
    }
}
