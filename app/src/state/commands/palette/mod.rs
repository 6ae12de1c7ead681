//! What the command palette offers, and which of it matches what a person types. Pure.

mod choice;
mod matching;
mod step;

pub(crate) use choice::{PaletteChoice, PaletteCommand, PaletteGroup};
pub(crate) use matching::matching;
pub(crate) use step::{Selected, step};
