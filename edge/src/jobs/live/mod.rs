//! Live updates: consoles connect over WebSockets, requests wait for changes, and every change is published to both.

mod close_sockets;
mod connect;
mod publish;
mod sockets;
mod waiters;

pub(crate) use close_sockets::close_sockets;
pub(super) use close_sockets::tags_to_close;
pub(super) use sockets::{Sockets, complete_close};
pub(super) use waiters::{ImportOutcome, Waiters};
