//! The actions of a submission: see `state::jobs::actions`.

use std::sync::Arc;

use docket_wire::{JobId, Prompt, Right, Submission, SubmissionId, SubmissionKind};
use leptos::prelude::*;
use leptos_router::hooks::use_navigate;

use super::pending_mutation::PendingMutation;
use super::text_form::TextForm;
use crate::api::Mutation;
use crate::browser::page;
use crate::paths::Page;
use crate::state::console::Console;
use crate::state::jobs::Jobs;
use crate::state::jobs::actions::{Action, actions, job_id};
use crate::state::jobs::drafts::Composer;

/// The composers that an action can write to, and what it writes.
#[derive(Clone)]
struct Composers {
    /// The one that the submission came from.
    own: Composer,
    /// The one of new jobs.
    new: Composer,
    /// The prompt of the submission.
    prompt: Arc<str>,
}

/// Buttons, the form of the selected action, and the error of the last one.
#[component]
pub(crate) fn SubmissionActions(
    /// With its whole prompt.
    submission: Arc<Submission>,
    /// Whether the job that it follows up has ended.
    has_ended: bool,
) -> impl IntoView {
    let navigate = use_navigate();
    let console = Console::here();
    let jobs = console.jobs;
    let project = jobs.project().filter(|project| console.auth.may(Right::JobsWrite, project))?;
    let job = submission.job.clone().filter(|_| submission.kind == SubmissionKind::FollowUp);
    let prompt: Arc<str> = submission.prompt.as_deref()?.into();
    let composers = Composers {
        own: console.composer(&project, job),
        new: console.composer(&project, None),
        prompt: Arc::clone(&prompt),
    };
    let name = submission.title.clone();
    let buttons = actions(&submission, has_ended);
    let pending = PendingMutation::new();
    // The action whose form or question is open.
    let open = RwSignal::new(None::<Action>);
    let text = StoredValue::new(String::new());
    let field = format!("text-of-{}", submission.id);
    keep_edited_text(&composers, open, text, pending);

    let send = {
        let (submission, composers) = (Arc::clone(&submission), composers.clone());
        Callback::new(move |text: String| match form_mutation(open.get_untracked(), &submission.id, &text) {
            Ok(mutation) => {
                let resolve = composers.resolve(false);
                pending.start(mutation, move || {
                    open.try_set(None);
                    resolve();
                });
            }
            Err(message) => pending.reject(message),
        })
    };
    let jobs_page = Page::Jobs(&project).to_string();
    let run = {
        let field = field.clone();
        Callback::new(move |action: Action| {
            let id = submission.id.clone();
            match action {
                Action::Match | Action::Edit => {
                    text.set_value(match action {
                        Action::Edit => prompt.to_string(),
                        _ => String::new(),
                    });
                    open.update(|open| *open = Some(action).filter(|_| *open != Some(action)));
                    page::focus_soon(format!("#{field}"));
                }
                Action::Arrived => {
                    if let Some(job) = submission.job.clone() {
                        pending.start(Mutation::Match(id, job), composers.resolve(false));
                    }
                }
                Action::Resend => pending.start(Mutation::Resend(id), composers.resolve(false)),
                Action::Discard => pending.start(Mutation::Discard(id), composers.resolve(true)),
                Action::EditAsNew => composers.restore(),
                Action::Cancel => {
                    let composers = composers.clone();
                    pending.start(Mutation::Discard(id), move || composers.restore());
                }
                Action::NewJob if !composers.new.is_empty() && open.get_untracked() != Some(action) => {
                    open.set(Some(action));
                }
                Action::NewJob => {
                    composers.start_job(jobs, submission.job.as_ref());
                    navigate(&jobs_page, Default::default());
                    page::focus_soon("#prompt");
                }
            }
        })
    };
    let buttons = buttons.iter().map(|action| {
        let action = *action;
        view! {
            <button
                type="button"
                class="button"
                aria-disabled=move || pending.is_pending().then_some("true")
                aria-expanded=move || action.has_form().then(|| (open.get() == Some(action)).to_string())
                on:click=move |_| run.run(action)
            >
                {action.label()}
            </button>
        }
    });
    let form = move || match open.get()? {
        Action::Match => {
            let label = "Id of the job that it started";
            let form =
                view! { <TextForm id=field.clone() label=label text=text button="Match" on_send=send/> };
            Some(form.into_any())
        }
        Action::Edit => {
            let (id, label) = (field.clone(), "Follow-up");
            let form = view! { <TextForm id=id label=label text=text button="Save" is_multiline=true on_send=send/> };
            Some(form.into_any())
        }
        Action::NewJob => Some(view! { <ReplaceDraft run=run open=open/> }.into_any()),
        _ => None,
    };
    Some(view! {
        <div class="actions" role="group" aria-label=name>
            <div class="actions__buttons">{buttons.collect_view()}</div>
            {form}
            {pending.error()}
        </div>
    })
}

/// Asks whether a new job may replace the draft of another one.
#[component]
fn ReplaceDraft(run: Callback<Action>, open: RwSignal<Option<Action>>) -> impl IntoView {
    view! {
        <p class="actions__question" role="alert">
            "The draft of a new job is not empty. "
            <button type="button" class="button" on:click=move |_| run.run(Action::NewJob)>"Replace the draft"</button>
            " "
            <button type="button" class="button" on:click=move |_| open.set(None)>"Keep the draft"</button>
        </p>
    }
}

/// Saves text that a person is editing when its entry goes away, because Docket sends the follow-up.
fn keep_edited_text(
    composers: &Composers,
    open: RwSignal<Option<Action>>,
    text: StoredValue<String>,
    pending: PendingMutation,
) {
    let Composers { own, prompt, .. } = composers.clone();
    on_cleanup(move || {
        let is_edited =
            open.try_get_untracked() == Some(Some(Action::Edit)) && !pending.is_pending_untracked();
        let edited = text.try_get_value().filter(|text| is_edited && **text != *prompt);
        if let Some(edited) = edited {
            own.restore(&edited);
        }
    });
}

impl Composers {
    /// Copies the text of the submission back to where it was written.
    fn restore(&self) {
        self.own.restore(&self.prompt);
        page::focus("#prompt");
    }

    /// Replaces the draft of a new job by one that continues the job of the submission.
    fn start_job(&self, jobs: Jobs, job: Option<&JobId>) {
        self.new.replace(jobs.continuation(job, &self.prompt));
    }

    /// Updates the draft that the submission came from once the submission is resolved.
    fn resolve(&self, is_discarded: bool) -> impl FnOnce() + use<> {
        let Self { own, prompt, .. } = self.clone();
        move || own.resolve(&prompt, is_discarded)
    }
}

/// The mutation that the open form asks for.
fn form_mutation(open: Option<Action>, id: &SubmissionId, text: &str) -> Result<Mutation, String> {
    if open == Some(Action::Edit) {
        let prompt = Prompt { prompt: text.to_owned() };
        prompt.check().map_err(|invalid| format!("The {invalid}."))?;
        return Ok(Mutation::Edit(id.clone(), prompt));
    }
    let job: JobId = job_id(text)?;
    Ok(Mutation::Match(id.clone(), job))
}
