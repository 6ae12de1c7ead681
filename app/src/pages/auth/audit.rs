//! The page "Audit", for admins: who changed what in a project, or was refused.

use docket_wire::ProjectId;
use leptos::prelude::*;

use crate::components::audit::AuditLog;
use crate::state::console::Console;
use crate::ui::Heading;

/// The audit log of a project.
#[component]
pub(crate) fn AuditLogPage(project: ProjectId) -> impl IntoView {
    let auth = Console::here().auth;
    let may_read = {
        let project = project.clone();
        Memo::new(move |_| auth.may_read_audit(Some(&project)))
    };
    let refusal = || {
        view! { <p class="empty">"Only an admin of the project can see this page. Ask one, or ask for the role."</p> }
    };
    view! {
        <Heading name="Audit"/>
        <Show when=move || may_read.get() fallback=refusal>
            <AuditLog project=project.clone()/>
        </Show>
    }
}
