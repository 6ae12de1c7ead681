//! Running other programs so that none of them outlives this one.

mod group;
mod run;
mod service;

pub(crate) use group::{end_all_on_signal, park_if_ending};
pub(crate) use run::{Task, run_inside};
pub(crate) use service::Services;
