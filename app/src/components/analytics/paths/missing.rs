//! Which paths are not loaded, and the ways to load them.

use docket_wire::{BackfillKind, BackfillRequest, ComparedRows, Span};
use leptos::prelude::*;

use crate::components::analytics::backfill::{BackfillStatus, keep_focus};
use crate::components::analytics::cost::Cost;
use crate::format::locale::day_range;
use crate::format::number::count;
use crate::state::analytics::backfill::BackfillControl;
use crate::state::analytics::path_rows::{LoadedRows, PathRows};
use crate::texts::analytics::loading as texts;
use crate::texts::general;

/// How many paths are loaded, and the ways to load more.
#[component]
pub(super) fn MissingPaths(loaded: LoadedRows, rows: PathRows, control: BackfillControl) -> impl IntoView {
    let LoadedRows { key, summary, .. } = loaded;
    let can_load_more = !key.query.needs_all();
    let request = BackfillRequest { kind: BackfillKind::Paths, span: key.span };
    keep_focus(request.kind);
    if let Some(progress) = summary.backfill {
        return view! { <BackfillStatus control=control progress=progress cost=summary.cost name=texts::LOADING_PATHS request=request/> }
            .into_any();
    }
    if summary.complete {
        return ().into_any();
    }
    view! {
        <div class="backfill">
            <p>{texts::more_paths(&count(summary.loaded))} " " <Cost cost=summary.cost/> " " {summary.backfill_error.clone()}</p>
            <Show when=move || can_load_more>
                <button type="button" class="button" aria-keyshortcuts="m" title=general::shortcut("m") on:click=move |_| rows.load_more()>{texts::LOAD_250_MORE}</button>
            </Show>
            <button type="button" class="button" aria-keyshortcuts="a" title=general::shortcut("a") on:click=move |_| control.start(request.clone())>{texts::LOAD_ALL_PATHS}</button>
        </div>
    }
    .into_any()
}

/// The same for the period that the view compares with.
#[component]
pub(super) fn MissingComparedPaths(loaded: LoadedRows, control: BackfillControl) -> impl IntoView {
    let LoadedRows { key, summary, .. } = loaded;
    let compared = summary.compared.clone().filter(|compared| !compared.complete)?;
    let span = key.span.compared(key.compare?).ok()?;
    Some(view! { <ComparedPeriod span=span compared=compared control=control/> })
}

#[component]
fn ComparedPeriod(span: Span, compared: ComparedRows, control: BackfillControl) -> impl IntoView {
    let period = day_range(span.from(), span.to());
    let request = BackfillRequest { kind: BackfillKind::Paths, span };
    keep_focus(request.kind);
    if let Some(progress) = compared.backfill {
        return view! {
            <BackfillStatus control=control progress=progress cost=compared.cost name=texts::LOADING_COMPARED_PATHS request=request/>
        }
        .into_any();
    }
    view! {
        <div class="backfill">
            <p>
                {texts::more_paths_of(&count(compared.loaded), &period)} " " <Cost cost=compared.cost/> " "
                {compared.backfill_error}
            </p>
            <button type="button" class="button" aria-keyshortcuts="a" title=general::shortcut("a") on:click=move |_| control.start(request.clone())>{texts::load_all_paths_of(&period)}</button>
        </div>
    }
    .into_any()
}
