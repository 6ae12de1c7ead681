//! Who calls: sessions, tokens, and the limits of signing in.

pub(crate) mod identify;
pub(crate) mod object;
pub(crate) mod sessions;
