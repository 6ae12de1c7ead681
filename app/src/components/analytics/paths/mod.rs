//! The table of paths, with its filter, its export and the backfill that loads all paths.

mod breadcrumbs;
mod filter;
mod missing;
mod note;
mod selected;
mod sort_picker;
mod table;
mod view_picker;

use leptos::prelude::*;

use self::breadcrumbs::Breadcrumbs;
use self::filter::PathsFilter;
use self::missing::MissingPaths;
use self::note::PathsNote;
use self::sort_picker::SortPicker;
use self::table::PathsTable;
use self::view_picker::{ChooseComparison, ViewPicker, ViewRule};
use super::backfill::{BackfillAnnouncement, BackfillError};
use super::export::ExportButtons;
use super::page_trend::OpenPageTrend;
use crate::api::ApiError;
use crate::components::error_notice::ErrorNotice;
use crate::state::analytics::backfill::BackfillControl;
use crate::state::analytics::backfill::stage::SpanBackfill;
use crate::state::analytics::day_marks::Marks;
use crate::state::analytics::path_rows::{LoadedRows, PathRows, RowsKey};
use crate::state::analytics::selection::Selection;
use crate::state::analytics::trend::MissingOfTrend;
use crate::texts::analytics::{loading, paths as texts};
use crate::ui::Skeleton;

/// The paths of the selected days.
#[component]
pub(crate) fn PathsSection(
    selection: Selection,
    marks: Marks,
    /// What the trend of all pages lacks.
    missing_of_all: Memo<Option<MissingOfTrend>>,
) -> impl IntoView {
    let key = Memo::new(move |_| {
        selection.request.with(|request| {
            let request = request.as_ref()?;
            let compares = request.rows.needs_comparison();
            let compare = request.compare.filter(|_| compares);
            let key = RowsKey { span: request.span.clone(), query: request.rows.clone(), compare };
            (!compares || compare.is_some()).then_some(key)
        })
    });
    let lacks_comparison =
        Memo::new(move |_| key.with(Option::is_none) && selection.request.with(Option::is_some));
    let rows = PathRows::new(selection, key);
    let (loaded, error) = (rows.loaded(), rows.error());
    let refresh = Callback::new(move |()| rows.refresh());
    let retry = Callback::new(move |()| rows.retry());
    let backfill = Memo::new(move |_| loaded.with(|loaded| loaded.as_ref().map(backfill_of)));
    let control = BackfillControl::new(selection, backfill, refresh);
    let compared = Memo::new(move |_| loaded.with(|loaded| loaded.as_ref().and_then(compared_backfill_of)));
    let compared_control = BackfillControl::new(selection, compared, refresh);
    let shown_error = Memo::new(move |before: Option<&Option<ApiError>>| {
        Some(error.get()?.or_before(before.and_then(Option::as_ref)))
    });
    // The table stays while further rows are loaded, and if that fails.
    let is_loaded = Memo::new(move |_| loaded.with(Option::is_some));
    let has_failed = Memo::new(move |_| !is_loaded.get() && error.with(Option::is_some));
    let table = move || match (is_loaded.get(), has_failed.get()) {
        _ if lacks_comparison.get() => view! { <ChooseComparison selection=selection/> }.into_any(),
        (true, _) => view! { <PathsTable rows=rows selection=selection/> }.into_any(),
        (false, false) => view! { <Skeleton rows=12 label=loading::LOADING_PATHS is_paths=true/> }.into_any(),
        (false, true) => ().into_any(),
    };
    let missing = move || {
        let loaded = loaded.get().filter(|_| !lacks_comparison.get())?;
        Some(
            view! { <MissingPaths loaded=loaded rows=rows control=control compared_control=compared_control/> },
        )
    };
    let is_old = move || rows.is_outdated() && !lacks_comparison.get();
    view! {
        <section class="paths-section" aria-labelledby="paths-title">
            <div class="paths-section__head">
                <h2 id="paths-title" class="section-title">{texts::PATHS}</h2>
                <ViewPicker selection=selection/>
                <SortPicker selection=selection/>
                <PathsFilter selection=selection/>
                <ExportButtons selection=selection loaded=loaded refresh=refresh/>
            </div>
            <Breadcrumbs selection=selection/>
            <ViewRule selection=selection loaded=loaded/>
            <div class="data" class:data--old=is_old><PathsNote loaded=loaded/></div>
            <OpenPageTrend selection=selection marks=marks missing=missing_of_all/>
            <div class="data" class:data--old=is_old>{table}</div>
            {move || shown_error.get().map(|error| view! { <ErrorNotice error=error on_retry=retry/> })}
            {missing}
            <BackfillAnnouncement control=control name=loading::LOADING_PATHS/>
            <BackfillAnnouncement control=compared_control name=loading::LOADING_COMPARED_PATHS/>
            <BackfillError control=control/>
            <BackfillError control=compared_control/>
        </section>
    }
}

/// What is known of the backfill of the selected days.
fn backfill_of(loaded: &LoadedRows) -> SpanBackfill {
    let LoadedRows { key, summary, .. } = loaded;
    SpanBackfill { span: key.span.clone(), is_complete: summary.complete, progress: summary.backfill }
}

/// What is known of the backfill of the compared period, if the view compares.
fn compared_backfill_of(loaded: &LoadedRows) -> Option<SpanBackfill> {
    let compared = loaded.summary.compared.as_ref()?;
    let span = loaded.key.span.compared(loaded.key.compare?).ok()?;
    Some(SpanBackfill { span, is_complete: compared.complete, progress: compared.backfill })
}
