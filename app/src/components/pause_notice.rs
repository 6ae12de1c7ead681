//! A pause that the documentation service asked for, with a button that ends it.

use docket_wire::UnixMs;
use futures::future::LocalBoxFuture;
use leptos::prelude::*;

use crate::api::ApiError;
use crate::browser::focus;
use crate::components::error_notice::RequestError;
use crate::format::time::duration;
use crate::state::console::{Console, use_console};
use crate::state::pending_request::PendingRequest;
use crate::texts::{general, shell as texts};

/// Time after which the remaining time changes on the screen.
const STEP_MS: i64 = 10_000;

/// The request that ends a pause.
pub(crate) type Resume = LocalBoxFuture<'static, Result<(), ApiError>>;

/// The end of a pause, while it lasts.
#[component]
pub(crate) fn PauseNotice(
    /// When the pause ends; `None` without one.
    until: Signal<Option<UnixMs>>,
    /// What does not happen until then: the beginning of a sentence.
    #[prop(into)]
    effect: Signal<&'static str>,
    /// Sends the request that ends the pause.
    on_resume: Callback<(), Resume>,
    /// Whether the person may end it.
    #[prop(into)]
    may_resume: Signal<bool>,
) -> impl IntoView {
    let Console { now_ms, live_region, .. } = use_console();
    let request = PendingRequest::new();
    let left = Memo::new(move |_| {
        let left_ms = until.get()?.0 - now_ms.get();
        (left_ms > 0).then_some(left_ms / STEP_MS)
    });
    let is_paused = Memo::new(move |_| left.with(Option::is_some));
    Effect::new(move |before: Option<bool>| {
        let is_paused = is_paused.get();
        // Nothing is announced if a person ended the pause or left the project: there is no end any more.
        if before == Some(true) && !is_paused && until.with_untracked(Option::is_some) {
            live_region.set(texts::PAUSE_ENDED.to_owned());
        }
        is_paused
    });
    let ends_in = move || {
        let left_ms = (left.get().unwrap_or_default() + 1) * STEP_MS;
        texts::pause_ends_in(&duration(left_ms))
    };
    view! {
        <Show when=move || is_paused.get()>
            <div class="notice notice--warning" role="group" aria-label=texts::PAUSE>
                <p class="notice__text">
                    // What is left is not announced: a screen reader would repeat it for the whole pause.
                    <span role="status">{move || texts::asked_to_wait(effect.get())}</span> " " <span>{ends_in}</span>
                </p>
                <Show when=move || may_resume.get()><EndPause on_resume=on_resume request=request/></Show>
            </div>
            <RequestError request=request/>
        </Show>
    }
}

/// The button that ends the pause.
#[component]
fn EndPause(on_resume: Callback<(), Resume>, request: PendingRequest) -> impl IntoView {
    let live_region = use_console().live_region;
    // The button goes away with the pause.
    on_cleanup(|| focus::restore_if_lost(".notice", &[]));
    let resume = move |_| {
        let resume = on_resume.run(());
        request.run(async move {
            live_region.set(String::new());
            resume.await?;
            live_region.set(texts::PAUSE_ENDED.to_owned());
            Ok(())
        });
    };
    view! {
        <button
            type="button"
            class="button"
            aria-disabled=move || request.is_pending().then_some("true")
            aria-keyshortcuts="e"
            title=general::shortcut("e")
            on:click=resume
        >
            {texts::END_PAUSE}
        </button>
    }
}
