//! The actions of a submission: see `state::jobs::actions`.

use std::sync::Arc;

use docket_wire::{Right, Submission, SubmissionKind};
use leptos::prelude::*;
use leptos_router::hooks::use_navigate;

use super::composers::Composers;
use super::focus::focus_follows;
use super::form::form_mutation;
use super::overtaken::Overtaken;
use super::question::Ask;
use super::whole::WholeSubmission;
use crate::api::Mutation;
use crate::browser::{focus, page};
use crate::components::jobs::pending_mutation::PendingMutation;
use crate::components::jobs::text_form::TextForm;
use crate::paths::Page;
use crate::state::console::Console;
use crate::state::jobs::actions::{Action, actions};
use crate::texts::general;
use crate::texts::jobs::submissions as texts;

/// Buttons, the form or question of the selected action, and the error of the last one. They outlive a change of the
/// submission's state, so that the error of an attempt stays in sight.
#[component]
pub(crate) fn SubmissionActions(
    submission: Memo<Arc<Submission>>,
    whole: WholeSubmission,
    /// Whether the job that it follows up has ended.
    has_ended: Memo<bool>,
    /// The selector of its entry, which gets the focus when a button goes away.
    entry: String,
) -> impl IntoView {
    let navigate = use_navigate();
    let console = Console::here();
    let project = console.jobs.project().filter(|project| console.auth.may(Right::JobsWrite, project))?;
    let first = submission.get_untracked();
    let (id, is_follow_up) = (first.id.clone(), first.kind == SubmissionKind::FollowUp);
    let composers = StoredValue::new(Composers::new(&project, &first));
    let jobs_page = Page::Jobs(&project).to_string();
    let buttons = Memo::new(move |_| {
        let is_loaded = whole.is_loaded();
        submission.with(|submission| actions(submission, has_ended.get()).get(..).filter(|_| is_loaded))
    });
    let pending = PendingMutation::new();
    // The action whose form or question is open.
    let open = RwSignal::new(None::<Action>);
    let text = StoredValue::new(String::new());
    let field = format!("text-of-{id}");
    let focus_after = vec![entry.clone(), "#submissions".to_owned(), "h1".to_owned()];
    let focus_entry = focus_follows(buttons, focus_after.clone());
    let overtaken = Overtaken::new();
    let button_id = {
        let id = id.clone();
        move |action: Action| format!("action-{}-{id}", action as u8)
    };
    let close = {
        let button_id = button_id.clone();
        Callback::new(move |()| {
            if let Some(action) = open.try_update(Option::take).flatten() {
                focus::move_soon(format!("#{}", button_id(action)));
            }
        })
    };
    // Whether there was something to keep.
    let keep_edited = move || {
        let is_edited =
            open.try_get_untracked() == Some(Some(Action::Edit)) && !pending.is_pending_untracked();
        let edited =
            text.try_get_value().filter(|text| is_edited && Some(text.as_str()) != whole.prompt().as_deref());
        edited.is_some_and(|edited| composers.try_with_value(|composers| composers.keep(&edited)).is_some())
    };
    let places = StoredValue::new(focus_after.clone());
    Effect::new(move || {
        let buttons = buttons.get().unwrap_or_default();
        let closed = open.get_untracked().filter(|open| !buttons.contains(open));
        if closed == Some(Action::Edit) {
            // Docket sends a queued follow-up also while somebody edits it.
            overtaken.end_editor(keep_edited());
        } else if buttons.is_empty() {
            overtaken.end_buttons(places.get_value());
        }
        if closed.is_some() {
            open.set(None);
        }
    });
    on_cleanup(move || {
        keep_edited();
    });

    let send = {
        let id = id.clone();
        Callback::new(move |text: String| match form_mutation(open.get_untracked(), &id, &text) {
            Ok(mutation) => {
                let resolve = resolve(composers, whole, false);
                let after = focus_after.clone();
                let is_edit = open.get_untracked() == Some(Action::Edit);
                let then = move || {
                    // The entry may have gone meanwhile.
                    open.try_set(None);
                    focus::move_if_on("body", after);
                    resolve();
                };
                let composers = composers.get_value();
                pending.start_or(mutation, then, move || {
                    // Docket has sent the follow-up as it was, and the form with the text is gone.
                    if is_edit && open.try_get_untracked().flatten().is_none() {
                        composers.keep(&text);
                        overtaken.end_editor(true);
                    }
                });
            }
            Err(message) => pending.reject(message),
        })
    };
    let perform = Callback::new(move |action: Action| {
        let deleted = whole.is_deleted().then(|| Arc::from(""));
        let Some(prompt) = whole.prompt().or(deleted) else { return };
        let has_kept = keep_edited();
        open.set(None);
        focus_entry.run(());
        let job = submission.with_untracked(|submission| submission.job.clone());
        let id = id.clone();
        match action {
            Action::Arrived => {
                if let Some(job) = job {
                    pending.start(Mutation::Match(id, job), resolve(composers, whole, false));
                }
            }
            Action::Resend => pending.start(Mutation::Resend(id), resolve(composers, whole, false)),
            Action::Discard => pending.start(Mutation::Discard(id), resolve(composers, whole, true)),
            Action::EditAsNew => composers.with_value(|composers| composers.restore(&prompt)),
            Action::Cancel => {
                let (composers, is_here) = (composers.get_value(), page::stays_open());
                pending.start(Mutation::Discard(id), move || {
                    if has_kept {
                        return;
                    }
                    if is_here() { composers.restore(&prompt) } else { composers.keep(&prompt) }
                });
            }
            Action::NewJob => {
                composers.with_value(|composers| composers.start_job(job.as_ref(), &prompt));
                navigate(&jobs_page, Default::default());
                focus::move_soon("#prompt");
            }
            Action::Match | Action::Edit => {}
        }
    });
    let question = move |action: Action| {
        let has_draft = composers.with_value(Composers::has_draft);
        submission.with_untracked(|submission| action.question(&submission.state, has_draft))
    };
    let select = {
        let field = field.clone();
        move |action: Action| {
            if !action.has_form() && question(action).is_none() {
                perform.run(action);
                return;
            }
            let prompt = whole.prompt().filter(|_| action == Action::Edit);
            text.set_value(prompt.map(|prompt| (*prompt).to_owned()).unwrap_or_default());
            open.update(|open| *open = Some(action).filter(|_| *open != Some(action)));
            if action.has_form() {
                focus::move_soon(format!("#{field}"));
            }
        }
    };
    let button = move |action: &Action| {
        let (action, select) = (*action, select.clone());
        let opens = action.has_form() || question(action).is_some();
        let is_dangerous = submission.with_untracked(|submission| action.is_dangerous(&submission.state));
        view! {
            <button
                type="button"
                id=button_id(action)
                class="button"
                class:button--danger=is_dangerous
                aria-keyshortcuts=action.shortcut()
                title=action.shortcut().map(general::shortcut)
                aria-disabled=move || pending.is_pending().then_some("true")
                aria-expanded=move || opens.then(|| (open.get() == Some(action)).to_string())
                on:click=move |_| select(action)
            >
                {action.label()}
            </button>
        }
    };
    let form = move || {
        let (action, id) = (open.get()?, field.clone());
        Some(match action {
            Action::Match => {
                let label = texts::ID_OF_STARTED_JOB;
                view! { <TextForm id=id label=label text=text button=texts::MATCH on_send=send on_escape=close/> }.into_any()
            }
            Action::Edit => view! {
                <TextForm id=id label=texts::FOLLOW_UP text=text button=general::SAVE is_multiline=true on_send=send on_escape=close/>
            }
            .into_any(),
            _ => {
                let yes = Callback::new(move |()| perform.run(action));
                view! { <Ask question=question(action)? on_yes=yes on_no=close/> }.into_any()
            }
        })
    };
    let name = move || {
        if whole.is_deleted() { whole.text() } else { submission.with(|submission| submission.title.clone()) }
    };
    Some(view! {
        {move || {
            let buttons = buttons.get().filter(|buttons| !buttons.is_empty())?;
            Some(view! {
                <div
                    class="actions"
                    role="group"
                    aria-label=name
                    on:focusin=move |_| overtaken.focus_in()
                    on:focusout=move |event| overtaken.focus_out(&event)
                >
                    <div class="actions__buttons">{buttons.iter().map(button.clone()).collect_view()}</div>
                    {form.clone()}
                </div>
            })
        }}
        {is_follow_up.then(|| overtaken.status(composers))}
        {pending.error()}
    })
}

/// Updates the draft that the submission came from once the submission is resolved.
fn resolve(
    composers: StoredValue<Composers>,
    whole: WholeSubmission,
    is_discarded: bool,
) -> impl FnOnce() + use<> {
    let prompt = whole.prompt();
    // The entry may have gone meanwhile, but its draft has not.
    let composers = composers.get_value();
    move || {
        if let Some(prompt) = prompt {
            composers.resolve(&prompt, is_discarded);
        }
    }
}
