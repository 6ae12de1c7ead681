//! The trend of all pages. Its chart shows it, and the trend of one page follows how far it is loaded.

use docket_wire::{Span, Trend};
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
            selection.note_budget(trend.budget);
            Ok(trend)
        }
    })
}

/// Missing days of the trend while a backfill loads them.
pub(crate) fn days_loading(trend: Fetched<Span, Trend>) -> Memo<Option<u32>> {
    Memo::new(move |_| trend.current().and_then(|(_, trend)| trend.backfill.map(|_| trend.missing)))
}
