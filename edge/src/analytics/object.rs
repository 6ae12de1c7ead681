//! The analytics object: one per admin key, which answers all requests for visitor figures.
//!
//! Invariant: the object is the only one that makes analytics requests with its key. So it counts all of them, and
//! makes equal requests once. `docket-core` decides, and the object carries out. The alarm runs backfills.
//!
//! Protocol: the Worker authenticates the caller, checks their rights and the body, and forwards the request with the
//! same method and URL, or sends a message to the audit log or of a backup. Nothing else reaches the object.

use std::rc::Rc;

use docket_core::analytics::backup_domain;
use worker::{DurableObject, Env, Request, Response, Result, State, durable_object};

use super::open_analytics::OpenAnalytics;
use crate::backup::{self, Backups};
use crate::http::failure::Failure;
use crate::http::headers::REQUEST_ID_HEADER;
use crate::http::instance;
use crate::platform::alarm::Alarm;
use crate::platform::lazy_open::LazyOpen;
use crate::platform::log::{self, Work};
use crate::platform::rows::RowMeter;
use crate::platform::sql::Sql;

#[durable_object(alarm)]
pub struct AnalyticsObject {
    analytics: LazyOpen<OpenAnalytics>,
    alarm: Rc<Alarm>,
    rows: Rc<RowMeter>,
    backups: Backups,
}

const NAME: &str = "AnalyticsObject";

impl DurableObject for AnalyticsObject {
    fn new(state: State, env: Env) -> Self {
        instance::prepare();
        crate::platform::panics::end_with_instance(&state);
        let alarm = Rc::new(Alarm::new(&state));
        let rows = Rc::new(RowMeter::default());
        let shared = (Rc::clone(&alarm), Rc::clone(&rows));
        let analytics = LazyOpen::new(&state, move |state| {
            let (alarm, rows) = shared.clone();
            OpenAnalytics::new(state, env.clone(), alarm, rows)
        });
        let backups = Backups::new(Sql::new(&state, Rc::clone(&rows)), backup_domain());
        let object = Self { analytics, alarm, rows, backups };
        object.log_rows(Work::Opening, None);
        object
    }

    async fn fetch(&self, request: Request) -> Result<Response> {
        // Read once: each time, the text crosses from JavaScript.
        let url = request.inner().url();
        if backup::is_message(&url) {
            return self.answer_backup(&request).await;
        }
        self.backups.end_abandoned();
        let request_id = request.headers().get(REQUEST_ID_HEADER)?;
        let id = request_id.as_deref().unwrap_or_default();
        let answered = match self.analytics.get() {
            Ok(analytics) => analytics.answer(&request, &url).await,
            Err(not_open) => {
                self.alarm.schedule_retry().await;
                Err((&not_open).into())
            }
        };
        self.log_rows(Work::Request, request_id.as_deref());
        let reply = answered.unwrap_or_else(|failure| failure.into_object_reply(request_id.as_deref()));
        Ok(reply.complete(id)?)
    }

    async fn alarm(&self) -> Result<Response> {
        // The runtime retries a throwing alarm six times and then drops it, so failures are logged and the alarm is set
        // again.
        self.alarm.begin();
        self.backups.end_abandoned();
        match self.analytics.get() {
            Ok(analytics) => analytics.run_due_backfills().await,
            Err(not_open) => {
                log::error(&format!("the analytics object could not open: {}", Failure::from(&not_open)));
                self.alarm.end();
                self.alarm.schedule_retry().await;
            }
        }
        self.log_rows(Work::Alarm, None);
        self.alarm.outcome()
    }
}

impl AnalyticsObject {
    async fn answer_backup(&self, request: &Request) -> Result<Response> {
        let answered = self.backups.answer(request, &self.analytics).await;
        if self.analytics.opened().is_none() {
            // A restore began or ended: the alarm continues with its backfills.
            self.alarm.schedule_retry().await;
        }
        self.log_rows(Work::Request, None);
        answered.unwrap_or_else(|failure| failure.into_object_reply(None)).into_response()
    }

    /// Logs and counts the rows that were read and written since the last call.
    fn log_rows(&self, work: Work, request_id: Option<&str>) {
        let rows = log::rows(NAME, work, request_id, &self.rows);
        if let Some(analytics) = self.analytics.opened() {
            analytics.core.count_rows(rows.rows_read, rows.rows_written);
        }
    }
}
