//! The versions of a template.

use docket_wire::{ProjectId, Template, TemplateEdit, TemplateId, TemplateVersion, TemplateVersions};
use leptos::prelude::*;

use crate::components::allowed::MayChangeJobs;
use crate::components::error_notice::RequestError;
use crate::components::loaded::Loaded;
use crate::state::console::use_console;
use crate::state::fetched::Fetched;
use crate::state::pending_request::PendingRequest;
use crate::texts::{general, templates as texts};
use crate::ui::{Age, Skeleton};

/// The versions, newest first. An older one can be restored, which creates a new version.
#[component]
pub(super) fn Versions(
    project: ProjectId,
    id: TemplateId,
    /// Receives a sentence about what was restored.
    on_restored: Callback<String>,
) -> impl IntoView {
    let api = use_console().api;
    let template = StoredValue::new((project, id));
    let versions = Fetched::once(move || {
        let (project, id) = template.get_value();
        async move { api.template_versions(&project, &id).await }
    });
    let list = move |TemplateVersions { versions, .. }| {
        let newest = versions.first().map(|newest| newest.version).unwrap_or_default();
        let row = |version| {
            view! { <Version template=template version=version newest=newest on_restored=on_restored/> }
        };
        view! { <ol class="versions" aria-label=texts::VERSIONS>{versions.into_iter().map(row).collect_view()}</ol> }
    };
    view! {
        <Loaded fetched=versions fallback=|| view! { <Skeleton rows=2 label=texts::LOADING_VERSIONS/> } children=list/>
    }
}

#[component]
fn Version(
    template: StoredValue<(ProjectId, TemplateId)>,
    version: TemplateVersion,
    newest: u32,
    on_restored: Callback<String>,
) -> impl IntoView {
    let api = use_console().api;
    let (project, _) = template.get_value();
    let number = version.version;
    let (text, request) = (RwSignal::new(None::<Template>), PendingRequest::new());
    let read = move || async move {
        let (project, id) = template.get_value();
        api.template(&project, &id, Some(number)).await
    };
    let show = move |_| {
        if text.with_untracked(Option::is_some) {
            text.set(None);
            return;
        }
        request.run(async move {
            text.try_set(Some(read().await?));
            Ok(())
        });
    };
    let restore = move |_| {
        let (project, id) = template.get_value();
        request.run(async move {
            let Template { name, text, .. } = read().await?;
            let edit = TemplateEdit { name, text, version: newest };
            let restored = api.edit_template(&project, &id, &edit).await?;
            on_restored.try_run(texts::version_restored(number, restored.version));
            Ok(())
        });
    };
    let disabled = move || request.is_pending().then_some("true");
    let is_shown = move || text.with(Option::is_some);
    let action = move || if is_shown() { general::HIDE } else { texts::SHOW };
    let label = move || if is_shown() { texts::hide_version(number) } else { texts::show_version(number) };
    view! {
        <li class="version list-row">
            <p>
                {texts::version_by(number, &version.author.0)} <Age at=version.at/> " "
                <button type="button" class="button button--small list-stop" aria-keyshortcuts="o" title=general::shortcut("o") aria-label=label aria-expanded=move || is_shown().to_string() aria-disabled=disabled on:click=show>
                    {action}
                </button>
                " "
                {(number != newest).then(|| view! {
                    <MayChangeJobs project=project>
                        <button type="button" class="button button--small" aria-keyshortcuts="r" title=general::shortcut("r") aria-label=texts::restore_version(number) aria-disabled=disabled on:click=restore>{texts::RESTORE}</button>
                    </MayChangeJobs>
                })}
            </p>
            {move || text.get().map(|read| view! {
                <p class="version__name">{read.name}</p>
                <pre class="template-text" dir="auto" tabindex="0">{read.text}</pre>
            })}
            <RequestError request=request/>
        </li>
    }
}
