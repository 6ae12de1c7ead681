//! Above the paths: which of them, in which order, and what is to be known about them.

use std::time::Duration;

use docket_wire::{RowSort, RowsQuery};
use leptos::leptos_dom::helpers::debounce;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast as _;
use web_sys::{Event, HtmlInputElement};

use super::choice::Choice;
use crate::format::number::{count, counted};
use crate::format::range::VisitorsView;
use crate::state::path_rows::Held;
use crate::ui::{At, part, text};

/// How long nobody types before the table follows.
const PAUSE: Duration = Duration::from_millis(400);

/// Search, the beginning of the path, and folders.
#[component]
pub(crate) fn Filter(choice: Choice) -> impl IntoView {
    let of = move |part: fn(&RowsQuery) -> Option<String>| {
        text(move || part(&choice.view().rows).unwrap_or_default())
    };
    let take_over = Callback::new(move |event: Event| {
        let Some(target) = event.target() else { return };
        let field = target.unchecked_into::<HtmlInputElement>();
        let view = choice.view_now();
        let value = Some(field.value()).filter(|value| !value.is_empty());
        let rows = match field.name().as_str() {
            "q" => RowsQuery { text: value, ..view.rows.clone() },
            _ => RowsQuery { prefix: value, ..view.rows.clone() },
        };
        if rows != view.rows {
            choice.refine(&VisitorsView { rows, ..view });
        }
    });
    let take_over_later = debounce(PAUSE, move |event: Event| take_over.run(event));
    let folders = part(move || {
        let view = choice.view();
        let is_on = view.rows.by_folder;
        // The order of rows is none of folders.
        let sort = view.rows.sort.filter(|sort| *sort != RowSort::Share);
        let rows = RowsQuery { by_folder: !is_on, sort, ..view.rows.clone() };
        let href = choice.href(&VisitorsView { rows, ..view });
        view! { <a class="button" href=href>{if is_on { "Show pages" } else { "Show folders" }}</a> }
    });
    view! {
        <form
            class="paths-filter"
            role="search"
            aria-label="Paths"
            on:submit=|event| event.prevent_default()
            on:input=take_over_later
            on:change=move |event| take_over.run(event)
        >
            <input type="search" name="q" aria-label="Search paths" placeholder="Search paths" maxlength="100" autocomplete="off" prop:value=of(|rows| rows.text.clone())/>
            <input type="search" name="prefix" aria-label="Beginning of the path" placeholder="Begins with /…" maxlength="500" autocomplete="off" prop:value=of(|rows| rows.prefix.clone())/>
            {folders}
        </form>
    }
}

/// What the table shows, said in a line.
#[component]
pub(crate) fn Note(held: ReadSignal<Option<Held>>) -> impl IntoView {
    part(move || {
        held.with(|held| {
            let held = held.as_ref()?;
            let (head, query) = (&held.head, &held.key.1);
            let what = if query.by_folder { "folders" } else { "paths" };
            let over = if head.complete {
                format!("all {} paths", count(head.loaded))
            } else {
                format!("the {} paths that are here so far, which are not all", count(head.loaded))
            };
            let order = match query.sort {
                None if query.by_folder => format!("{} folders of {over}.", count(head.matched)),
                None if query.has_filter() => format!("{} of {over}, in the service's order.", count(head.matched)),
                None => format!("{}, in the service's order.", sentence(&over)),
                Some(_) => format!("{} {what}, put in order by Docket over {over}.", count(head.matched)),
            };
            let folders = query.by_folder.then_some(
                " Uniques cannot be added up: a folder has at least as many visitors as its most read page.",
            );
            let duplicates_dropped = (head.duplicates_dropped > 0).then(|| {
                format!(" {} moved while they were asked for, and are shown once.", counted(head.duplicates_dropped, "row", "rows"))
            });
            let changed = head.totals_changed.then_some(" The site's totals changed meanwhile.");
            let stale = head.stale.then(|| view! { <span class="interval__doubt">" These are old; newer ones cannot be had now."</span> });
            Some(view! {
                <p class="paths-note" role="status">
                    {order} {folders} {duplicates_dropped} {changed} " Asked for " <At at=head.fetched_to/> "." {stale}
                </p>
            })
        })
    })
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

const COLUMNS: [(RowSort, &str, &str); 5] = [
    (RowSort::Path, "Path", "paths__path"),
    (RowSort::Human, "People", "number"),
    (RowSort::Ai, "AI", "number"),
    (RowSort::Total, "All", "number"),
    (RowSort::Share, "Share of AI", "number paths__share"),
];

/// The names of the columns, each of which puts the rows in its order.
#[component]
pub(crate) fn Columns(choice: Choice) -> impl IntoView {
    let column = move |(sort, name, class): (RowSort, &'static str, &'static str)| {
        let now = Memo::new(move |_| {
            let rows = choice.view().rows;
            (rows.sort == Some(sort)).then(|| rows.is_descending())
        });
        let href = text(move || {
            let view = choice.view();
            // Another press turns it round, and the next one leaves the order to the service again.
            let first = !matches!(sort, RowSort::Path);
            let (sort, descending) = match now.get() {
                None => (Some(sort), None),
                Some(descending) if descending == first => (Some(sort), Some(!descending)),
                Some(_) => (None, None),
            };
            // The share of a folder is not known.
            let by_folder = view.rows.by_folder && sort != Some(RowSort::Share);
            let rows = RowsQuery { sort, descending, by_folder, ..view.rows.clone() };
            choice.href(&VisitorsView { rows, ..view })
        });
        let is_sorted = move || match now.get() {
            Some(true) => "descending",
            Some(false) => "ascending",
            None => "none",
        };
        let arrow = text(move || match now.get() {
            Some(true) => " ↓",
            Some(false) => " ↑",
            None => "",
        });
        view! {
            <span role="columnheader" class=class aria-sort=text(is_sorted)>
                <a class="paths__sort" href=href>{name}<span aria-hidden="true">{arrow}</span></a>
            </span>
        }
    };
    let [path, rest @ ..] = COLUMNS;
    view! {
        <div role="rowgroup" class="paths__head">
            <div class="paths__row" role="row" aria-rowindex="1">
                {column(path)}
                <span role="columnheader" class="paths__bars">
                    <span class="legend">
                        <span class="legend__key legend__key--people">"People"</span>
                        <span class="legend__key legend__key--ai">"AI"</span>
                        <span class="legend__key legend__key--all">"All"</span>
                    </span>
                </span>
                {rest.map(column).collect_view()}
                <span role="columnheader" class="paths__ask"><span class="visually-hidden">"Ask the agent"</span></span>
            </div>
        </div>
    }
}
