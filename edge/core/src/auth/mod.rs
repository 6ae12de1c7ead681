//! Who calls, and how they prove it.

pub mod caller;
pub mod passphrase;
pub mod session;
pub mod sign_in;
pub mod token;
