//! Running other programs so that none of them outlives this one.

mod group;
mod run;
mod service;

pub(crate) use group::{end_all_on_signal, park_when_ending};
pub(crate) use run::{Echo, Task};
pub(crate) use service::Services;
