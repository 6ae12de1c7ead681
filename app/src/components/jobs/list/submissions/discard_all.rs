//! Discards all failed prompts at once, and only after a while, so that it can be undone. Nothing is discarded if the person leaves the
//! page before.

use std::time::Duration;

use docket_wire::SubmissionId;
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;

use crate::api::Mutation;
use crate::browser::focus;
use crate::components::error_notice::RequestError;
use crate::components::may_change_jobs::MayChangeJobs;
use crate::state::bulk::discard_all::PendingDiscard;
use crate::state::console::{Console, use_console};
use crate::state::pending_request::PendingRequest;
use crate::texts::general;
use crate::texts::jobs::{bulk, submissions as texts};

/// A person can undo it for this long.
const UNDO_WITHIN: Duration = Duration::from_secs(20);

/// The button, and what takes it back. `staying` is the number of the failed prompts that `discard` leaves in the list.
#[component]
pub(super) fn DiscardAll(
    failed: Memo<Vec<SubmissionId>>,
    discard: RwSignal<PendingDiscard>,
    staying: Memo<usize>,
) -> impl IntoView {
    let Console { api, jobs, live_region, .. } = use_console();
    let project = jobs.project()?;
    // The person may be in another project by the time that the prompts are discarded.
    let stored_project = StoredValue::new(project.clone());
    let timer = StoredValue::new(None::<TimeoutHandle>);
    let request = PendingRequest::new();
    let commit = move || {
        let ids = discard.try_update(PendingDiscard::commit).unwrap_or_default();
        if ids.is_empty() {
            return;
        }
        focus::move_if_on("body", vec!["#submissions".to_owned(), "h1".to_owned()]);
        let project = stored_project.get_value();
        request.run(async move {
            let mut result = Ok(());
            for id in ids {
                if let Err(failed) = api.mutate(&project, &Mutation::Discard(id.clone())).await {
                    result = Err(failed);
                    discard.try_update(|discard| discard.keep(&id));
                }
            }
            result
        });
    };
    let stop = move || {
        if let Some(timer) = timer.try_update_value(Option::take).flatten() {
            timer.clear();
        }
    };
    let begin = move |_| {
        discard.update(|discard| discard.begin(failed.get_untracked()));
        live_region.set(String::new());
        timer.set_value(set_timeout_with_handle(commit, UNDO_WITHIN).ok());
        focus::move_soon("#undo-discard");
    };
    let undo = move |_| {
        stop();
        discard.update(PendingDiscard::undo);
        live_region.set(texts::NOTHING_DISCARDED.to_owned());
        focus::move_soon("#submissions");
    };
    on_cleanup(stop);
    let count = Memo::new(move |_| discard.with(PendingDiscard::undoable_count));
    Some(view! {
        <MayChangeJobs project=project>
            // One request discards at a time, so that its failure names what it was about.
            <Show when=move || count.get() == 0 && !request.is_pending() && (staying.get() > 1)>
                <button type="button" class="button button--danger" aria-keyshortcuts="d" title=general::shortcut("d") on:click=begin>{texts::DISCARD_ALL}</button>
            </Show>
            <Show when=move || count.get() != 0>
                <p role="status">{move || texts::discarding(count.get(), UNDO_WITHIN.as_secs())}</p>
                <button type="button" class="button" id="undo-discard" aria-keyshortcuts="z" title=general::shortcut("z") on:click=undo>{bulk::UNDO}</button>
            </Show>
        </MayChangeJobs>
        <RequestError request=request/>
    })
}
