//! The browser's APIs. Components have `web_sys` types for events and elements alone; what they do with the browser is here.

pub(crate) mod clipboard;
pub(crate) mod clock;
pub(crate) mod controls;
pub(crate) mod fields;
pub(crate) mod file;
pub(crate) mod focus;
pub(crate) mod keyboard;
pub(crate) mod listen;
pub(crate) mod notification;
pub(crate) mod page;
pub(crate) mod storage;
pub(crate) mod tabs;
pub(crate) mod title;
pub(crate) mod zone;
