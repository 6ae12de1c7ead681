//! What a person can do about a submission: see `state::offers`.

use std::sync::Arc;

use docket_wire::{JobId, Prompt, Submission, SubmissionId, SubmissionKind};
use leptos::prelude::*;
use leptos_router::hooks::use_navigate;

use super::doing::Doing;
use super::text_form::TextForm;
use crate::api::Deed;
use crate::browser::page;
use crate::format::job as words;
use crate::pages::place;
use crate::paths::Page;
use crate::state::console::Console;
use crate::state::drafts::Composer;
use crate::state::offers::{Offer, offers};
use crate::ui::{Text, button, fixed, given, part, plain_button};

/// Where the texts go that are put back.
#[derive(Clone)]
struct Texts {
    console: Console,
    /// Where the submission was written.
    own: Composer,
    /// Where new jobs are written.
    new: Composer,
}

/// Buttons, what they ask, and what went wrong.
#[component]
pub(crate) fn Actions(
    submission: Arc<Submission>,
    /// Whether the job that it follows up has ended.
    has_ended: bool,
) -> impl IntoView {
    let navigate = use_navigate();
    let console = Console::here();
    let project = console.ledger.project()?;
    let written = submission.job.clone().filter(|_| submission.kind == SubmissionKind::FollowUp);
    let texts = Texts {
        console,
        own: console.drafts.at(place(&project, written)),
        new: console.drafts.at(place(&project, None)),
    };
    let name = words::first_line(&submission.prompt).unwrap_or_default().to_owned();
    let doing = Doing::new();
    // What is asked before it is done.
    let asking = RwSignal::new(None::<Offer>);
    let text = StoredValue::new(String::new());
    let field = format!("text-of-{}", submission.id);
    let act = {
        let (submission, field, texts) = (Arc::clone(&submission), field.clone(), texts.clone());
        let jobs = Page::Jobs(&project).to_string();
        Callback::new(move |offer: Offer| {
            let id = submission.id.clone();
            let settled = |is_laid_aside| texts.settled(&submission, is_laid_aside);
            match offer {
                Offer::JobRef | Offer::Edit => {
                    text.set_value(if offer == Offer::Edit {
                        submission.prompt.clone()
                    } else {
                        String::new()
                    });
                    asking.update(|asking| *asking = Some(offer).filter(|_| *asking != Some(offer)));
                    page::focus_soon(format!("#{field}"));
                }
                Offer::Arrived => {
                    if let Some(job) = submission.job.clone() {
                        doing.start(Deed::JobRef(id, job), settled(false));
                    }
                }
                Offer::Resend => doing.start(Deed::Resend(id), settled(false)),
                Offer::Discard => doing.start(Deed::Discard(id), settled(true)),
                Offer::PutBack => texts.put_back(&submission),
                Offer::TakeBack => {
                    let (submission, texts) = (Arc::clone(&submission), texts.clone());
                    doing.start(Deed::Discard(id), move || texts.put_back(&submission));
                }
                Offer::NewJob if !texts.new.is_empty() && asking.get_untracked() != Some(offer) => {
                    asking.set(Some(offer));
                }
                Offer::NewJob => {
                    texts.new.replace(texts.console.ledger.context_of(&submission));
                    navigate(&jobs, Default::default());
                    page::focus_soon("#prompt");
                }
            }
        })
    };
    let offered = |offer: &Offer| {
        let offer = *offer;
        let is_open: Text = Box::new(move || offer.asks().then(|| (asking.get() == Some(offer)).to_string()));
        let is_busy = given("true", move || doing.is_busy());
        button(fixed(offer.name()), is_busy, is_open, move || act.run(offer))
    };
    let buttons = offers(&submission, has_ended).iter().map(offered).collect_view();
    let send = {
        let (submission, texts) = (Arc::clone(&submission), texts.clone());
        Callback::new(move |text: String| match deed(asking.get_untracked(), &submission.id, &text) {
            Ok(deed) => {
                let settled = texts.settled(&submission, false);
                doing.start(deed, move || {
                    asking.try_set(None);
                    settled();
                });
            }
            Err(message) => doing.object(message),
        })
    };
    {
        // A follow-up that is sent while it is being edited takes the entry away, but not what was written.
        let (submission, texts) = (Arc::clone(&submission), texts.clone());
        on_cleanup(move || {
            let is_edited = asking.try_get_untracked() == Some(Some(Offer::Edit)) && !doing.is_busy_now();
            let written = text.try_get_value().filter(|text| is_edited && *text != submission.prompt);
            if let Some(written) = written {
                texts.own.put_back(&written);
            }
        });
    }
    let question = part(move || {
        match asking.get() {
        Some(Offer::JobRef) => view! {
            <TextForm id=field.clone() label="Id of the job that it made" text=text button="Attach" on_send=send/>
        }
        .into_any(),
        Some(Offer::Edit) => {
            view! { <TextForm id=field.clone() label="Follow-up" text=text button="Save" is_long=true on_send=send/> }
                .into_any()
        }
        Some(Offer::NewJob) => view! {
            <p class="actions__question" role="alert">
                "A draft of a new job is there already. "
                {plain_button("Replace the draft", move || act.run(Offer::NewJob))}
                " "
                {plain_button("Keep it", move || asking.set(None))}
            </p>
        }
        .into_any(),
        _ => ().into_any(),
    }
    });
    Some(view! {
        <div class="actions" role="group" aria-label=name>
            <div class="actions__buttons">{buttons}</div>
            {question}
            {doing.error()}
        </div>
    })
}

impl Texts {
    fn put_back(&self, submission: &Submission) {
        self.own.put_back(&submission.prompt);
        page::focus("#prompt");
    }

    /// What is done with the text where it was written, once the submission is settled.
    fn settled(&self, submission: &Arc<Submission>, is_laid_aside: bool) -> impl FnOnce() + 'static {
        let (own, submission) = (self.own.clone(), Arc::clone(submission));
        move || own.settled(&submission.prompt, is_laid_aside)
    }
}

/// What is to be done with the text that was asked for.
fn deed(asked: Option<Offer>, id: &SubmissionId, text: &str) -> Result<Deed, String> {
    if asked == Some(Offer::Edit) {
        let prompt = Prompt { prompt: text.to_owned() };
        prompt.check().map_err(|invalid| format!("The {invalid}."))?;
        return Ok(Deed::Rewrite(id.clone(), prompt));
    }
    let job = job_id(text)?;
    Ok(Deed::JobRef(id.clone(), job))
}

/// The id of a job as somebody wrote it.
///
/// # Errors
/// If it cannot be one, in a sentence.
pub(crate) fn job_id(text: &str) -> Result<JobId, String> {
    text.trim().parse().map_err(|invalid| format!("This cannot be a job: {invalid}."))
}
