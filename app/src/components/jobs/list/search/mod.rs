//! What the page says about a search, besides the list.

pub(crate) mod named_job;
pub(crate) mod search_again;
