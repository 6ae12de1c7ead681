//! The browser, behind functions that say what is wanted of it. Nothing outside this folder and `api` names
//! `web_sys` types but for the elements of events.

pub(crate) mod clock;
pub(crate) mod page;
pub(crate) mod storage;
pub(crate) mod zone;
