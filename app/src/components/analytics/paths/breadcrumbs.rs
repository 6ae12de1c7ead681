//! The folders above the one in view, as links.

use docket_wire::RowsQuery;
use leptos::prelude::*;

use crate::browser::focus;
use crate::format::analytics::folders_above;
use crate::state::analytics::selection::Selection;
use crate::texts::analytics::paths as texts;

/// Links to the folders above, while the paths are grouped by folder.
#[component]
pub(super) fn Breadcrumbs(selection: Selection) -> impl IntoView {
    let prefix_in_view = Memo::new(move |_| {
        let rows = selection.view().rows;
        rows.by_folder.then_some(rows.prefix).flatten()
    });
    move || {
        let prefix = prefix_in_view.get()?;
        let link = |prefix: Option<&str>, name: String| {
            let prefix = prefix.map(str::to_owned);
            let href = move || selection.href_of_rows(|rows| RowsQuery { prefix: prefix.clone(), ..rows });
            // The link goes away: the folder is the one in view then, or none is.
            view! { <li><a href=href on:click=|_| focus::move_soon(".paths__frame")>{name}</a></li> }
        };
        let above = folders_above(&prefix);
        Some(view! {
            <nav class="breadcrumbs" aria-label=texts::FOLDERS_ABOVE>
                <ol>
                    {link(None, texts::ALL_FOLDERS.to_owned())}
                    {above.map(|folder| link(Some(folder), folder.to_owned())).collect_view()}
                    <li aria-current="true">{prefix.clone()}</li>
                </ol>
            </nav>
        })
    }
}
