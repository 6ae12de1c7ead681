//! A question that comes before an action.

use leptos::prelude::*;

use crate::browser::focus;
use crate::state::jobs::actions::Question;

/// The id of the answer that changes nothing.
const NO: &str = "confirmation-no";

/// The question and its two answers. The safe one gets the focus: other buttons may lie between the answers and the one that was
/// pressed.
#[component]
pub(crate) fn Confirmation(
    question: Question,
    /// Carries out the action.
    on_yes: Callback<()>,
    /// Closes the question.
    on_no: Callback<()>,
) -> impl IntoView {
    focus::move_soon(format!("#{NO}"));
    view! {
        <p class="actions__question" role="alert">
            {question.text} " "
            <button type="button" class="button button--danger" on:click=move |_| on_yes.run(())>{question.yes}</button>
            " "
            <button type="button" class="button" id=NO on:click=move |_| on_no.run(())>{question.no}</button>
        </p>
    }
}
