//! The operation that a request names, and what a caller needs to use it.

mod access;
mod find;
mod method;
mod no_route;
mod path;
mod table;

pub use access::{AccessRule, Handler};
pub use method::Method;
pub use no_route::NoRoute;
pub use path::is_api;
pub use table::{ROUTES, Route, RouteRow};

#[cfg(test)]
mod tests;
