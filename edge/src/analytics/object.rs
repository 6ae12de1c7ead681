//! The analytics object: one per admin key, which answers all requests for visitors.
//!
//! Invariant: the object is the only one that makes analytics requests with its key. So it counts all of them, and
//! makes equal requests once. `docket-core` decides, and the object carries out. The alarm runs backfills.
//!
//! Protocol: the Worker authenticates the caller, checks their rights and the body, and forwards the request with the
//! same method and URL, or sends a message to the audit log or of a backup. Nothing else reaches the object.

use docket_core::analytics::backup_domain;
use worker::{DurableObject, Env, Request, Response, Result, State, durable_object};

use super::open_analytics::OpenAnalytics;
use crate::alarm_object::AlarmObject;
use crate::backup;
use crate::http::headers::REQUEST_ID_HEADER;
use crate::platform::log::WorkKind;

#[durable_object(alarm)]
pub struct AnalyticsObject(AlarmObject<OpenAnalytics>);

impl DurableObject for AnalyticsObject {
    fn new(state: State, env: Env) -> Self {
        Self(AlarmObject::new(&state, backup_domain, move |state, sql, alarm| {
            OpenAnalytics::new(state, env.clone(), alarm, sql)
        }))
    }

    async fn fetch(&self, request: Request) -> Result<Response> {
        // Read once: each time, the text crosses from JavaScript.
        let url = request.inner().url();
        if backup::is_message(&url) {
            return self.0.answer_backup(&request, &url, || {}).await;
        }
        let request_id = request.headers().get(REQUEST_ID_HEADER)?;
        let answered = match self.0.get().await {
            Ok(analytics) => analytics.answer(&request, &url).await,
            Err(failure) => Err(failure),
        };
        self.0.log_rows(WorkKind::Request, request_id.as_deref());
        let reply = answered.unwrap_or_else(|failure| failure.into_object_reply(request_id.as_deref()));
        Ok(reply.complete(request_id.as_deref().unwrap_or_default())?)
    }

    async fn alarm(&self) -> Result<Response> {
        self.0.run_alarm(async |analytics| analytics.run_due_backfills().await).await
    }
}
