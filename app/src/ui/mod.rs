//! Elements without knowledge of the console's state.

mod age;
mod button;
mod dynamic;
mod glyph;
mod heading;
mod keyed;
mod mark;
mod skeleton;

pub(crate) use age::{Age, At, Now};
pub(crate) use glyph::{Glyph, Status};
pub(crate) use heading::Heading;
pub(crate) use mark::Mark;
pub(crate) use skeleton::Skeleton;

// Until the visitors half has moved to plain Leptos and to `components::error_notice`.
pub(crate) use crate::components::error_notice::ErrorNotice;
pub(crate) use button::{button, never, plain_button};
pub(crate) use dynamic::{flag, given, part, text};
pub(crate) use keyed::{keyed, row};
