//! Elements without knowledge of the console's state.

mod age;
mod copy_outcome;
mod glyph;
mod heading;
mod logo;
mod opened_once;
mod prototype;
mod skeleton;

pub(crate) use age::{Age, At, Now, in_local_time, show_exact_times};
pub(crate) use copy_outcome::CopyOutcome;
pub(crate) use glyph::{Glyph, Status};
pub(crate) use heading::Heading;
pub(crate) use logo::Logo;
pub(crate) use opened_once::opened_once;
pub(crate) use prototype::Prototype;
pub(crate) use skeleton::{ChartSkeleton, Skeleton, TotalsSkeleton, VisitorsSkeleton};
