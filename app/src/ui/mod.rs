//! Small parts without knowledge of jobs or visitors beyond their shapes.

mod age;
mod button;
mod dynamic;
mod glyph;
mod heading;
mod keyed;
mod lazy;
mod notice;
mod skeleton;

pub(crate) use age::{Age, At};
pub(crate) use button::{button, fixed, never, plain_button};
pub(crate) use dynamic::{Text, flag, given, part, text};
pub(crate) use glyph::{Glyph, Status};
pub(crate) use heading::Heading;
pub(crate) use keyed::{Row, keyed, row};
pub(crate) use lazy::lazy;
pub(crate) use notice::{ErrorNotice, RequestName};
pub(crate) use skeleton::Skeleton;
