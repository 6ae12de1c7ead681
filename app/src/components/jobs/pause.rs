//! The pauses of prompts and polls that the service asked for.

use docket_wire::{ProjectId, Right};
use leptos::prelude::*;

use crate::api::Mutation;
use crate::components::pause_notice::{PauseNotice, Resume};
use crate::state::console::{Console, use_console};
use crate::texts::jobs::polling as texts;

/// The notice of a pause, on every page where it has an effect.
#[component]
pub(crate) fn JobsPause(project: ProjectId) -> impl IntoView {
    let Console { auth, jobs, .. } = use_console();
    let pauses = jobs.pauses();
    let until = Signal::derive(move || pauses.with(|pauses| pauses.prompts_until.max(pauses.polls_until)));
    let effect = Signal::derive(move || {
        match pauses.with(|pauses| (pauses.prompts_until.is_some(), pauses.polls_until.is_some())) {
            (true, true) => texts::NO_PROMPTS_AND_POLLS,
            (true, false) => texts::NO_PROMPTS,
            (false, _) => texts::NO_POLLS,
        }
    });
    let on_resume =
        Callback::new(move |()| -> Resume { Box::pin(async move { jobs.mutate(&Mutation::Resume).await }) });
    let may_resume = Signal::derive(move || auth.may(Right::JobsWrite, &project));
    view! { <PauseNotice until=until effect=effect on_resume=on_resume may_resume=may_resume/> }
}
