//! Which operation a request names, and what a caller needs to use it.

mod method;
mod path;
mod table;

use docket_wire::Right;

pub use method::Method;
pub use path::is_api;
pub use table::{ROUTES, Route, RouteRow};

use path::Captures;

/// What a caller needs to use a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Nothing.
    Public,
    /// A session or a token, with any rights.
    SignedIn,
    /// A session or a token with this right.
    Needs(Right),
}

/// What answers a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Handler {
    /// The Worker itself.
    Worker,
    /// The `JobsObject` of the project.
    JobsObject,
    /// The `AnalyticsObject` of the project's admin key.
    AnalyticsObject,
}

/// Why a request names no operation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoRoute {
    /// No route has this path.
    #[error("There is no such route.")]
    Unknown,
    /// The routes at this path take other methods.
    #[error("This route takes only {allow}.")]
    Method {
        /// The value of the `Allow` header.
        allow: String,
    },
    /// A segment of the path breaks the rule of its identifier.
    #[error("The path's {field} is invalid: {reason}.")]
    Segment {
        /// The segment's placeholder in the table.
        field: &'static str,
        /// The rule that it breaks.
        reason: String,
    },
}

impl Route {
    /// Finds the operation of a method and a path as they are in the request: still percent-encoded.
    ///
    /// # Errors
    /// Says whether the path, its method or one of its identifiers is wrong.
    pub fn find(method: &str, path: &str) -> Result<Self, NoRoute> {
        let segments = path::decode(path)?;
        let method = Method::parse(method);
        let mut others = Vec::new();
        for row in ROUTES {
            let Some(mut captures) = Captures::of(row.pattern, &segments) else { continue };
            let route = (row.read)(&mut captures);
            if Some(row.method) == method {
                return route;
            }
            others.push(route.map(|_| row.method));
        }
        let mut methods = others.into_iter().collect::<Result<Vec<_>, _>>()?;
        methods.sort_unstable();
        match methods.as_slice() {
            [] => Err(NoRoute::Unknown),
            methods => {
                let allow: Vec<_> = methods.iter().map(|method| method.allow()).collect();
                Err(NoRoute::Method { allow: allow.join(", ") })
            }
        }
    }
}

#[cfg(test)]
mod tests;
