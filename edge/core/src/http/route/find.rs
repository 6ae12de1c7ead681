use super::method::RequestMethod;
use super::no_route::NoRoute;
use super::path::{Captures, decode};
use super::table::{ROUTES, Route, RouteRow};

/// The operation that a request names, and its row of the table.
#[derive(Debug)]
pub struct FoundRoute {
    pub row: &'static RouteRow,
    pub route: Route,
}

impl FoundRoute {
    /// Finds the operation of a method and a path as they are in the request: still percent-encoded.
    ///
    /// # Errors
    /// Says whether the path, its method or one of its identifiers is wrong.
    pub fn find(method: &str, path: &str) -> Result<Self, NoRoute> {
        let segments = decode(path)?;
        let method = RequestMethod::parse(method);
        let mut others = Vec::new();
        for row in ROUTES {
            let Some(mut captures) = Captures::of(row.pattern, &segments) else { continue };
            let found = (row.read)(&mut captures).map(|route| Self { row, route });
            if Some(row.method) == method {
                return found;
            }
            others.push(found.map(|_| row.method));
        }
        let methods = others.into_iter().collect::<Result<Vec<_>, _>>()?;
        let methods = RequestMethod::ALL.into_iter().filter(|method| methods.contains(method));
        let allow: Vec<_> = methods.map(RequestMethod::allow).collect();
        if allow.is_empty() {
            Err(NoRoute::Unknown)
        } else {
            Err(NoRoute::Method { allow: allow.join(", ") })
        }
    }
}
