//! Fields of forms.

pub(crate) mod caret;
pub(crate) mod selects;
