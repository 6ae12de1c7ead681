//! The most visited paths of the day that a person points at.

use std::time::Duration;

use docket_wire::{Day, RowSort, Rows, RowsQuery, Span, TrendDay};
use leptos::leptos_dom::helpers::debounce;
use leptos::prelude::*;

use super::selection::Selection;
use crate::api::ApiError;
use crate::state::fetched::Fetched;
use crate::texts::analytics::range as texts;

/// How long a person points at a day before its paths are requested.
const REST: Duration = Duration::from_millis(200);
/// How many paths are shown.
const PATHS: u32 = 3;

/// The paths of a day, most visited first, among those that Docket has loaded: pointing at a day makes no request to the
/// service. A day without counts has no paths.
pub(crate) fn day_paths(selection: Selection, day: Memo<Option<TrendDay>>) -> Fetched<Day, Rows> {
    let counted = Memo::new(move |_| {
        day.with(|day| day.as_ref().filter(|day| day.totals.is_some()).map(|day| day.day))
    });
    let rested = RwSignal::new(None);
    let mut rest = debounce(REST, move |day| {
        rested.try_set(day);
    });
    Effect::new(move || rest(counted.get()));
    // Pointing elsewhere takes the paths away at once.
    let key = Memo::new(move |_| rested.get().filter(|day| counted.get() == Some(*day)));
    Fetched::new(key, move |day: Day| {
        let project = selection.project.get_value();
        let span = Span::new(day, day, selection.view_untracked().zone);
        let query = RowsQuery { sort: Some(RowSort::Total), limit: Some(PATHS), ..RowsQuery::default() };
        async move {
            let span = span.map_err(|invalid| ApiError::local(texts::days_are_invalid(&invalid)))?;
            selection.console.api.cached_rows(&project, &span, &query).await
        }
    })
}
