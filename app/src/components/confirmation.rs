//! A question that comes before an action.

use leptos::prelude::*;

use crate::state::jobs::actions::Question;

/// The question and its two answers.
#[component]
pub(crate) fn Confirmation(
    question: Question,
    /// Carries out the action.
    on_yes: Callback<()>,
    /// Closes the question.
    on_no: Callback<()>,
) -> impl IntoView {
    view! {
        <p class="actions__question" role="alert">
            {question.text} " "
            <button type="button" class="button button--danger" on:click=move |_| on_yes.run(())>{question.yes}</button>
            " "
            <button type="button" class="button" on:click=move |_| on_no.run(())>{question.no}</button>
        </p>
    }
}
