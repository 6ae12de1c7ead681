//! Callers, and how they authenticate.

pub mod account;
pub mod authorization;
pub mod caller;
pub mod caller_settings;
pub mod cookie;
pub mod credential;
pub mod csrf;
pub mod passphrase;
pub mod pbkdf2;
pub mod people;
pub mod roles;
pub mod session;
pub mod sign_in;
pub mod sso;
pub mod store;
pub mod token;
pub mod tokens;
mod unix_ms_number;
