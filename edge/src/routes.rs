//! From a request to its answer.

use docket_core::route::Route;
use docket_core::target::Target;

use crate::failure::Failure;

/// The route of a request that the Worker passed on to an object.
pub(crate) fn of(request: &worker::Request) -> Result<Route, Failure> {
    let raw = request.inner();
    Ok(Route::find(&raw.method(), Target::of(&raw.url()).path)?)
}
