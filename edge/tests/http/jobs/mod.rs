//! The desk: prompts, jobs, and everybody who watches.

mod filing;
mod hibernation;
mod interruptions;
mod live;
mod prompts;
mod queue;
mod unknown;
mod watching;
