//! The offer to search again, after jobs were started since a search. Only the edge can search their prompts.

use leptos::prelude::*;

use crate::browser::focus;
use crate::state::console::use_console;
use crate::state::jobs::store::JobStore;
use crate::texts::general;
use crate::texts::jobs::filters as texts;

/// A notice while a search may find more than the list shows.
#[component]
pub(crate) fn SearchAgain() -> impl IntoView {
    let jobs = use_console().jobs;
    let lacks_new = Memo::new(move |_| jobs.with(JobStore::lacks_new));
    let search = move |_| {
        // The notice goes away with the button.
        focus::move_soon("input[name=q]");
        jobs.search_again();
    };
    view! {
        <div class="service-notice" role="status">
            <Show when=move || lacks_new.get()>
                <div class="notice">
                    <p class="notice__text">{texts::NEW_JOBS_ARE_NOT_SEARCHED}</p>
                    <button type="button" class="button" aria-keyshortcuts="." title=general::shortcut(".") on:click=search>
                        {texts::SEARCH_AGAIN}
                    </button>
                </div>
            </Show>
        </div>
    }
}
