//! A question that comes before an action.

use leptos::ev::KeyboardEvent;
use leptos::html::Button;
use leptos::prelude::*;

use crate::browser::keyboard::is_escape;
use crate::state::question::Question;
use crate::texts::general;

/// The question and its two answers. The safe one gets the focus: other buttons may lie between the answers and the one that was
/// pressed. Escape closes the question.
#[component]
pub(crate) fn Confirmation(
    question: Question,
    /// Carries out the action.
    on_yes: Callback<()>,
    /// The safe answer. It changes nothing, unless there is `on_cancel`.
    on_no: Callback<()>,
    /// Closes the question, if both answers change something.
    #[prop(optional)]
    on_cancel: Option<Callback<()>>,
) -> impl IntoView {
    // Several questions can be open.
    let no = NodeRef::<Button>::new();
    Effect::new(move || {
        if let Some(no) = no.get() {
            // Fails for no element of the page.
            let _ = no.focus();
        }
    });
    let close = move |event: KeyboardEvent| {
        if is_escape(&event) {
            event.prevent_default();
            event.stop_propagation();
            on_cancel.unwrap_or(on_no).run(());
        }
    };
    let cancel = on_cancel.map(|cancel| {
        view! { " " <button type="button" class="button" on:click=move |_| cancel.run(())>{general::CANCEL}</button> }
    });
    view! {
        <p class="actions__question" role="alert" on:keydown=close>
            {question.text} " "
            <button type="button" class="button button--danger" on:click=move |_| on_yes.run(())>{question.yes}</button>
            " "
            <button type="button" class="button" node_ref=no on:click=move |_| on_no.run(())>{question.no}</button>
            {cancel}
        </p>
    }
}
