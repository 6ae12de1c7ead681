//! Parts of the inbox.

mod group;
mod item;
pub(crate) mod lazy;
mod notifier;
mod notify_me;
mod unread;

pub(crate) use group::GroupSection;
pub(crate) use notify_me::NotifyMe;
