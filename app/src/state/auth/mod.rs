//! The session, and what prevents its use.

pub(crate) mod token_creation;
pub(crate) mod token_draft;

use docket_wire::{CallerInfo, CallerName, Health, ProblemCode, ProjectId, Right, SignInMethod, has_right};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::api::{Api, ApiError};
use crate::browser::{listen, page, storage};
use crate::paths;

/// The storage key of the person who is signed in: when it changes, the other tabs read the session again.
const PERSON: &str = "docket.person";
/// The key of the person who signed in last, also after their session has ended: `boot.js` gives what was typed before the app was there
/// to nobody else.
const TYPIST: &str = "docket.typist";

/// Whether a person can use the console.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum AuthState {
    /// The edge has not responded yet.
    Loading,
    SignedOut,
    /// Cloudflare Access no longer vouches for the person. It refuses the app's files too, so nothing can be loaded.
    AccessEnded,
    SignedIn(CallerInfo),
    /// Docket lacks settings, so that nobody can sign in.
    NotConfigured(Health),
    /// The session could not be loaded.
    Failed(ApiError),
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Auth {
    state: RwSignal<AuthState>,
    /// The state, without changes that change nothing: a form that somebody fills in must not be built again.
    shown: Memo<AuthState>,
    /// Whether the session ended without the person signing out.
    has_expired: RwSignal<bool>,
    /// The error if Docket failed, and not the service. Nobody knows yet that it works again.
    docket_error: RwSignal<Option<ApiError>>,
    /// Who signed in last since the app was loaded, also after their session has ended.
    last: StoredValue<Option<CallerName>>,
    api: Api,
}

impl Auth {
    /// The handle, and a client that ends the session when the edge no longer accepts it.
    pub(crate) fn new() -> (Api, Self) {
        let state = RwSignal::new(AuthState::Loading);
        let has_expired = RwSignal::new(false);
        let docket_error = RwSignal::new(None);
        let api = Api::new(Callback::new(move |error: ApiError| {
            if error.is_outside_access() {
                state.set(AuthState::AccessEnded);
            } else if error.is_signed_out() {
                end_session(state, has_expired);
            } else if error.is_not_configured() {
                load_health(state, error);
            } else if error.is_of_docket() {
                docket_error.set(Some(error));
            }
        }));
        let shown = Memo::new(move |_| state.get());
        let auth = Self { state, shown, has_expired, docket_error, last: StoredValue::new(None), api };
        // All tabs share the session: a person who signs in elsewhere has it here, too.
        storage::on_change_elsewhere(move |key| {
            if key == PERSON {
                // The person signed out there: no session has expired.
                if storage::get(TYPIST).is_none() {
                    state.set(AuthState::SignedOut);
                }
                auth.load();
            }
        });
        listen::on_visible(move || auth.load());
        (api, auth)
    }

    /// Whether Docket failed, and nobody knows yet that it works again.
    pub(crate) fn has_docket_failed(self) -> bool {
        self.docket_error.with(Option::is_some)
    }

    /// Docket works again: no page says otherwise any more.
    pub(crate) fn clear_docket_error(self) {
        self.docket_error.set(None);
    }

    /// The code of Docket's failure, if its response had one.
    pub(crate) fn docket_error(self) -> Option<ProblemCode> {
        self.docket_error.with(|error| error.as_ref()?.code)
    }

    /// Whether a person can use the console.
    pub(crate) fn state(self) -> Memo<AuthState> {
        self.shown
    }

    /// Whether the session ended without the person signing out.
    pub(crate) fn has_expired(self) -> bool {
        self.has_expired.get()
    }

    /// The name of the person who is signed in.
    pub(crate) fn person(self) -> Option<CallerName> {
        self.state.with(|state| match state {
            AuthState::SignedIn(session) => Some(session.name.clone()),
            _ => None,
        })
    }

    /// The name of the person at this moment, as text; empty if nobody is signed in.
    pub(crate) fn person_untracked(self) -> String {
        untrack(|| self.person()).map(|name| name.to_string()).unwrap_or_default()
    }

    pub(crate) fn sign_in(self) -> Option<SignInMethod> {
        self.state.with(|state| match state {
            AuthState::SignedIn(session) => session.sign_in,
            _ => None,
        })
    }

    /// Whether the person may do something in a project. The edge checks it too: the app only hides what it would refuse.
    pub(crate) fn may(self, right: Right, project: &ProjectId) -> bool {
        self.has_right(right, Some(project))
    }

