//! The rate limiter for requests to the service, polls, analytics requests and sign-in attempts: a sliding window.
//!
//! A limiter is one row. Rows are billed, so counting a request reads one row and writes one, however many are counted.

mod budget;
mod changes;
mod codec;
mod exhausted;
mod forecast;
mod headers;
mod limiter;
mod state;
mod times;
mod window;

pub use budget::Budget;
pub use changes::ChangeLimiter;
pub use exhausted::Exhausted;
pub use headers::fields;
pub use limiter::{CachedState, StoredRateLimiter};
pub use state::{LearnedLimit, LimiterState, Permit};
pub use times::RequestTimes;
pub use window::Window;
