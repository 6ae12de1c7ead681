//! Callers, and how they prove who they are.

pub mod caller;
pub mod cookie;
pub mod credential;
pub mod operator;
pub mod passphrase;
pub mod pbkdf2;
pub mod session;
pub mod sign_in;
pub mod token;
