//! The client, and what its typed functions have in common.

use gloo_net::http::Method;
use leptos::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{ApiError, http};
use crate::paths::Endpoint;
use crate::texts::errors as texts;

/// The client. It reports every failure to one callback, so that an expired session shows on every page.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Api {
    on_failure: Callback<ApiError>,
}

impl Api {
    /// A client that reports its failures to `on_failure`.
    pub(crate) fn new(on_failure: Callback<ApiError>) -> Self {
        Self { on_failure }
    }

    /// Passes `response` on, and reports it if it is a failure.
    pub(super) fn report<T>(self, response: Result<T, ApiError>) -> Result<T, ApiError> {
        if let Err(error) = &response {
            self.on_failure.run(error.clone());
        }
        response
    }
}

pub(super) async fn get<T: DeserializeOwned>(endpoint: Endpoint<'_>) -> Result<T, ApiError> {
    http::get(&endpoint.to_string()).await?.json()
}

pub(super) async fn change(
    method: Method,
    endpoint: Endpoint<'_>,
    body: Option<String>,
    headers: &[(&str, &str)],
) -> Result<http::SuccessBody, ApiError> {
    http::change(method, &endpoint.to_string(), body, headers).await
}

pub(super) fn json(body: &impl Serialize) -> Result<String, ApiError> {
    serde_json::to_string(body).map_err(|_| ApiError::local(texts::TEXT_CANNOT_BE_SENT))
}
