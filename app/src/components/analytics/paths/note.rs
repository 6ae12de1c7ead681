//! A sentence about what the paths table shows.

use leptos::prelude::*;

use crate::format::number::{count, counted};
use crate::state::analytics::path_rows::LoadedRows;
use crate::ui::At;

/// Which paths the table shows, in which order, and what to know about the numbers.
#[component]
pub(super) fn PathsNote(loaded: ReadSignal<Option<LoadedRows>>) -> impl IntoView {
    move || {
        loaded.with(|loaded| {
            let loaded = loaded.as_ref()?;
            let (summary, query) = (&loaded.summary, &loaded.key.query);
            let unit = if query.by_folder { "folders" } else { "paths" };
            let over = if summary.complete {
                format!("all {} paths", count(summary.loaded))
            } else {
                format!("the {} paths that are here so far, which are not all", count(summary.loaded))
            };
            let order = match query.sort {
                None if query.by_folder => format!("{} folders of {over}.", count(summary.matched)),
                None if query.has_filter() => format!("{} of {over}, in the service's order.", count(summary.matched)),
                None => format!("{}, in the service's order.", capitalized(&over)),
                Some(_) => format!("{} {unit}, put in order by Docket over {over}.", count(summary.matched)),
            };
            let folders = query.by_folder.then_some(
                " Uniques cannot be added up: a folder has at least as many visitors as its most read page.",
            );
            let duplicates = (summary.duplicates_dropped > 0).then(|| {
                format!(" {} moved while they were asked for, and are shown once.", counted(summary.duplicates_dropped, "row", "rows"))
            });
            let totals_changed = summary.totals_changed.then_some(" The site's totals changed meanwhile.");
            let stale = summary.stale.then(|| view! { <span class="interval__doubt">" These are old; newer ones cannot be had now."</span> });
            Some(view! {
                <p class="paths-note" role="status">
                    {order} {folders} {duplicates} {totals_changed} " Asked for " <At at=summary.fetched_to/> "." {stale}
                </p>
            })
        })
    }
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
