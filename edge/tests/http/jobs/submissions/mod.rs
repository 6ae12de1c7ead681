//! Prompts: sent once, queued, interrupted, and of unknown outcome.

mod interruptions;
mod outbox;
mod submit;
mod unknown;
