//! Parts of pages that read the state of the console.

pub(crate) mod error_notice;
pub(crate) mod jobs;
pub(crate) mod lazy;
pub(crate) mod shell;
pub(crate) mod visitors;

// Until the visitors half has moved to `browser::keyboard`.
pub(crate) mod shortcuts {
    pub(crate) use crate::browser::keyboard::is_typing;
}
