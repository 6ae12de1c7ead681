//! The table of the entries of an audit log.

use docket_wire::{AuditEntry, AuditTarget, AuditTargetKind, ProblemCode, ProjectId, SubmissionId};
use leptos::ev::MouseEvent;
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::hooks::use_navigate;

use crate::browser::{focus, page};
use crate::paths::Page;
use crate::state::console::use_console;
use crate::texts::{audit as texts, general};
use crate::ui::At;

/// The entries, the latest first. The frame, which can have the focus, stays when there are more.
#[component]
pub(super) fn AuditTable(
    #[prop(into)] entries: Signal<Vec<AuditEntry>>,
    project: Option<ProjectId>,
) -> impl IntoView {
    let entry = move |entry| row(entry, project.as_ref());
    view! {
        <div class="records__frame" tabindex="0" role="group" aria-label=texts::LIST_OF_ENTRIES>
            <table class="records" role="table">
                <caption class="visually-hidden">{general::AUDIT_LOG}</caption>
                <thead role="rowgroup">
                    <tr role="row">
                        <th role="columnheader" scope="col">{texts::TIME}</th>
                        <th role="columnheader" scope="col">{texts::WHO}</th>
                        <th role="columnheader" scope="col">{texts::ACTION}</th>
                        <th role="columnheader" scope="col">{texts::ON}</th>
                        <th role="columnheader" scope="col">{texts::OUTCOME}</th>
                        <th role="columnheader" scope="col">{texts::FROM}</th>
                        <th role="columnheader" scope="col">{texts::REQUEST}</th>
                    </tr>
                </thead>
                <tbody role="rowgroup">
                    <For each=focus::preserve_over_moves(move || entries.get()) key=|entry| entry.id children=entry/>
                </tbody>
            </table>
        </div>
    }
}

fn row(entry: AuditEntry, project: Option<&ProjectId>) -> impl IntoView + use<> {
    let who = entry.author.map_or_else(|| texts::SOMEONE.to_owned(), |author| author.to_string());
    let outcome = match entry.refused {
        None => texts::ACCEPTED.to_owned(),
        Some(code) => texts::refused(&reason(code)),
    };
    let from = match entry.country {
        Some(country) => format!("{} {country}", entry.address),
        None => entry.address,
    };
    let target = entry.target.map(|target| on(target, project));
    view! {
        <tr role="row" class="list-row">
            <td role="cell" data-label=texts::TIME><At at=entry.at/></td>
            <th role="rowheader" scope="row" title=texts::credential(entry.credential)>{who}</th>
            <td role="cell" data-label=texts::ACTION>{texts::action(entry.action)}</td>
            <td role="cell" data-label=texts::ON>{target}</td>
            <td role="cell" data-label=texts::OUTCOME>{outcome}</td>
            <td role="cell" data-label=texts::FROM>{from}</td>
            <td role="cell" data-label=texts::REQUEST><code>{entry.request_id}</code></td>
        </tr>
    }
}

/// What an entry concerns: a job with a link to it.
fn on(AuditTarget { kind, id }: AuditTarget, project: Option<&ProjectId>) -> AnyView {
    let text = texts::target(kind, &id);
    let Some(project) = project else { return text.into_any() };
    match kind {
        AuditTargetKind::Job => match id.parse() {
            Ok(job) => {
                view! { <a class="list-stop" href=Page::Job(project, &job).to_string()>{text}</a> }.into_any()
            }
            Err(_) => text.into_any(),
        },
        AuditTargetKind::Submission => match id.parse() {
            Ok(id) => view! { <PromptLink project=project.clone() id=id text=text/> }.into_any(),
            Err(_) => text.into_any(),
        },
        _ => text.into_any(),
    }
}

/// A prompt: a link to its job or, if it has none, to where prompts without a job are.
#[component]
fn PromptLink(project: ProjectId, id: SubmissionId, text: String) -> impl IntoView {
    let (navigate, api) = (use_navigate(), use_console().api);
    let href = Page::Submission(&project, &id).to_string();
    let open = {
        let href = href.clone();
        move |event: MouseEvent| {
            if page::opens_elsewhere(&event) {
                return;
            }
            event.prevent_default();
            let (navigate, project, id, href) = (navigate.clone(), project.clone(), id.clone(), href.clone());
            let is_here = page::stays_open();
            spawn_local(async move {
                let job = api.submission(&project, &id).await.ok().and_then(|submission| submission.job);
                if is_here() {
                    let path = job.map_or(href, |job| Page::Job(&project, &job).to_string());
                    navigate(&path, Default::default());
                }
            });
        }
    };
    view! { <a class="list-stop" href=href on:click=open>{text}</a> }
}

/// The code of a refusal in words: `csrf check`.
fn reason(code: ProblemCode) -> String {
    let code = serde_json::to_string(&code).unwrap_or_default();
    code.trim_matches('"').replace('_', " ")
}
