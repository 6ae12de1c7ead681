//! What crosses a wire: the documentation service's types, and Docket's own.
//!
//! Shared by the app, the edge and the stand-in service, so that a change to a message is a compile
//! error in all three. Nothing here does I/O or reads a clock. Every message has a test that pins its
//! JSON; see `tests/`.

mod analytics;
mod auth;
mod http;
mod id;
mod jobs;
mod settings;
mod time;
mod upstream;

pub use analytics::*;
pub use auth::*;
pub use http::*;
pub use id::*;
pub use jobs::*;
pub use settings::*;
pub use time::*;
pub use upstream::*;
