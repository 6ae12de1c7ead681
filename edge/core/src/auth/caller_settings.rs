//! What the settings say of callers.

use docket_wire::TokenId;

use crate::auth::account::Account;
use crate::auth::roles::RoleRules;
use crate::auth::session::SessionSecret;
use crate::auth::sso::AccessApplication;
use crate::auth::token::Token;

/// The settings that say who has access, and with what. `Settings::callers` has them.
#[derive(Debug, Clone, Copy)]
pub struct CallerSettings<'a> {
    /// People who sign in with a passphrase.
    pub accounts: &'a [Account],
    pub tokens: &'a [Token],
    pub roles: &'a RoleRules,
    /// The secret that signs sessions.
    pub session_secret: &'a SessionSecret,
    /// The application of Cloudflare Access in front of Docket, if there is one.
    pub application: Option<AccessApplication<'a>>,
}

impl<'a> CallerSettings<'a> {
    /// The account with this name.
    #[must_use]
    pub fn account(&self, name: &str) -> Option<&'a Account> {
        self.accounts.iter().find(|account| account.name.0 == name)
    }

    /// The token with this id.
    #[must_use]
    pub fn token(&self, id: &TokenId) -> Option<&'a Token> {
        self.tokens.iter().find(|token| token.id == *id)
    }
}
