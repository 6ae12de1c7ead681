//! A conflict of two edits: another person saved first. The page shows both texts, and the person decides.

use docket_wire::{Template, TemplateId};
use leptos::prelude::*;

use crate::api::ApiError;
use crate::components::error_notice::ErrorNotice;
use crate::components::loaded::Loaded;
use crate::state::console::use_console;
use crate::state::fetched::Fetched;
use crate::state::templates::editing::TemplateEditing;
use crate::texts::templates as texts;
use crate::ui::Skeleton;

/// The newest version, to look at, and the two ways on.
#[component]
pub(super) fn EditConflict(
    editing: TemplateEditing,
    id: TemplateId,
    error: ApiError,
    /// The newest version is in place of what the person has typed.
    on_taken: Callback<()>,
) -> impl IntoView {
    let api = use_console().api;
    let project = editing.project();
    let newest = Fetched::once(move || {
        let (project, id) = (project.clone(), id.clone());
        async move { api.template(&project, &id, None).await }
    });
    let choice = move |newest: Template| {
        let (author, name) = (newest.author.0.clone(), newest.name.clone());
        let (text, version) = (newest.text.clone(), newest.version);
        let keep = move |_| editing.save_over(version);
        let take = move |_| {
            editing.take_newest(newest.clone());
            on_taken.run(());
        };
        view! {
            <details open=true>
                <summary>{texts::version_by(version)} <bdi>{author}</bdi> ": " <bdi>{name}</bdi></summary>
                <pre class="template-text" dir="auto" tabindex="0">{text}</pre>
            </details>
            <p>
                <button type="button" class="button" on:click=keep>
                    {texts::save_mine_as(version.saturating_add(1))}
                </button>
                " "
                <button type="button" class="button" on:click=take>{texts::USE_NEWEST}</button>
            </p>
        }
    };
    view! {
        <ErrorNotice error=error/>
        <Loaded fetched=newest fallback=|| view! { <Skeleton rows=2 label=texts::LOADING_THE_NEWEST/> } children=choice/>
    }
}
