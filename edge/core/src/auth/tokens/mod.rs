//! Tokens that admins create in the console: their store, and what each isolate of the Worker knows of it.
//!
//! The store has the hash of a token and never the token. An isolate copies the list of valid tokens, so that most
//! requests need no call to the store, and asks again often enough that a revocation takes effect everywhere within
//! [`REVOKED_WITHIN_MS`].

mod cache;
mod new_token;
mod revoke;
mod store;

pub use cache::{REVOKED_WITHIN_MS, TokenCache, TokenLookup};
pub use new_token::{InvalidNewToken, check_new};
pub use revoke::{CannotRevoke, check_revocable_beside_settings};
pub use store::{CannotCreate, TOKENS_MAX, TokenList, TokenStore};
