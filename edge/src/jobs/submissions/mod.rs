//! Submissions: prompts to the ledger, to the service, and their outcome to the ledger and the caller.

mod call;
mod manage;
mod responses;
mod submit;
