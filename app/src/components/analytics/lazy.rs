//! The chart and the paths, in a module of their own: the totals above them are shown before it is there.

use leptos::prelude::*;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use super::paths::PathsSection;
use super::trend::TrendSection;
use crate::components::deferred::Deferred;
use crate::components::lazy::{PartRole, lazy};
use crate::state::analytics::day_marks::Marks;
use crate::state::analytics::selection::Selection;
use crate::state::analytics::trend::{missing_of, trend};

#[wasm_split(days, preload(load_days), fallible)]
fn days(selection: Selection) -> Result<AnyView, SplitLoaderError> {
    let marks = Marks::new(selection);
    let trend = trend(selection);
    let missing_of_all = missing_of(trend);
    Ok(view! {
        <TrendSection selection=selection marks=marks trend=trend/>
        <Deferred>
            <PathsSection selection=selection marks=marks missing_of_all=missing_of_all/>
        </Deferred>
    }
    .into_any())
}

/// Loads the module ahead of its part, which says itself if it cannot be loaded.
pub(crate) async fn preload_days() {
    drop(load_days().await);
}

/// The daily visitors and the paths of the selected days.
pub(crate) fn days_and_paths(selection: Selection) -> AnyView {
    lazy(PartRole::Chart, load_days, move || days(selection))
}
