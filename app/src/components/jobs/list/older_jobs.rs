//! The button that loads the next page of the list.

use leptos::prelude::*;

use crate::browser::focus;
use crate::components::error_notice::ErrorNotice;
use crate::components::load_more::LoadMoreButton;
use crate::state::console::use_console;
use crate::state::jobs::LoadState;
use crate::state::jobs::store::JobStore;
use crate::texts::jobs::list as texts;

/// Loads the next page of the current list.
#[component]
pub(crate) fn OlderJobs() -> impl IntoView {
    let jobs = use_console().jobs;
    let older = jobs.older();
    let error = move || match older.get() {
        LoadState::Failed(error) => Some(error),
        LoadState::Idle | LoadState::Loading => None,
    };
    let is_loading = Memo::new(move |_| older.with(|older| *older == LoadState::Loading));
    let has_button = Memo::new(move |_| error().is_none() && jobs.with(JobStore::has_more));
    Effect::new(move |before: Option<bool>| {
        let has_button = has_button.get();
        if before == Some(true) && !has_button {
            // The last page is below the place where the button was.
            focus::move_if_on("body", vec![".jobs__row:last-child .jobs__link".to_owned(), "h1".to_owned()]);
        }
        has_button
    });
    let label = Memo::new(move |_| texts::load_more(jobs.with(JobStore::sort)));
    let load = Callback::new(move |()| jobs.load_older());
    view! {
        <div class="jobs__older">
            {move || error().map(|error| view! { <ErrorNotice error=error on_retry=load/> })}
            {move || {
                let label = label.get();
                has_button.get().then(|| view! { <LoadMoreButton label=label is_loading=is_loading on_load=load/> })
            }}
        </div>
    }
}
