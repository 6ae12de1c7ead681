//! The trend of all pages. Its chart shows it, and the trend of one page follows how far it is loaded.

use docket_wire::{Span, Trend, TrendDay};
use leptos::prelude::*;

use super::selection::Selection;
use crate::state::fetched::Fetched;

/// The trend of the selected days.
pub(crate) fn trend(selection: Selection) -> Fetched<Span, Trend> {
    let api = selection.console.api;
    Fetched::new(selection.span(), move |span: Span| {
        let project = selection.project.get_value();
        async move {
            let trend = api.trend(&project, &span).await?;
            selection.record_budget(trend.budget);
            Ok(trend)
        }
    })
}

/// The days that were loaded last. They stay while a further read of the same span fails.
pub(crate) fn loaded_days(trend: Fetched<Span, Trend>) -> Memo<Option<(Span, Vec<TrendDay>)>> {
    Memo::new(move |before: Option<&Option<(Span, Vec<TrendDay>)>>| {
        let before = || before.cloned().flatten();
        match trend.get() {
            Some((span, Ok(trend))) => Some((span, trend.days)),
            Some((span, Err(_))) => before().filter(|(loaded, _)| *loaded == span),
            None => before(),
        }
    })
}

/// How much of the trend is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MissingOfTrend {
    pub days: u32,
    /// Whether a backfill loads them.
    pub is_loading: bool,
}

/// The days that the trend lacks, once that is known. A short backfill may begin and end between two reads: then only the number of
/// days changes.
pub(crate) fn missing_of(trend: Fetched<Span, Trend>) -> Memo<Option<MissingOfTrend>> {
    Memo::new(move |_| {
        let (_, trend) = trend.current()?;
        Some(MissingOfTrend { days: trend.missing, is_loading: trend.backfill.is_some() })
    })
}
