//! Reads, the polls that they cause, and the changes that they wait for.

mod changes;
mod inbox;
mod jobs;
mod polls;
mod wait;
