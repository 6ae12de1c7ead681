//! The button that loads earlier pages of a job's history.

use docket_wire::{JobId, ProjectId};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::browser::focus;
use crate::components::error_notice::ErrorNotice;
use crate::components::load_more::LoadMoreButton;
use crate::state::console::Console;
use crate::state::jobs::LoadState;
use crate::texts::jobs::timeline as texts;

/// Loads the page before the loaded history. `has_more` says whether there is one.
#[component]
pub(crate) fn EarlierHistory(project: ProjectId, id: JobId, has_more: Memo<bool>) -> impl IntoView {
    let jobs = Console::here().jobs;
    let earlier = RwSignal::new(LoadState::Idle);
    let load = Callback::new(move |()| {
        if earlier.get_untracked() == LoadState::Loading {
            return;
        }
        earlier.set(LoadState::Loading);
        let (project, id) = (project.clone(), id.clone());
        spawn_local(async move {
            let loaded = jobs.load_earlier(&project, &id).await;
            // The person may have left the page meanwhile.
            earlier.try_set(loaded.map_or_else(LoadState::Failed, |()| LoadState::Idle));
        });
    });
    let error = move || match earlier.get() {
        LoadState::Failed(error) => Some(error),
        LoadState::Idle | LoadState::Loading => None,
    };
    Effect::new(move |before: Option<bool>| {
        let has_more = has_more.get();
        if before == Some(true) && !has_more {
            focus::move_if_on("body", vec!["h1".to_owned()]);
        }
        has_more
    });
    let is_loading = Memo::new(move |_| earlier.with(|earlier| *earlier == LoadState::Loading));
    view! {
        <div class="job__earlier">
            {move || error().map(|error| view! { <ErrorNotice error=error on_retry=load/> })}
            <Show when=move || has_more.get() && error().is_none()>
                <LoadMoreButton label=texts::LOAD_EARLIER is_loading=is_loading on_load=load/>
            </Show>
        </div>
    }
}
