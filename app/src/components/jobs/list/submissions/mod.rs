//! New jobs that the service has not confirmed: being sent, rejected, or of unknown outcome. Their text is never lost.
//!
//! One line stands for all of them, so that the exception does not hide the work. The page shows failures at once while
//! it is open.

mod discard_all;
mod entry;

use std::sync::Arc;

use docket_wire::{Submission, SubmissionId};
use leptos::prelude::*;
use leptos_router::hooks::use_location;

use self::discard_all::DiscardAll;
use self::entry::SubmissionEntry;
use crate::browser::focus;
use crate::format::job::Shape;
use crate::paths;
use crate::state::bulk::discard_all::PendingDiscard;
use crate::state::console::use_console;
use crate::texts::general;
use crate::texts::jobs::submissions as texts;
use crate::ui::Status;

/// The submissions without a job, above the jobs.
#[component]
pub(crate) fn Submissions() -> impl IntoView {
    let jobs = use_console().jobs;
    let submissions = Memo::new(move |_| jobs.with(|store| store.submissions().to_vec()));
    let is_earlier = move |id: &SubmissionId| jobs.with_untracked(|store| store.is_earlier(id));
    let is_open = RwSignal::new(false);
    show_named(submissions, is_open);
    // Those that a person is discarding together.
    let discard = RwSignal::new(PendingDiscard::default());
    let failed = Memo::new(move |_| {
        let has_failed = |row: &&Arc<Submission>| row.state.needs_decision();
        let ids =
            |rows: &Vec<Arc<Submission>>| rows.iter().filter(has_failed).map(|row| row.id.clone()).collect();
        submissions.with(ids)
    });
    let staying = Memo::new(move |_| {
        discard.with(|discard| {
            failed.with(|failed: &Vec<_>| failed.iter().filter(|id| !discard.is_leaving(id)).count())
        })
    });
    let shown = move || {
        let is_shown = |row: &SubmissionId| is_open.get() || !is_earlier(row);
        let rows = submissions.with(|rows| rows.iter().map(|row| row.id.clone()).collect::<Vec<_>>());
        rows.into_iter()
            .filter(|row| is_shown(row) && !discard.with(|discard| discard.is_leaving(row)))
            .collect::<Vec<_>>()
    };
    let has_hidden = Memo::new(move |_| failed.with(|failed| failed.iter().any(is_earlier)));
    let has_newer = Memo::new(move |_| failed.with(|failed| failed.iter().any(|id| !is_earlier(id))));
    let toggle = move || match (is_open.get(), has_newer.get()) {
        (true, true) => texts::HIDE_EARLIER,
        (true, false) => texts::HIDE_ALL,
        (false, true) => texts::SHOW_EARLIER,
        (false, false) => texts::SHOW_ALL,
    };
    let summary = move || {
        let count = Some(staying.get()).filter(|count| *count != 0)?;
        Some(view! { <Status shape=Shape::Unknown word=texts::need_attention(count)/> })
    };
    let has_any = Memo::new(move |_| submissions.with(|rows| !rows.is_empty()));
    let section = move || {
        view! {
            <section class="submissions" id="submissions" tabindex="-1" aria-label=texts::PROMPTS_WITHOUT_A_JOB>
                <div class="submissions__line" class:submissions__line--empty=move || failed.with(Vec::is_empty)>
                    <p role="status">{summary}</p>
                    <Show when=move || has_hidden.get() && staying.get() != 0>
                        <button
                            type="button"
                            class="button"
                            aria-keyshortcuts="a"
                            title=general::shortcut("a")
                            aria-expanded=move || is_open.get().to_string()
                            on:click=move |_| is_open.update(|is_open| *is_open = !*is_open)
                        >
                            {toggle}
                        </button>
                    </Show>
                    <DiscardAll failed=failed discard=discard staying=staying/>
                </div>
                <For
                    each=shown
                    key=SubmissionId::clone
                    children=move |id| view! { <SubmissionEntry id=id submissions=submissions/> }
                />
            </section>
        }
    };
    view! { <Show when=move || has_any.get()>{section}</Show> }
}

/// Shows the submission that the URL names, wherever it is among the others, and focuses it once.
fn show_named(submissions: Memo<Vec<Arc<Submission>>>, is_open: RwSignal<bool>) {
    let fragment = use_location().hash;
    let is_there = Memo::new(move |_| {
        let named = fragment.with(|fragment| paths::submission(fragment))?;
        submissions.with(|rows| rows.iter().any(|row| row.id == named)).then_some(named)
    });
    let jobs = use_console().jobs;
    Effect::new(move || {
        if let Some(id) = is_there.get() {
            is_open.update(|is_open| *is_open |= jobs.with_untracked(|store| store.is_earlier(&id)));
            focus::move_soon(format!("#submission-{id}"));
        }
    });
}
