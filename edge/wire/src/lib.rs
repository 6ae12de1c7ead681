//! Types of HTTP bodies, queries and WebSocket messages: the documentation service's and Docket's own.
//!
//! The app, the edge and the stand-in service share them, so that a change to a message is a compile error in all
//! three. Nothing here does I/O or reads a clock. A test pins the JSON of every message.

// The reference of the API is made of these comments.
#![warn(missing_docs)]

mod analytics;
mod audit;
mod auth;
mod backup;
mod blank;
mod http;
mod id;
mod jobs;
pub mod json;
mod retention;
#[cfg(feature = "schema")]
mod schema;
mod single_line;
mod status;
mod time;
mod upstream;

pub use analytics::*;
pub use audit::*;
pub use auth::*;
pub use backup::*;
pub use blank::is_blank;
pub use http::*;
pub use id::*;
pub use jobs::*;
pub use retention::*;
pub use status::*;
pub use time::*;
pub use upstream::*;
