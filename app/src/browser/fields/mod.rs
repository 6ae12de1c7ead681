//! Fields of forms.

pub(crate) mod caret;
pub(crate) mod early;
pub(crate) mod selects;
