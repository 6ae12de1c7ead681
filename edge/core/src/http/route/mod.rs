//! The operation that a request names, and what a caller needs to use it.

mod audit_target;
mod authorization;
mod find;
mod input;
mod method;
mod no_route;
mod path;
mod response;
mod table;

pub use authorization::AuthorizationRule;
pub use find::FoundRoute;
pub use input::RequestInput;
pub use method::RequestMethod;
pub use no_route::NoRoute;
pub use path::is_api;
pub(crate) use path::percent_decoded;
pub use response::{ResponseBudget, ResponseTexts};
pub use table::{AnalyticsRoute, JobsRoute, PublicRoute, ROUTES, Route, RouteRow, WorkerRoute};

#[cfg(test)]
mod tests;
