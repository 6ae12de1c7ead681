//! A question that comes before an action.

use leptos::html::Button;
use leptos::prelude::*;

use crate::state::jobs::actions::Question;

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
    // Several questions can be open.
    let no = NodeRef::<Button>::new();
    Effect::new(move || {
        if let Some(no) = no.get() {
            // Fails for no element of the page.
            let _ = no.focus();
        }
    });
    view! {
        <p class="actions__question" role="alert">
            {question.text} " "
            <button type="button" class="button button--danger" on:click=move |_| on_yes.run(())>{question.yes}</button>
            " "
            <button type="button" class="button" node_ref=no on:click=move |_| on_no.run(())>{question.no}</button>
        </p>
    }
}
