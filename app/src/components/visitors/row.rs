//! One path and its visitors.

use docket_wire::{Folder, RowsQuery, VisitorRow};
use leptos::prelude::*;

use super::ask;
use super::choice::Choice;
use super::totals::Length;
use crate::browser::page;
use crate::format::number::{count, counted, share};
use crate::format::range::VisitorsView;
use crate::pages::place;
use crate::paths::Page;

/// Where a row stands: its number among all, from 0, and the pixels that it is high.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct At {
    /// From 0.
    pub index: u64,
    /// Pixels.
    pub height: u64,
}

/// A row on its way.
pub(crate) fn waiting(at: At) -> impl IntoView {
    placed(at, view! { <span class="paths__path skeleton__row" role="cell"><span></span></span> }.into_any())
}

/// A path.
pub(crate) fn of_path(at: At, row: VisitorRow, largest: u64, choice: Choice) -> impl IntoView {
    let width = |part: u64| Length::of(part.min(row.total), largest).to_string();
    let label = format!("Ask the agent about {}", row.path);
    let asked = row.clone();
    let ask = Callback::new(move |()| ask_agent(&asked, choice));
    placed(
        at,
        view! {
            <span role="rowheader" class="paths__path" title=row.path.clone()>{row.path.clone()}</span>
            <span role="cell" class="paths__bars">
                <svg class="bars" width="100%" height="14" aria-hidden="true">
                    <rect class="track" width=width(row.total) height="14"></rect>
                    <rect class="people" y="2" width=width(row.human) height="4"></rect>
                    <rect class="ai" y="8" width=width(row.ai) height="4"></rect>
                </svg>
            </span>
            <span role="cell" class="number" data-name="People">{count(row.human)}</span>
            <span role="cell" class="number" data-name="AI">{count(row.ai)}</span>
            <span role="cell" class="number number--main" data-name="All">{count(row.total)}</span>
            <span role="cell" class="number paths__share" data-name="AI share">{share(row.ai, row.total)}</span>
            <span role="cell" class="paths__ask">
                <button type="button" class="ask" aria-label=label on:click=move |_| ask.run(())>"Ask…"</button>
            </span>
        }
        .into_any(),
    )
}

/// A folder: what is known of its pages without adding anything up.
pub(crate) fn of_folder(at: At, folder: Folder, choice: Choice) -> impl IntoView {
    let view = choice.view_now();
    // A page right below is no folder.
    let is_folder = folder.folder.ends_with('/');
    let rows = RowsQuery { prefix: Some(folder.folder.clone()), by_folder: is_folder, ..view.rows.clone() };
    let href = choice.href(&VisitorsView { rows, ..view });
    let at_least = |n: u64| format!("≥\u{a0}{}", count(n));
    let known = folder.at_least;
    placed(
        at,
        view! {
            <span role="rowheader" class="paths__path"><a href=href>{folder.folder.clone()}</a></span>
            <span role="cell" class="paths__bars paths__pages">{counted(folder.pages, "page", "pages")}</span>
            <span role="cell" class="number" data-name="People">{at_least(known.human)}</span>
            <span role="cell" class="number" data-name="AI">{at_least(known.ai)}</span>
            <span role="cell" class="number number--main" data-name="All">{at_least(known.total)}</span>
            <span role="cell" class="number paths__share"></span>
            <span role="cell" class="paths__ask"></span>
        }
        .into_any(),
    )
}

/// The header is the first row of the table; rows are counted from one.
fn placed(at: At, cells: AnyView) -> impl IntoView {
    view! {
        <div class="paths__row" role="row" aria-rowindex=(at.index + 2).to_string() style:top=format!("{}px", at.index * at.height)>
            {cells}
        </div>
    }
}

/// Puts what is known of a page into the composer of new jobs, and goes there. What is written there already stays.
fn ask_agent(row: &VisitorRow, choice: Choice) {
    let Some(span) = choice.span_now() else { return };
    let console = choice.console;
    let link = page::absolute(&choice.href(&ask::view_of(row, &span)));
    let project = choice.project.get_value();
    console.drafts.at(place(&project, None)).put_back(&ask::prompt(row, &span, &link));
    choice.go.run((Page::Jobs(&project).to_string(), Default::default()));
    page::focus_soon("#prompt");
}
