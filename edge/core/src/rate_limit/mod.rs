//! The rate limiter for prompts, polls, analytics requests, changes and sign-in attempts: a sliding window.
//!
//! What a caller keeps open is limited as well, by its number rather than by time.
//!
//! A limiter is one row. Rows are billed, so counting a request reads one row and writes one, however many are counted.

mod budget;
mod changes;
mod codec;
mod connections;
mod exhausted;
mod forecast;
mod headers;
mod limiter;
mod state;
mod times;
mod window;

pub use budget::Budget;
pub use changes::ChangeLimiter;
pub use connections::{SOCKETS_MAX, WAITS_MAX, WaitingRequests, check_sockets};
pub use exhausted::Exhausted;
pub use headers::fields;
pub use limiter::{CachedState, StoredRateLimiter};
pub use state::{LearnedLimit, LimiterState, Permit};
pub use times::RequestTimes;
pub use window::Window;
