//! The table of paths. However many there are, only those on the screen are in the page.

use docket_wire::{BackfillKind, BackfillRequest, Rows};
use leptos::html::Div;
use leptos::prelude::*;

use super::backfill::Gatherer;
use super::choice::Choice;
use super::export::Export;
use super::paths_head::{Columns, Filter, Note};
use super::row::{self, At};
use crate::browser::page;
use crate::format::number::count;
use crate::state::path_rows::{Held, Item, PIECE, PathRows};
use crate::ui::{ErrorNotice, Skeleton, flag, keyed, part, plain_button, row as keyed_row};

/// Pixels of a row, on a wide and on a narrow screen. The style sheet has the same.
const HEIGHT: u64 = 32;
const HEIGHT_NARROW: u64 = 64;
/// Rows that are kept ready above and below the screen.
const MARGIN: u64 = 12;
/// The screen moves by so many rows before anything is built.
const STEP: u64 = 8;

/// Rows, what they are, and a way to take them along.
#[component]
pub(crate) fn Paths(choice: Choice) -> impl IntoView {
    let wanted = Memo::new(move |_| {
        choice.asked.with(|asked| asked.as_ref().map(|asked| (asked.span.clone(), asked.rows.clone())))
    });
    let rows = PathRows::new(choice.console.api, choice.project.get_value(), wanted);
    let held = rows.held();
    let backfill = Memo::new(move |_| held.with(|held| held.as_ref().and_then(|held| held.head.backfill)));
    Effect::new(move || held.with(|held| held.iter().for_each(|held| choice.note_budget(held.head.budget))));
    let gatherer = Gatherer::new(choice, move || backfill.get(), Callback::new(move |()| rows.again()));
    let is_there = Memo::new(move |_| held.with(Option::is_some));
    let error = rows.error();
    let table = part(move || match (is_there.get(), error.get()) {
        (true, _) => view! { <Window rows=rows choice=choice/> }.into_any(),
        (false, None) => view! { <Skeleton rows=12 label="Loading paths" is_paths=true/> }.into_any(),
        (false, Some(_)) => ().into_any(),
    });
    let failed = part(move || {
        error
            .get()
            .map(|error| view! { <ErrorNotice error=error on_retry=Callback::new(move |()| rows.again())/> })
    });
    let below = part(move || held.with(|held| held.as_ref().map(|held| rest(held, rows, gatherer))));
    view! {
        <section class="paths-section" aria-labelledby="paths-title">
            <div class="paths-section__head">
                <h2 id="paths-title" class="section-title">"Paths"</h2>
                <Filter choice=choice/>
                <Export choice=choice/>
            </div>
            <Note held=held/>
            <div class:figures--old=flag(move || rows.is_old())>{table}</div>
            {failed}
            {below}
            {gatherer.error()}
        </section>
    }
}

/// What is not here yet, and how it can be had.
fn rest(held: &Held, rows: PathRows, gatherer: Gatherer) -> AnyView {
    let head: &Rows = &held.head;
    let what = BackfillRequest { kind: BackfillKind::Paths, span: held.key.0.clone() };
    if let Some(now) = head.backfill {
        return gatherer.progress(now, "Gathering paths", what);
    }
    if head.complete {
        return ().into_any();
    }
    let more = (!held.key.1.needs_all()).then(|| plain_button("Load 250 more", move || rows.more()));
    let begin = move || gatherer.begin(what.clone());
    view! {
        <div class="backfill">
            <p>{count(head.loaded)} " paths are here so far; there are more. Every 250 take one request. " {head.backfill_error.clone()}</p>
            {more}
            {plain_button("Gather all", begin)}
        </div>
    }
    .into_any()
}

#[component]
fn Window(rows: PathRows, choice: Choice) -> impl IntoView {
    let held = rows.held();
    let frame = NodeRef::<Div>::new();
    let is_narrow = RwSignal::new(page::is_narrow());
    let height = Memo::new(move |_| if is_narrow.get() { HEIGHT_NARROW } else { HEIGHT });
    let total = Memo::new(move |_| held.with(|held| held.as_ref().map(Held::count).unwrap_or_default()));
    // First and last row to build, in steps.
    let shown = RwSignal::new((0, MARGIN * 4));
    let look = move || {
        let Some(frame) = frame.get_untracked() else { return };
        let row = height.get_untracked();
        let pixels = |n: i32| u64::try_from(n).unwrap_or(0);
        let first = pixels(frame.scroll_top()) / row / STEP * STEP;
        let last = first + pixels(frame.client_height()) / row + STEP;
        let now = (first.saturating_sub(MARGIN), last + MARGIN);
        if shown.get_untracked() != now {
            shown.set(now);
        }
    };
    let listener = window_event_listener(leptos::ev::resize, move |_| {
        is_narrow.set(page::is_narrow());
        look();
    });
    on_cleanup(move || listener.remove());
    Effect::new(move || {
        total.track();
        look();
    });
    // Another choice begins at its top.
    Effect::new(move |before: Option<_>| {
        let key = held.with(|held| held.as_ref().map(|held| held.key.clone()));
        if before.is_some_and(|before| before != key)
            && let Some(frame) = frame.get_untracked()
        {
            frame.set_scroll_top(0);
        }
        key
    });
    Effect::new(move || {
        let ((first, last), total) = (shown.get(), total.get());
        let last = last.min(total.saturating_sub(1));
        if total > 0 && first <= last {
            (first / PIECE..=last / PIECE).for_each(|piece| rows.need(piece * PIECE));
        }
    });
    let built = keyed(move || {
        let ((first, last), height) = (shown.get(), height.get());
        held.with(|held| {
            let Some(held) = held else { return Vec::new() };
            let largest = held.largest;
            let one = |index: u64| {
                let (item, at) = (held.item(index), At { index, height });
                let key = format!("{} {height} {largest} {index} {}", held.edition, item.is_some());
                keyed_row(key, move || match item {
                    None => row::waiting(at).into_any(),
                    Some(Item::Path(path)) => row::of_path(at, path, largest, choice).into_any(),
                    Some(Item::Folder(folder)) => row::of_folder(at, folder, choice).into_any(),
                })
            };
            (first..last.min(held.count())).map(one).collect()
        })
    });
    let empty = part(move || {
        (total.get() == 0).then(|| view! { <p class="empty" role="status">"No paths were visited here."</p> })
    });
    view! {
        <div role="table" class="paths" aria-label="Unique visitors by path" aria-rowcount=move || (total.get() + 1).to_string()>
            <Columns choice=choice/>
            <div class="paths__frame" tabindex="0" role="rowgroup" aria-label="Paths" node_ref=frame on:scroll=move |_| look()>
                <div class="paths__rows" role="presentation" style:height=move || format!("{}px", total.get() * height.get())>
                    {built}
                </div>
            </div>
        </div>
        {empty}
    }
}
