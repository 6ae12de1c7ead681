//! Which paths are not loaded, and the ways to load them.

use docket_wire::{BackfillKind, BackfillRequest, ComparedRows, Rows, RowsQuery, Span};
use leptos::prelude::*;

use crate::components::analytics::backfill::{BackfillStatus, keep_focus};
use crate::components::analytics::cost::Cost;
use crate::format::locale::day_range;
use crate::format::number::count;
use crate::state::analytics::backfill::BackfillControl;
use crate::state::analytics::path_rows::{LoadedRows, PathRows};
use crate::texts::analytics::{counts, loading as texts};
use crate::texts::general;

/// The paths of the selected days that are not loaded, and those of the period that the view compares with. Where both need
/// a start, one button starts both.
#[component]
pub(super) fn MissingPaths(
    loaded: LoadedRows,
    rows: PathRows,
    control: BackfillControl,
    compared_control: BackfillControl,
) -> impl IntoView {
    let LoadedRows { key, summary, .. } = loaded;
    let compared = key.compare.and_then(|compare| {
        let compared = summary.compared.clone().filter(|compared| !compared.complete)?;
        Some((key.span.compared(compare).ok()?, compared))
    });
    let needs_start = !summary.complete && summary.backfill.is_none();
    let starts_with = match &compared {
        Some((span, compared)) if needs_start && compared.backfill.is_none() => Some(span.clone()),
        _ => None,
    };
    let compared_starts_alone = starts_with.is_none();
    let compared = compared.map(|(span, compared)| {
        view! { <ComparedPeriod span=span compared=compared control=compared_control can_start=compared_starts_alone/> }
    });
    let can_load_more = !key.query.needs_all();
    let request = paths_of(key.span);
    let selected = match (summary.backfill, summary.complete) {
        (Some(progress), _) => view! {
            <BackfillStatus control=control progress=progress cost=summary.cost name=texts::LOADING_PATHS request=request/>
        }
        .into_any(),
        (None, true) if is_as_it_was(&summary) => {
            let requests = counts::requests(summary.pages_loaded.into(), &count(summary.pages_loaded.into()));
            let start = move |_| control.start(request.clone());
            view! {
                <div class="backfill">
                    <button type="button" class="button" data-spends="" aria-keyshortcuts="a" title=general::shortcut("a") on:click=start>{texts::load_all_paths_again(&requests)}</button>
                </div>
            }
            .into_any()
        }
        (None, true) => ().into_any(),
        (None, false) => {
            let label = match starts_with {
                Some(_) => texts::LOAD_ALL_PATHS_OF_BOTH,
                None => texts::LOAD_ALL_PATHS,
            };
            let start = move |_| {
                if let Some(span) = starts_with.clone() {
                    compared_control.start(paths_of(span));
                }
                control.start(request.clone());
            };
            // No `<Show>`: it would be another button with each chunk, and take the focus along.
            let load_more = can_load_more.then(|| {
                view! { <button type="button" class="button" data-spends="" aria-keyshortcuts="m" title=general::shortcut("m") on:click=move |_| rows.load_more()>{texts::LOAD_250_MORE}</button> }
            });
            view! {
                <div class="backfill">
                    <p>{texts::more_paths(&counts::paths(summary.loaded, &count(summary.loaded)))} " " <Cost cost=summary.cost/> " " {summary.backfill_error.clone()}</p>
                    {load_more}
                    <button type="button" class="button" data-spends="" aria-keyshortcuts="a" title=general::shortcut("a") on:click=start>{label}</button>
                </div>
            }
            .into_any()
        }
    };
    keep_focus(BackfillKind::Paths);
    view! { {compared} {selected} }
}

/// The missing paths of the period that the view compares with.
#[component]
fn ComparedPeriod(
    span: Span,
    compared: ComparedRows,
    control: BackfillControl,
    /// Whether a button here starts it.
    can_start: bool,
) -> impl IntoView {
    let period = day_range(span.from(), span.to());
    let request = paths_of(span);
    if let Some(progress) = compared.backfill {
        return view! {
            <BackfillStatus control=control progress=progress cost=compared.cost name=texts::LOADING_COMPARED_PATHS request=request/>
        }
        .into_any();
    }
    let button = can_start.then(|| {
        let start = move |_| control.start(request.clone());
        view! { <button type="button" class="button" data-spends="" aria-keyshortcuts="a" title=general::shortcut("a") on:click=start>{texts::load_all_paths_of(&period)}</button> }
    });
    view! {
        <div class="backfill">
            <p>
                {texts::more_paths_of(&counts::paths(compared.loaded, &count(compared.loaded)), &period)} " " <Cost cost=compared.cost/> " "
                {compared.backfill_error}
            </p>
            {button}
        </div>
    }
    .into_any()
}

/// Whether the paths are older than the totals, because loading all of them again takes more requests than a read makes.
pub(super) fn is_as_it_was(summary: &Rows) -> bool {
    summary.stale && summary.complete && summary.pages_loaded > RowsQuery::PAGES_AT_ONCE
}

fn paths_of(span: Span) -> BackfillRequest {
    BackfillRequest { kind: BackfillKind::Paths, span }
}
