//! The client, and what its typed functions have in common.

use gloo_net::http::{Method, RequestBuilder};
use leptos::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::http::SuccessBody;
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
        response.inspect_err(|error| self.report_failure(error))
    }

    /// Not inlined into every type of response.
    #[inline(never)]
    fn report_failure(self, error: &ApiError) {
        self.on_failure.run(error.clone());
    }

    /// Reads a resource.
    pub(super) async fn get<T: DeserializeOwned>(self, endpoint: Endpoint<'_>) -> Result<T, ApiError> {
        let body = self.send(http::get(&endpoint.to_string()), None).await?;
        self.report(body.json())
    }

    /// Sends a change, with a JSON body if there is one. The app reads nothing of its response.
    pub(super) async fn change(
        self,
        method: Method,
        endpoint: Endpoint<'_>,
        body: Option<String>,
    ) -> Result<(), ApiError> {
        self.send(http::change(method, &endpoint.to_string(), &[]), body).await.map(drop)
    }

    /// Sends a change with a JSON body, and reads its response.
    pub(super) async fn change_for<T: DeserializeOwned>(
        self,
        method: Method,
        endpoint: Endpoint<'_>,
        body: String,
    ) -> Result<T, ApiError> {
        let body = self.send(http::change(method, &endpoint.to_string(), &[]), Some(body)).await?;
        self.report(body.json())
    }

    /// Not generic, so that the app has the exchange once.
    async fn send(self, request: RequestBuilder, body: Option<String>) -> Result<SuccessBody, ApiError> {
        self.report(http::send(request, body).await.body)
    }
}

/// Reads a resource as [`Api::get`] does, but reports no failure.
pub(super) async fn get_unreported<T: DeserializeOwned>(endpoint: Endpoint<'_>) -> Result<T, ApiError> {
    http::send(http::get(&endpoint.to_string()), None).await.body?.json()
}

pub(super) fn json(body: &impl Serialize) -> Result<String, ApiError> {
    serde_json::to_string(body).map_err(|_| ApiError::local(texts::TEXT_CANNOT_BE_SENT))
}
