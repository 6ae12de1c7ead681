//! The pauses of prompts and polls that the service asked for.

use docket_wire::{JobPauses, ProjectId, Right, UnixMs};
use leptos::prelude::*;

use crate::api::Mutation;
use crate::components::pause_notice::{PauseNotice, Resume};
use crate::state::console::{Console, use_console};
use crate::texts::jobs::polling as texts;

/// The notice of a pause, on every page where it has an effect.
#[component]
pub(crate) fn JobsPause(project: ProjectId) -> impl IntoView {
    let Console { auth, jobs, now_ms, .. } = use_console();
    let pauses = jobs.pauses();
    let until = Signal::derive(move || pauses.with(|pauses| pauses.prompts_until.max(pauses.polls_until)));
    let effect = Memo::new(move |_| pauses.with(|pauses| effect_of(pauses, now_ms.get())));
    let on_resume =
        Callback::new(move |()| -> Resume { Box::pin(async move { jobs.mutate(&Mutation::Resume).await }) });
    let may_resume = Signal::derive(move || auth.may(Right::JobsWrite, &project));
    view! { <PauseNotice until=until effect=effect on_resume=on_resume may_resume=may_resume/> }
}

/// What does not happen now: one pause may end before the other.
fn effect_of(pauses: &JobPauses, now_ms: i64) -> &'static str {
    let lasts = |until: Option<UnixMs>| until.is_some_and(|until| until.0 > now_ms);
    match (lasts(pauses.prompts_until), lasts(pauses.polls_until)) {
        (true, true) => texts::NO_PROMPTS_AND_POLLS,
        (true, false) => texts::NO_PROMPTS,
        (false, _) => texts::NO_POLLS,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pause_that_is_over_has_no_effect_any_more() {
        let pauses = JobPauses { prompts_until: Some(UnixMs(10)), polls_until: Some(UnixMs(20)) };
        assert_eq!(effect_of(&pauses, 9), texts::NO_PROMPTS_AND_POLLS);
        assert_eq!(effect_of(&pauses, 10), texts::NO_POLLS);
        let reverse = JobPauses { prompts_until: pauses.polls_until, polls_until: pauses.prompts_until };
        assert_eq!(effect_of(&reverse, 10), texts::NO_PROMPTS);
    }
}
