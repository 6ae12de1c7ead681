//! Who is signed in, and what keeps people out.

use docket_wire::{CallerName, Health, Session};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::api::{Api, ApiError};

/// What stands between a person and the console.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Gate {
    /// The edge has not said yet.
    Asking,
    /// Nobody is signed in.
    SignedOut,
    /// Somebody is.
    SignedIn(Session),
    /// Docket lacks settings, and works for nobody.
    NotConfigured(Health),
    /// The edge cannot be asked.
    Failed(ApiError),
}

/// A handle to the gate.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Access {
    gate: RwSignal<Gate>,
    api: Api,
}

impl Access {
    /// The gate, and a client that closes it when the edge no longer knows the session.
    pub(crate) fn new() -> (Api, Self) {
        let gate = RwSignal::new(Gate::Asking);
        let api = Api::new(Callback::new(move |error: ApiError| {
            if error.is_signed_out() {
                gate.set(Gate::SignedOut);
            } else if error.is_not_configured() {
                ask_health(gate, error);
            }
        }));
        (api, Self { gate, api })
    }

    /// What stands between a person and the console.
    pub(crate) fn gate(self) -> ReadSignal<Gate> {
        self.gate.read_only()
    }

    /// The name of who is signed in.
    pub(crate) fn person(self) -> Option<CallerName> {
        self.gate.with(|gate| match gate {
            Gate::SignedIn(session) => Some(session.name.clone()),
            _ => None,
        })
    }

    /// Asks the edge who is signed in.
    pub(crate) fn ask(self) {
        spawn_local(async move {
            match self.api.session().await {
                Ok(session) => self.gate.set(Gate::SignedIn(session)),
                Err(error) if error.is_signed_out() || error.is_not_configured() => {}
                Err(error) => self.gate.set(Gate::Failed(error)),
            }
        });
    }

    /// Somebody has signed in.
    pub(crate) fn signed_in(self, session: Session) {
        self.gate.set(Gate::SignedIn(session));
    }

    /// Signs out.
    ///
    /// # Errors
    /// If the edge did not confirm it: the session may still be good then, and the person must know.
    pub(crate) async fn sign_out(self) -> Result<(), ApiError> {
        match self.api.sign_out().await {
            Err(error) if !error.is_signed_out() => Err(error),
            _ => {
                self.gate.set(Gate::SignedOut);
                Ok(())
            }
        }
    }
}

fn ask_health(gate: RwSignal<Gate>, error: ApiError) {
    spawn_local(async move {
        let api = Api::new(Callback::new(|_| {}));
        let found = api.health().await;
        gate.set(found.map_or(Gate::Failed(error), Gate::NotConfigured));
    });
}
