//! The page "Audit", for admins: who changed what in a project, or was refused.

use docket_wire::ProjectId;
use leptos::prelude::*;

use crate::components::audit::AuditList;
use crate::state::console::use_console;
use crate::texts::audit as texts;
use crate::ui::Heading;

/// The audit log of a project.
#[component]
pub(crate) fn AuditLogPage(project: ProjectId) -> impl IntoView {
    let auth = use_console().auth;
    let may_read = {
        let project = project.clone();
        Memo::new(move |_| auth.may_read_audit(Some(&project)))
    };
    let refusal = || {
        view! { <p class="empty">{texts::ONLY_FOR_ADMINS}</p> }
    };
    view! {
        <Heading name=texts::AUDIT/>
        <Show when=move || may_read.get() fallback=refusal>
            <AuditList project=project.clone()/>
        </Show>
    }
}
