//! The parts of the Workers runtime that Docket uses.

pub(crate) mod alarm;
pub(crate) mod clock;
pub(crate) mod crypto;
pub(crate) mod fetch;
pub(crate) mod log;
pub(crate) mod memory;
pub(crate) mod microtasks;
pub(crate) mod panics;
pub(crate) mod random;
pub(crate) mod storage;
pub(crate) mod time_zone;
