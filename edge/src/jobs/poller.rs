//! The poller: the alarm polls due jobs, and when it is due.

use std::rc::Rc;
use std::time::Duration;

use docket_core::alarm::ALARM_RETRY_MS;
use docket_core::jobs::{PollContext, PollTask};
use docket_core::storage::DatabaseError;
use docket_wire::UnixMs;
use futures_util::StreamExt;
use futures_util::future::{Either, select};
use futures_util::stream::FuturesUnordered;
use gloo_timers::future::sleep;

use super::open_jobs::OpenJobs;
use crate::http::failure::Failure;
use crate::platform::{clock, log, random};
use crate::upstream::Service;

/// The polls of one alarm, at most. The free plan allows an object 50 requests for each alarm, and a released follow-up that gets none of
/// them has an unknown outcome.
const POLLS_MAX: usize = 40;
/// While the service takes longer than this to answer polls, the poller looks for what has become due.
const RECHECK_INTERVAL: Duration = Duration::from_secs(1);

impl OpenJobs {
    /// Polls the due jobs, including those that become due meanwhile, deletes what has expired, and sets the alarm for
    /// what comes next.
    pub(super) async fn poll_due_jobs(self: Rc<Self>) {
        let mut in_flight = FuturesUnordered::new();
        let mut taken = 0;
        let mut take = || {
            let due = if taken < POLLS_MAX { self.take_due_polls() } else { Vec::new() };
            taken += due.len();
            due.into_iter().map(|poll| self.poll(poll))
        };
        in_flight.extend(take());
        while !in_flight.is_empty() {
            if let Either::Left((Some(Err(failure)), _)) =
                select(in_flight.next(), sleep(RECHECK_INTERVAL)).await
            {
                log::error(&format!("a poll was not recorded: {failure}"));
            }
            // After the last one, the alarm is set for what is due by then.
            if !in_flight.is_empty() {
                self.publish().await;
                in_flight.extend(take());
            }
        }
        self.delete_expired();
        self.alarm.end();
        self.publish().await;
        // The alarm of a project without work fires for what has expired.
        let has_calls = || {
            self.ledger.has_calls(clock::now()).unwrap_or_else(|error| {
                log::error(&error.to_string());
                false
            })
        };
        if !self.is_configured() && has_calls() {
            let project = self.ledger.project().map(|project| format!(": {project}")).unwrap_or_default();
            log::warning(&format!(
                "a jobs object has work for a project that is not in DOCKET_PROJECTS{project}"
            ));
        }
    }

    fn take_due_polls(&self) -> Vec<PollTask> {
        if !self.alarm.takes_work() || !self.is_configured() {
            return Vec::new();
        }
        let due = self.ledger.due_polls(clock::now()).unwrap_or_else(|error| {
            log::error(&error.to_string());
            self.alarm.back_off();
            Vec::new()
        });
        self.log_lag_change();
        due
    }

    /// Logs if polling became late, or on time again.
    pub(super) fn log_lag_change(&self) {
        if let Some(change) = self.ledger.take_lag_change()
            && let Some(project) = self.ledger.project()
        {
            log::lag(project.as_str(), change);
        }
    }

    /// Makes a poll and records its outcome. Those who wait for the poll are notified in any case.
    pub(super) async fn poll(&self, poll: PollTask) -> Result<(), Failure> {
        let outcome = self.poll_and_record(&poll).await;
        self.waiters.borrow_mut().notify_polled(&poll.job);
        outcome
    }

    async fn poll_and_record(&self, poll: &PollTask) -> Result<(), Failure> {
        let project = self.project()?;
        let outcome = Service::for_project(&self.env, &project)?.get_job(&project, &poll.job).await;
        let context = PollContext { audience: self.audience(), random: random::unit() };
        if let Some(checked) = self.ledger.record_poll(poll, &outcome, context, clock::now())? {
            self.send_to_consoles(&checked)?;
        }
        self.send_pause_of(&outcome)
    }

    /// When the alarm is to poll, release or delete next. Without the project's settings Docket cannot poll, so the alarm only
    /// checks whether they are there. Logs if polling became late, or on time again.
    pub(crate) fn next_alarm(&self) -> Result<Option<UnixMs>, DatabaseError> {
        let now = clock::now();
        if !self.is_configured() {
            return self.ledger.next_alarm_unconfigured(now);
        }
        let next = self.ledger.next_alarm(now);
        self.log_lag_change();
        next
    }

    /// Sets the alarm for what [`OpenJobs::next_alarm`] says, for the end of the next credential that opened a WebSocket, or for
    /// another try to store an outcome.
    pub(crate) async fn schedule_alarm(&self) {
        if self.alarm.is_running() {
            // The end of its work sets it.
            return;
        }
        let now = clock::now();
        let next = self.next_alarm();
        let expires_at = self.sockets.close_expired();
        let retry = (!self.unsettled.borrow().is_empty()).then(|| now.plus_ms(ALARM_RETRY_MS));
        self.alarm.schedule(next.map(|at| at.into_iter().chain(expires_at).chain(retry).min())).await;
    }
}
