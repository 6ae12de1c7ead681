//! What the page says about a search, besides the list.

pub(crate) mod job_with_id;
pub(crate) mod search_again;
