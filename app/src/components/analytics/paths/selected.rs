//! The pages that are selected for jobs.

use leptos::prelude::*;

use crate::browser::focus;
use crate::components::may_change_jobs::MayChangeJobs;
use crate::format::number::count;
use crate::state::analytics::path_rows::{LoadedRows, PathEntry, PathRows};
use crate::state::analytics::selection::{CountedRow, Selection};
use crate::state::batch::prompts::Batch;
use crate::texts::analytics::{counts, paths as texts};
use crate::texts::general;

/// How many pages are selected, and what can be done with them.
#[component]
pub(super) fn SelectedRows(rows: PathRows, selection: Selection) -> impl IntoView {
    let loaded = rows.loaded();
    let selected = selection.selected;
    let is_unstored = RwSignal::new(false);
    let len = Memo::new(move |_| selected.with(Vec::len));
    // Folders cannot be selected.
    let has_pages = Memo::new(move |_| {
        loaded.with(|loaded| {
            loaded.as_ref().is_some_and(|loaded| !loaded.key.query.by_folder && loaded.count() > 0)
        })
    });
    let select_shown = move |_| {
        loaded.with_untracked(|loaded| {
            if let Some(loaded) = loaded {
                selection.select_rows(shown_pages(loaded));
            }
        });
    };
    let begin = move |_| is_unstored.set(!selection.prepare_jobs());
    let clear = move |_| {
        selection.clear_rows();
        focus::move_if_on("body", vec![".paths__selected .button".to_owned(), ".paths__frame".to_owned()]);
    };
    let text = move || {
        let pages = len.get() as u64;
        texts::new_jobs_for(&counts::pages(pages, &count(pages)))
    };
    // Nothing is said before the first page is selected.
    let was_selected =
        Memo::new(move |before: Option<&bool>| len.get() != 0 || before.copied() == Some(true));
    let selected_words = move || {
        was_selected.get().then(|| {
            let pages = len.get() as u64;
            texts::selected(&counts::pages(pages, &count(pages)))
        })
    };
    view! {
        <MayChangeJobs project=selection.project.get_value()>
            <div class="paths__selected">
                <Show when=move || has_pages.get()>
                    <button type="button" class="button button--small" aria-keyshortcuts="s" title=general::shortcut("s") on:click=select_shown>{texts::SELECT_LOADED_PAGES}</button>
                </Show>
                <Show when=move || len.get() != 0>
                    " "
                    <button type="button" class="button button--small button--primary" aria-keyshortcuts="c" title=general::shortcut("c") on:click=begin>{text}</button>
                    " "
                    <button type="button" class="button button--small" aria-keyshortcuts="u" title=general::shortcut("u") on:click=clear>{general::CLEAR_SELECTION}</button>
                </Show>
                " "
                <span role="status">
                    <span class="visually-hidden">{selected_words}</span>
                    {move || is_unstored.get().then_some(texts::LIST_NOT_STORED)}
                    {move || selection.is_selection_full.get().then(|| texts::at_most_pages(&count(Batch::PROMPTS_MAX as u64)))}
                </span>
            </div>
        </MayChangeJobs>
    }
}

/// The pages among the loaded rows.
fn shown_pages(loaded: &LoadedRows) -> impl Iterator<Item = CountedRow> {
    (0..loaded.count()).filter_map(|index| match loaded.entry(index) {
        Some(PathEntry::Page(counted)) => Some(counted),
        _ => None,
    })
}
