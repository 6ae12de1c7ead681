//! The operation that a request names, and what a caller needs to use it.

mod access;
mod audit_target;
mod find;
mod input;
mod method;
mod no_route;
mod path;
mod response;
mod table;

pub use access::AccessRule;
pub use find::FoundRoute;
pub use input::RequestInput;
pub use method::RequestMethod;
pub use no_route::NoRoute;
pub use path::is_api;
pub(in crate::http) use path::percent_decoded;
pub use response::{ResponseBudget, ResponseTexts};
pub use table::{AnalyticsRoute, JobsRoute, PublicRoute, ROUTES, Route, RouteRow, WorkerRoute};

#[cfg(test)]
mod tests;
