//! What jobs say.

pub(crate) mod announcements;
pub(crate) mod bulk;
pub(crate) mod composer;
pub(crate) mod details;
pub(crate) mod filters;
pub(crate) mod list;
pub(crate) mod next_step;
pub(crate) mod polling;
pub(crate) mod state;
pub(crate) mod submissions;
pub(crate) mod timeline;
