use docket_core::settings::Settings;
use worker::Env;

use super::request::IncomingRequest;

/// What the Worker answers a request with.
#[derive(Clone, Copy)]
pub(crate) struct RequestContext<'a> {
    pub(crate) request: &'a IncomingRequest,
    pub(crate) env: &'a Env,
    pub(crate) settings: &'a Settings,
}
