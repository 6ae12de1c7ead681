//! The creation of a token: what the form holds, which field is wrong, and the request.

use docket_wire::{CreatedToken, NewToken};
use leptos::prelude::*;

use super::token_draft::{TokenDraft, TokenField};
use crate::api::Api;
use crate::browser::focus;
use crate::state::console::use_console;
use crate::state::pending_request::PendingRequest;

/// A token that an admin creates. Copies are handles to the same state.
#[derive(Clone, Copy)]
pub(crate) struct TokenCreation {
    api: Api,
    /// What the form holds.
    pub draft: RwSignal<TokenDraft>,
    pub request: PendingRequest,
    /// The field that the error is about, if it is about one.
    wrong_field: RwSignal<Option<TokenField>>,
    on_created: Callback<CreatedToken>,
}

impl TokenCreation {
    /// An empty form. `on_created` receives each token that is created.
    pub(crate) fn new(on_created: Callback<CreatedToken>) -> Self {
        Self {
            api: use_console().api,
            draft: RwSignal::new(TokenDraft::default()),
            request: PendingRequest::new(),
            wrong_field: RwSignal::new(None),
            on_created,
        }
    }

    /// Whether there is an error about this field or, for `None`, about no field.
    pub(crate) fn has_error(self, field: Option<TokenField>) -> bool {
        self.request.error().with(Option::is_some) && self.wrong_field.get() == field
    }

    /// Creates the token, unless that is under way or a field is wrong.
    pub(crate) fn create(self) {
        if self.request.is_pending_untracked() {
            return;
        }
        self.wrong_field.set(None);
        match self.draft.with_untracked(TokenDraft::finish) {
            Ok(new) => self.send(new),
            Err((field, problem)) => {
                self.request.reject(problem);
                self.point_to(field);
            }
        }
    }

    fn send(self, new: NewToken) {
        self.request.run(async move {
            let created = self.api.create_token(&new).await.inspect_err(|error| {
                // Another token has or had the id.
                if error.status() == Some(409) {
                    self.point_to(TokenField::Id);
                }
            })?;
            self.draft.try_set(TokenDraft::default());
            self.on_created.try_run(created);
            Ok(())
        });
    }

    /// Shows the error at a field, and focuses it.
    fn point_to(self, field: TokenField) {
        self.wrong_field.try_set(Some(field));
        focus::move_soon(first_input(field));
    }
}

/// What has the focus when a field is wrong.
fn first_input(field: TokenField) -> &'static str {
    match field {
        TokenField::Id => ".token-form input[name=id]",
        TokenField::Rights => ".token-form [data-field=rights] input",
        TokenField::Projects => ".token-form [data-field=projects] input",
    }
}
