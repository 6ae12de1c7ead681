//! The browser's APIs. Only this folder and `api` use `web_sys` types, except for the elements of events.

pub(crate) mod boxes;
pub(crate) mod caret;
pub(crate) mod clipboard;
pub(crate) mod clock;
pub(crate) mod controls;
pub(crate) mod keyboard;
pub(crate) mod lock;
pub(crate) mod notification;
pub(crate) mod page;
pub(crate) mod storage;
pub(crate) mod tabs;
pub(crate) mod title;
pub(crate) mod zone;
