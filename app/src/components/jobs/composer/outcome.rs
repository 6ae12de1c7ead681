//! What a composer says about its prompt.

use docket_wire::ProblemCode;
use leptos::prelude::*;

use crate::api::{ApiError, Submitted};
use crate::browser::focus;
use crate::components::error_notice::{RequestId, SettingsLink};
use crate::state::jobs::drafts::Composing;
use crate::state::stored_form::FormContent as _;
use crate::texts::jobs::composer as texts;
use crate::ui::in_local_time;

/// The outcome of the last attempt, or where the text is until the next one.
#[derive(Clone, PartialEq)]
pub(super) enum ShownOutcome {
    /// There is nothing to say.
    None,
    /// The same prompt was sent a moment ago.
    PossibleDuplicate,
    Failed(ApiError),
    Sent(Submitted),
    /// Where the text is, and what will happen to it.
    Draft(&'static str, &'static str),
}

impl ShownOutcome {
    pub(super) fn of(composing: &Composing, hint: Signal<&'static str>) -> Self {
        match (&composing.error, &composing.sent) {
            (Some(error), _) if error.is_possible_duplicate() => Self::PossibleDuplicate,
            (Some(error), _) => Self::Failed(error.clone()),
            (None, Some(submitted)) => Self::Sent(submitted.clone()),
            (None, None) if composing.draft.is_empty() => Self::None,
            (None, None) => {
                let saved = if composing.is_unstored {
                    texts::NOT_SAVED
                } else if composing.draft.was_tried() && !composing.is_sending {
                    texts::SAVED_AFTER_SENDING
                } else {
                    texts::SAVED_UNTIL_SENT
                };
                Self::Draft(saved, hint.get())
            }
        }
    }
}

/// Says what became of the last attempt. `sent` shows a prompt that was sent, and `send` sends it although it may be a duplicate.
pub(super) fn outcome(
    shown: ShownOutcome,
    sent: Callback<Submitted, AnyView>,
    send: Callback<bool>,
) -> AnyView {
    match shown {
        ShownOutcome::None => ().into_any(),
        ShownOutcome::PossibleDuplicate => {
            let send_anyway = move |_| {
                send.run(true);
                // The question goes away with the button.
                focus::move_soon("#prompt");
            };
            view! {
                <p class="composer__question">
                    {texts::SENT_A_MOMENT_AGO}
                    <button type="button" class="button" on:click=send_anyway>{texts::START_IT_ANYWAY}</button>
                </p>
            }
            .into_any()
        }
        ShownOutcome::Failed(error) => failure(&error).into_any(),
        ShownOutcome::Sent(submitted) => sent.run(submitted),
        ShownOutcome::Draft(saved, hint) => view! { <p class="composer__hint">{saved} {hint}</p> }.into_any(),
    }
}

/// An error, and what it means for the text in the field.
fn failure(error: &ApiError) -> impl IntoView + use<> {
    let meaning = if error.is_local() {
        ""
    } else if error.code == Some(ProblemCode::OutcomeUnknown) && error.submission.is_some() {
        texts::MAY_HAVE_BEEN_SENT
    } else if matches!(error.code, Some(ProblemCode::ServicePaused | ProblemCode::BudgetExhausted)) {
        texts::IS_IN_THE_FIELD
    } else if error.rules_out_success() {
        texts::WAS_NOT_SENT
    } else {
        texts::IS_STILL_HERE
    };
    view! {
        <p class="composer__error">
            {in_local_time(&error.message)}{meaning}
            <SettingsLink code=error.code/>
            <RequestId id=error.request_id.clone()/>
        </p>
    }
}
