//! The one sliding window: requests to the service, polls, visitor figures and sign-in attempts are all counted here.
//!
//! A limiter is one row. However full its hour is, counting a request reads one row and writes one: rows are billed.

mod budget;
mod codec;
mod limiter;
mod log;
mod state;
mod window;

pub use budget::Budget;
pub use limiter::{Permit, RateLimiter, TABLE};
pub use log::RequestLog;
pub use state::{LearnedLimit, LimiterState};
pub use window::Window;
