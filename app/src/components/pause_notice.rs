//! A pause that the documentation service asked for, with a button that ends it.

use std::future::Future;
use std::pin::Pin;

use docket_wire::UnixMs;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::api::ApiError;
use crate::browser::focus;
use crate::components::error_notice::ErrorNotice;
use crate::format::time::duration;
use crate::state::console::Console;
use crate::texts::{general, shell as texts};

/// Time after which the remaining time changes on the screen.
const STEP_MS: i64 = 10_000;

/// The request that ends a pause.
pub(crate) type Resume = Pin<Box<dyn Future<Output = Result<(), ApiError>>>>;

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
    let Console { now_ms, live_region, .. } = Console::here();
    let error = RwSignal::new(None::<ApiError>);
    let left = Memo::new(move |_| {
        let left_ms = until.get()?.0 - now_ms.get();
        (left_ms > 0).then_some(left_ms / STEP_MS)
    });
    let is_paused = Memo::new(move |_| left.with(Option::is_some));
    Effect::new(move |before: Option<bool>| {
        let is_paused = is_paused.get();
        // A pause that somebody ended has no end any more, nor has that of a project that was left.
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
            <div class="notice notice--doubt" role="group" aria-label=texts::PAUSE>
                <p class="notice__text">
                    // What is left is not announced: a screen reader would repeat it for the whole pause.
                    <span role="status">{move || texts::asked_to_wait(effect.get())}</span> " " <span>{ends_in}</span>
                </p>
                <Show when=move || may_resume.get()><EndPause on_resume=on_resume error=error/></Show>
            </div>
            {move || error.get().map(|error| view! { <ErrorNotice error=error/> })}
        </Show>
    }
}

/// The button that ends the pause.
#[component]
fn EndPause(on_resume: Callback<(), Resume>, error: RwSignal<Option<ApiError>>) -> impl IntoView {
    let live_region = Console::here().live_region;
    let is_busy = RwSignal::new(false);
    // The button goes away with the pause.
    on_cleanup(|| focus::keep(".notice", &[]));
    let resume = move |_| {
        if is_busy.get_untracked() {
            return;
        }
        is_busy.set(true);
        error.set(None);
        live_region.set(String::new());
        let request = on_resume.run(());
        spawn_local(async move {
            match request.await {
                // The live region outlives the page, which may have been left.
                Ok(()) => live_region.set(texts::PAUSE_ENDED.to_owned()),
                Err(failed) => drop(error.try_set(Some(failed))),
            }
            is_busy.try_set(false);
        });
    };
    view! {
        <button
            type="button"
            class="button"
            aria-disabled=move || is_busy.get().then_some("true")
            aria-keyshortcuts="e"
            title=general::shortcut("e")
            on:click=resume
        >
            {texts::END_PAUSE}
        </button>
    }
}
