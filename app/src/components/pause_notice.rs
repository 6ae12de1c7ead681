//! A pause that the documentation service asked for, with a button that ends it.

use std::future::Future;
use std::pin::Pin;

use docket_wire::UnixMs;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::api::ApiError;
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
    let now_ms = Console::here().now_ms;
    let (is_busy, error) = (RwSignal::new(false), RwSignal::new(None::<ApiError>));
    let left = Memo::new(move |_| {
        let left_ms = until.get()?.0 - now_ms.get();
        (left_ms > 0).then_some(left_ms / STEP_MS)
    });
    let resume = move |_| {
        is_busy.set(true);
        error.set(None);
        let request = on_resume.run(());
        spawn_local(async move {
            error.try_set(request.await.err());
            is_busy.try_set(false);
        });
    };
    let sentence = move || {
        let left_ms = (left.get().unwrap_or_default() + 1) * STEP_MS;
        texts::asked_to_wait(effect.get(), &duration(left_ms))
    };
    view! {
        <Show when=move || left.get().is_some()>
            <div class="notice notice--doubt" role="status" aria-label=texts::PAUSE>
                <p class="notice__text">{sentence}</p>
                <Show when=move || may_resume.get()>
                    <button type="button" class="button" disabled=is_busy aria-keyshortcuts="e" title=general::shortcut("e") on:click=resume>{texts::END_PAUSE}</button>
                </Show>
            </div>
            {move || error.get().map(|error| view! { <ErrorNotice error=error/> })}
        </Show>
    }
}
