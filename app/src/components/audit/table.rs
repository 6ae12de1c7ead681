use docket_wire::{AuditEntry, AuditTarget, AuditTargetKind, ProjectId};
use leptos::prelude::*;

use super::words::{noun, proof, reason, words};
use crate::paths::Page;
use crate::ui::At;

/// One row for each entry.
#[component]
pub(super) fn AuditTable(entries: Vec<AuditEntry>, project: Option<ProjectId>) -> impl IntoView {
    let rows = entries.into_iter().map(|entry| row(entry, project.as_ref())).collect_view();
    view! {
        <div class="records__frame" tabindex="0" role="group" aria-label="List of entries">
            <table class="records">
                <caption class="visually-hidden">"Audit log"</caption>
                <thead>
                    <tr>
                        <th scope="col">"Time"</th>
                        <th scope="col">"Who"</th>
                        <th scope="col">"Action"</th>
                        <th scope="col">"On"</th>
                        <th scope="col">"Outcome"</th>
                        <th scope="col">"From"</th>
                        <th scope="col">"Request"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

fn row(entry: AuditEntry, project: Option<&ProjectId>) -> impl IntoView + use<> {
    let who = entry.author.map_or_else(|| "Somebody".to_owned(), |author| author.to_string());
    let outcome = match entry.refused {
        None => "Done".to_owned(),
        Some(code) => format!("Refused: {}", reason(code)),
    };
    let from = match entry.country {
        Some(country) => format!("{} {country}", entry.address),
        None => entry.address,
    };
    let target = entry.target.map(|target| on(target, project));
    view! {
        <tr class="list-row">
            <td><At at=entry.at/></td>
            <th scope="row" title=proof(entry.credential)>{who}</th>
            <td>{words(entry.action)}</td>
            <td>{target}</td>
            <td>{outcome}</td>
            <td>{from}</td>
            <td><code>{entry.request_id}</code></td>
        </tr>
    }
}

/// What an entry concerns: a job with a link to it.
fn on(AuditTarget { kind, id }: AuditTarget, project: Option<&ProjectId>) -> AnyView {
    let text = format!("{} {id}", noun(kind));
    let job = (kind == AuditTargetKind::Job).then(|| id.parse().ok()).flatten();
    match (project, job) {
        (Some(project), Some(job)) => {
            view! { <a class="list-stop" href=Page::Job(project, &job).to_string()>{text}</a> }.into_any()
        }
        _ => view! { {text} }.into_any(),
    }
}