    /// Whether the person may do something now. It holds as long as the page: the app loads again when a person's rights have changed.
    pub(crate) fn may_untracked(self, right: Right, project: &ProjectId) -> bool {
        untrack(|| self.may(right, project))
    }

    /// Whether the person manages access.
    pub(crate) fn may_manage_access(self) -> bool {
        self.has_right(Right::AccessManage, None)
    }

    /// Whether the person reads the audit log of a project, or of what belongs to none.
    pub(crate) fn may_read_audit(self, project: Option<&ProjectId>) -> bool {
        self.has_right(Right::AuditRead, project)
    }

    /// Whether the person may save a backup.
    pub(crate) fn may_read_backup(self) -> bool {
        self.has_right(Right::BackupRead, None)
    }

    fn has_right(self, right: Right, project: Option<&ProjectId>) -> bool {
        self.state.with(|state| match state {
            AuthState::SignedIn(caller) => has_right(&caller.grants, right, project),
            _ => false,
        })
    }

    /// Reads the browser's session. If it belongs to another person than before, or has other rights, the app loads again.
    pub(crate) fn load(self) {
        spawn_local(async move {
            let number = self.api.session_number();
            let session = self.api.session().await;
            let known = self.state.with_untracked(|state| match state {
                AuthState::SignedIn(caller) => Some(caller.clone()),
                _ => None,
            });
            match session {
                // Somebody has signed in or out here since the request.
                _ if number != self.api.session_number() => {}
                Ok(Some(session)) => match known {
                    Some(known) if known.name == session.name && known.grants == session.grants => {}
                    Some(_) => page::reload(),
                    None => self.set_session(session),
                },
                Ok(None) => end_session(self.state, self.has_expired),
                // The state says so already.
                Err(error) if error.is_not_configured() || error.is_outside_access() => {}
                // Otherwise a failure says nothing new: a session may be known, and somebody may fill in the form of the sign-in.
                Err(error) => self.state.update(|state| {
                    if matches!(state, AuthState::Loading | AuthState::Failed(_)) {
                        *state = AuthState::Failed(error);
                    }
                }),
            }
        });
    }

    /// Starts to use a session. The app remembers filters, days and suggestions of the person before, so that it loads again for another
    /// one.
    pub(crate) fn set_session(self, session: CallerInfo) {
        storage::set(TYPIST, &session.name.0);
        storage::set(PERSON, &session.name.0);
        let name = session.name.clone();
        let before = self.last.try_update_value(|last| last.replace(name)).flatten();
        if before.is_some_and(|before| before != session.name) {
            return page::reload();
        }
        self.has_expired.set(false);
        self.state.set(AuthState::SignedIn(session));
    }

    /// Signs out. A person of Cloudflare Access leaves the app, because only Access can sign them out.
    ///
    /// # Errors
    /// If the edge did not confirm it: the session may still be valid then, and the person must know.
    pub(crate) async fn sign_out(self) -> Result<(), ApiError> {
        let is_by_access = self.state.with_untracked(|state| {
            matches!(state, AuthState::SignedIn(CallerInfo { sign_in: Some(SignInMethod::Access), .. }))
        });
        match self.api.sign_out().await {
            Err(error) if !error.is_signed_out() => return Err(error),
            _ if is_by_access => page::leave_for(paths::ACCESS_SIGN_OUT),
            _ => {
                // First, because the other tabs read it when the other one changes.
                storage::remove(TYPIST);
                storage::remove(PERSON);
                self.state.set(AuthState::SignedOut);
            }
        }
        Ok(())
    }
}

/// The person has no session any more, and did not sign out here.
fn end_session(state: RwSignal<AuthState>, has_expired: RwSignal<bool>) {
    if state.with_untracked(|state| matches!(state, AuthState::SignedIn(_))) {
        has_expired.set(true);
        // So that the same person who signs in again elsewhere has it here, too: only another value is a change.
        storage::remove(PERSON);
    }
    state.set(AuthState::SignedOut);
}

fn load_health(state: RwSignal<AuthState>, error: ApiError) {
    spawn_local(async move {
        let api = Api::new(Callback::new(|_| {}));
        let health = api.health().await;
        state.set(health.map_or(AuthState::Failed(error), AuthState::NotConfigured));
    });
}
