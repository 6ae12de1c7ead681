//! The versions of a template.

use docket_wire::{ProjectId, Template, TemplateEdit, TemplateId, TemplateVersion};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::api::ApiError;
use crate::components::allowed::MayChangeJobs;
use crate::components::error_notice::ErrorNotice;
use crate::state::console::Console;
use crate::state::fetched::Fetched;
use crate::ui::{Age, Skeleton};

/// The versions, newest first. An older one can be restored, which makes a new version.
#[component]
pub(super) fn Versions(
    project: ProjectId,
    id: TemplateId,
    /// Receives a sentence about what was restored.
    on_restored: Callback<String>,
) -> impl IntoView {
    let api = Console::here().api;
    let of = StoredValue::new((project, id));
    let versions = Fetched::new(Memo::new(|_| Some(())), move |()| {
        let (project, id) = of.get_value();
        async move { api.template_versions(&project, &id).await }
    });
    move || match versions.get() {
        None => view! { <Skeleton rows=2 label="Loading versions"/> }.into_any(),
        Some((_, Err(error))) => {
            view! { <ErrorNotice error=error on_retry=Callback::new(move |()| versions.refetch())/> }
                .into_any()
        }
        Some((_, Ok(page))) => {
            let newest = page.versions.first().map(|newest| newest.version).unwrap_or_default();
            let row =
                |version| view! { <Version of=of version=version newest=newest on_restored=on_restored/> };
            view! { <ol class="versions" aria-label="Versions">{page.versions.into_iter().map(row).collect_view()}</ol> }
                .into_any()
        }
    }
}

#[component]
fn Version(
    of: StoredValue<(ProjectId, TemplateId)>,
    version: TemplateVersion,
    newest: u32,
    on_restored: Callback<String>,
) -> impl IntoView {
    let api = Console::here().api;
    let (project, _) = of.get_value();
    let number = version.version;
    let (text, error) = (RwSignal::new(None::<Template>), RwSignal::new(None::<ApiError>));
    let read = move || async move {
        let (project, id) = of.get_value();
        api.template(&project, &id, Some(number)).await
    };
    let show = move |_| {
        if text.with_untracked(Option::is_some) {
            text.set(None);
            return;
        }
        error.set(None);
        spawn_local(async move {
            // The person may have left the page meanwhile.
            match read().await {
                Ok(read) => drop(text.try_set(Some(read))),
                Err(failed) => drop(error.try_set(Some(failed))),
            }
        });
    };
    let restore = move |_| {
        error.set(None);
        spawn_local(async move {
            let restored = match read().await {
                Ok(Template { name, text, .. }) => {
                    let (project, id) = of.get_value();
                    api.edit_template(&project, &id, &TemplateEdit { name, text, version: newest }).await
                }
                Err(failed) => Err(failed),
            };
            match restored {
                Ok(restored) => {
                    let said = format!("Version {number} restored as version {}.", restored.version);
                    on_restored.try_run(said);
                }
                Err(failed) => drop(error.try_set(Some(failed))),
            }
        });
    };
    let is_shown = move || text.with(Option::is_some);
    let action = move || if is_shown() { "Hide" } else { "Show" };
    view! {
        <li class="version list-row">
            <p class="version__head">
                "Version " {number} " by " {version.author.to_string()} ", " <Age at=version.at/> " "
                <button type="button" class="button button--small list-stop" aria-keyshortcuts="o" title="Shortcut: o" aria-label=move || format!("{} version {number}", action()) aria-expanded=move || is_shown().to_string() on:click=show>
                    {action}
                </button>
                " "
                {(number != newest).then(|| view! {
                    <MayChangeJobs project=project>
                        <button type="button" class="button button--small" aria-keyshortcuts="r" title="Shortcut: r" aria-label=format!("Restore version {number}") on:click=restore>"Restore"</button>
                    </MayChangeJobs>
                })}
            </p>
            {move || text.get().map(|read| view! {
                <p class="version__name">{read.name}</p>
                <pre class="template-text" dir="auto" tabindex="0">{read.text}</pre>
            })}
            {move || error.get().map(|error| view! { <ErrorNotice error=error/> })}
        </li>
    }
}
