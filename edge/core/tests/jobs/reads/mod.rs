//! What consoles and programs read of the ledger.

mod catch_up;
mod list;
mod status;
