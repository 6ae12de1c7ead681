//! What every route does. The routes' own enums are matched, so that a route without a description does not compile.

mod analytics;
mod audit;
mod description;
mod examples;
mod jobs;
mod parameter;
mod people;
mod problems;
mod storage;
mod worker;

use docket_core::http::route::Route;

pub(crate) use description::{Content, Description};
pub(crate) use parameter::{Parameter, ParameterPlace, ParameterSchema, project};

pub(crate) fn describe(route: &Route) -> Description {
    match route {
        Route::Public(route) => worker::describe_public(route),
        Route::Worker(route) => worker::describe(route),
        Route::Jobs(_, route) => jobs::describe(route),
        Route::Analytics(_, route) => analytics::describe(route),
    }
}
