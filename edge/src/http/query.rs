//! Queries that the Worker and an object both read.

use docket_core::http::target::Target;
use docket_wire::VisitorsQuery;

use crate::http::failure::Failure;

/// The checked query of the visitors route.
pub(crate) fn visitors_query(target: Target<'_>) -> Result<VisitorsQuery, Failure> {
    let pairs = target.pairs();
    Ok(VisitorsQuery::from_pairs(pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())))?)
}
