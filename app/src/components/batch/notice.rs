//! An incomplete batch, on the page of the jobs.

use docket_wire::ProjectId;
use leptos::prelude::*;

use crate::paths::Page;
use crate::state::batch::open::open_runner;
use crate::state::batch::runner::BatchSender;
use crate::state::batch::storage::BatchStorage;
use crate::state::console::use_console;
use crate::texts::{batch as texts, general};

/// How far the batch is, with the link to its page.
#[component]
pub(crate) fn BatchNotice(project: ProjectId) -> impl IntoView {
    let auth = use_console().auth;
    let person = auth.person_untracked();
    let run = open_runner(&BatchStorage::new(&person, &project), &project)?;
    let (state, sender, href) = (run.run(), run.sender(), Page::Batch(&project).to_string());
    let text = move || {
        let is_sent = sender.get() != BatchSender::Nobody;
        let is_paused = state.with(|run| run.is_paused && run.counts().waiting > 0) && !is_sent;
        let counts = state.with(|run| run.counts().sentence());
        if state.with(|run| run.is_closed) {
            return texts::CLOSED_NOTICE.to_owned();
        }
        if is_paused { texts::paused_notice(&counts) } else { texts::notice(&counts) }
    };
    Some(
        view! { <div class="notice"><p class="notice__text">{text} <a href=href aria-keyshortcuts="f" title=general::shortcut("f")>{texts::OPEN}</a></p></div> },
    )
}
