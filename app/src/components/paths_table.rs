//! Visitors of each path, with bars on one scale.

use docket_wire::{VisitorRow, VisitorsPage};
use leptos::prelude::*;

use super::totals::Length;
use crate::format::number::{count, share};

/// One page of paths.
#[component]
pub(crate) fn PathsTable(page: VisitorsPage) -> impl IntoView {
    // Bars of one page can be compared with each other; the widest is its largest total.
    let largest = page.visitors.iter().map(|row| row.total).max().unwrap_or(0);
    view! {
        <table class="paths">
            <caption class="visually-hidden">"Unique visitors by path"</caption>
            <thead>
                <tr>
                    <th scope="col">"Path"</th>
                    <th scope="col" class="paths__bars"><Legend/></th>
                    <th scope="col" class="number">"People"</th>
                    <th scope="col" class="number">"AI"</th>
                    <th scope="col" class="number">"All"</th>
                    <th scope="col" class="number paths__share">"Share of AI"</th>
                </tr>
            </thead>
            <tbody>{page.visitors.into_iter().map(|row| view! { <Row row=row largest=largest/> }).collect_view()}</tbody>
        </table>
    }
}

#[component]
fn Row(row: VisitorRow, largest: u64) -> impl IntoView {
    let width = |part: u64| Length::of(part.min(row.total), largest).to_string();
    view! {
        <tr>
            <th scope="row" class="paths__path" title=row.path.clone()>{row.path.clone()}</th>
            <td class="paths__bars">
                <svg class="bars" width="100%" height="14" aria-hidden="true">
                    <rect class="track" width=width(row.total) height="14"></rect>
                    <rect class="people" y="2" width=width(row.human) height="4"></rect>
                    <rect class="ai" y="8" width=width(row.ai) height="4"></rect>
                </svg>
            </td>
            <td class="number" data-name="People">{count(row.human)}</td>
            <td class="number" data-name="AI">{count(row.ai)}</td>
            <td class="number number--main" data-name="All">{count(row.total)}</td>
            <td class="number paths__share" data-name="Share of AI">{share(row.ai, row.total)}</td>
        </tr>
    }
}

#[component]
fn Legend() -> impl IntoView {
    view! {
        <span class="legend">
            <span class="legend__key legend__key--people">"People"</span>
            <span class="legend__key legend__key--ai">"AI"</span>
            <span class="legend__key legend__key--all">"All"</span>
        </span>
    }
}
