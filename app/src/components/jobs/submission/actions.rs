//! The actions of a submission: see `state::jobs::actions`.

use std::sync::Arc;

use docket_wire::{Right, Submission, SubmissionKind};
use leptos::prelude::*;

use super::full_prompt::FullPrompt;
use super::panel::ActionPanel;
use crate::components::confirmation::Confirmation;
use crate::components::jobs::text_form::TextForm;
use crate::state::console::{Console, use_console};
use crate::state::jobs::actions::{SubmissionAction, actions};
use crate::texts::general;
use crate::texts::jobs::submissions as texts;

/// Buttons, the form or question of the selected action, and the error of the last one. They outlive a change of the
/// submission's state, so that the error of an attempt stays in sight.
#[component]
pub(crate) fn SubmissionActions(
    submission: Memo<Arc<Submission>>,
    full_prompt: FullPrompt,
    /// Whether the job that it follows up has ended.
    has_ended: Memo<bool>,
    /// The selector of its entry, which gets the focus when a button goes away.
    entry: String,
) -> impl IntoView {
    let Console { auth, jobs, .. } = use_console();
    let project = jobs.project().filter(|project| auth.may_untracked(Right::JobsWrite, project))?;
    let buttons = Memo::new(move |_| {
        let actions = submission.with(|submission| actions(submission, has_ended.get()));
        if full_prompt.is_loaded() { actions } else { &[] }
    });
    let panel = ActionPanel::new(&project, submission, full_prompt, buttons, entry);
    let is_follow_up = submission.with_untracked(|submission| submission.kind == SubmissionKind::FollowUp);
    let name = move || {
        if full_prompt.is_deleted() {
            full_prompt.text()
        } else {
            submission.with(|submission| submission.title.clone())
        }
    };
    let button = move |action: &SubmissionAction| view! { <ActionButton action=*action panel=panel/> };
    Some(view! {
        {move || {
            let buttons = buttons.get();
            (!buttons.is_empty()).then(|| view! {
                <div
                    class="actions"
                    role="group"
                    aria-label=name
                    on:focusin=move |_| panel.editor.focus_in()
                    on:input=move |_| panel.editor.typed()
                    on:focusout=move |event| panel.editor.focus_out(&event)
                >
                    // What it returns is built again, so that no action takes the place of another one's button that has the focus.
                    <div class="actions__buttons">{move || buttons.iter().map(button).collect_view()}</div>
                    <OpenAction panel=panel/>
                </div>
            })
        }}
        {is_follow_up.then(|| panel.editor.status(panel.composers))}
        {panel.pending.error()}
    })
}

#[component]
fn ActionButton(action: SubmissionAction, panel: ActionPanel) -> impl IntoView {
    let ActionPanel { submission, pending, open, .. } = panel;
    let opens = action.has_form() || panel.question(action).is_some();
    let is_dangerous = submission.with_untracked(|submission| action.is_dangerous(&submission.state));
    view! {
        <button
            type="button"
            id=panel.button_id(action)
            class="button"
            class:button--danger=is_dangerous
            aria-keyshortcuts=action.shortcut()
            title=general::shortcut(action.shortcut())
            aria-disabled=move || pending.is_pending().then_some("true")
            aria-expanded=move || opens.then(|| (open.get() == Some(action)).to_string())
            on:click=move |_| panel.select(action)
        >
            {action.label()}
        </button>
    }
}

/// The form or question of the selected action.
#[component]
fn OpenAction(panel: ActionPanel) -> impl IntoView {
    let send = Callback::new(move |text| panel.send(text));
    let close = Callback::new(move |()| panel.close());
    move || {
        let (id, text) = (panel.field_id(), panel.text);
        let action = panel.open.get()?;
        Some(match action {
            SubmissionAction::Match => view! {
                <TextForm id=id label=texts::ID_OF_STARTED_JOB text=text button=texts::MATCH on_send=send on_escape=close/>
            }
            .into_any(),
            SubmissionAction::Edit => view! {
                <TextForm id=id label=texts::FOLLOW_UP text=text button=general::SAVE is_multiline=true on_send=send on_escape=close/>
            }
            .into_any(),
            _ => {
                let yes = Callback::new(move |()| panel.perform(action));
                view! { <Confirmation question=panel.question(action)? on_yes=yes on_no=close/> }.into_any()
            }
        })
    }
}
