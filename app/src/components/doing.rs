//! Carrying out what a person said, and saying beside it what became of that.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::api::{ApiError, Deed};
use crate::state::console::Console;
use crate::ui::{ErrorNotice, part};

/// One thing at a time that is being done. Copies are handles to the same.
#[derive(Clone, Copy)]
pub(crate) struct Doing {
    console: Console,
    is_busy: RwSignal<bool>,
    error: RwSignal<Option<ApiError>>,
}

impl Doing {
    /// Nothing yet.
    pub(crate) fn new() -> Self {
        Self { console: Console::here(), is_busy: RwSignal::new(false), error: RwSignal::new(None) }
    }

    /// Does something, and `then` goes on if it was done. Nothing happens while something else is being done.
    pub(crate) fn start(self, deed: Deed, then: impl FnOnce() + 'static) {
        self.run(deed, Box::new(then));
    }

    fn run(self, deed: Deed, then: Box<dyn FnOnce()>) {
        if self.is_busy.get_untracked() {
            return;
        }
        self.is_busy.set(true);
        self.error.set(None);
        self.console.voice.set(String::new());
        spawn_local(async move {
            let outcome = self.console.ledger.carry_out(deed).await;
            // The page may have been left in the meantime.
            self.is_busy.try_set(false);
            match outcome {
                Ok(()) => {
                    self.console.voice.set("Done.".to_owned());
                    then();
                }
                Err(error) => {
                    self.error.try_set(Some(error));
                }
            }
        });
    }

    /// Says what is wrong without asking anybody.
    pub(crate) fn object(self, message: String) {
        self.error.set(Some(ApiError::local(message)));
    }

    /// Whether something is being done.
    pub(crate) fn is_busy(self) -> bool {
        self.is_busy.get()
    }

    /// The same, for those who do not follow it.
    pub(crate) fn is_busy_now(self) -> bool {
        self.is_busy.try_get_untracked().unwrap_or_default()
    }

    /// Why the last thing was not done.
    pub(crate) fn error(self) -> AnyView {
        part(move || self.error.get().map(|error| view! { <ErrorNotice error=error/> })).into_any()
    }
}
