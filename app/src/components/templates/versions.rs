//! The versions of a template.

use docket_wire::{ProjectId, Template, TemplateEdit, TemplateId, TemplateVersion, TemplateVersions};
use futures::future::{OptionFuture, join};
use leptos::prelude::*;

use crate::api::ApiError;
use crate::components::error_notice::RequestError;
use crate::components::loaded::Loaded;
use crate::components::may_change_jobs::MayChangeJobs;
use crate::state::console::use_console;
use crate::state::fetched::Fetched;
use crate::state::pending_request::PendingRequest;
use crate::state::templates::changes::{self, Part};
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
        // Each is shown with what changed since the one before it, which follows in the list.
        let before = versions.iter().skip(1).map(|version| Some(version.version)).chain([None]);
        let before = before.collect::<Vec<_>>();
        let row = |(version, before)| {
            view! { <Version template=template version=version before=before newest=newest on_restored=on_restored/> }
        };
        let rows = versions.into_iter().zip(before).map(row).collect_view();
        view! { <ol class="versions" aria-label=texts::VERSIONS>{rows}</ol> }
    };
    view! {
        <Loaded fetched=versions fallback=|| view! { <Skeleton rows=2 label=texts::LOADING_VERSIONS/> } children=list/>
    }
}

#[component]
fn Version(
    template: StoredValue<(ProjectId, TemplateId)>,
    version: TemplateVersion,
    /// The version before it, if there is one.
    before: Option<u32>,
    newest: u32,
    on_restored: Callback<String>,
) -> impl IntoView {
    let api = use_console().api;
    let (project, _) = template.get_value();
    let number = version.version;
    let (text, request) = (RwSignal::new(None::<ShownVersion>), PendingRequest::new());
    let read = move |number| async move {
        let (project, id) = template.get_value();
        api.template(&project, &id, Some(number)).await
    };
    let show = move |_| {
        if text.with_untracked(Option::is_some) {
            text.set(None);
            return;
        }
        request.run(async move {
            let read_before = OptionFuture::from(before.map(read));
            let (earlier, version) = join(read_before, read(number)).await;
            // The earliest version that is stored may have been deleted since the list was read.
            let earlier = earlier.filter(|read| !read.as_ref().is_err_and(ApiError::is_not_found));
            text.try_set(Some(ShownVersion { before: earlier.transpose()?, version: version? }));
            Ok(())
        });
    };
    let restore = move |_| {
        let (project, id) = template.get_value();
        request.run(async move {
            let Template { name, text, .. } = read(number).await?;
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
                {texts::version_by(number)} <bdi>{version.author.0}</bdi> ", " <Age at=version.at/> " "
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
            {move || text.get().map(|shown| view! { <VersionText shown=shown/> })}
            <RequestError request=request/>
        </li>
    }
}

/// A version, and the one before it.
#[derive(Debug, Clone, PartialEq)]
struct ShownVersion {
    before: Option<Template>,
    version: Template,
}

/// The name and the text of a version, with what changed since the one before it.
#[component]
fn VersionText(shown: ShownVersion) -> impl IntoView {
    let ShownVersion { before, version } = shown;
    let of = |read: fn(&Template) -> &str| {
        let earlier = before.as_ref().map_or(read(&version), read);
        changes::parts(earlier, read(&version)).into_iter().map(part).collect_view()
    };
    let has_changed =
        before.as_ref().is_some_and(|before| (&before.name, &before.text) != (&version.name, &version.text));
    let hint = before.as_ref().filter(|_| has_changed).map(|before| texts::changes_since(before.version));
    view! {
        {hint.map(|hint| view! { <p class="template-form__hint">{hint}</p> })}
        <p class="version__name" dir="auto">{of(|read| &read.name)}</p>
        <pre class="template-text" dir="auto" tabindex="0">{of(|read| &read.text)}</pre>
    }
}

fn part(part: Part) -> AnyView {
    match part {
        Part::Same(text) => text.into_any(),
        Part::Added(text) => view! { <ins>{text}</ins> }.into_any(),
        Part::Removed(text) => view! { <del>{text}</del> }.into_any(),
    }
}
