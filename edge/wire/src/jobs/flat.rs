//! Readers of tagged messages: they read the members of all variants, then the tag selects the variant.
//!
//! A derived reader of an internally tagged enum first buffers the whole message: that code would add 15.2 kB (brotli) to
//! the 204.0 kB of the app's first view, this module and [`super::LiveMessage::from_json`] together.

/// A message lacks a member of its variant.
#[derive(Debug, thiserror::Error)]
#[error("missing field `{0}`")]
pub(super) struct MissingField(&'static str);

pub(super) fn need<T>(member: Option<T>, name: &'static str) -> Result<T, MissingField> {
    member.ok_or(MissingField(name))
}
