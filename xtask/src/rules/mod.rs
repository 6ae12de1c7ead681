//! Rules of the repository, as tests.

mod dependencies;
mod limits;
mod modules;
mod names;
mod npm;
mod security;
mod structure;
mod texts;
mod workflows;
