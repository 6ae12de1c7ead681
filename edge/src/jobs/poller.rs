//! Looking at jobs, by the alarm.

use std::rc::Rc;

use docket_core::jobs::{PollContext, PollTask};
use docket_wire::UnixMs;
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;

use super::OpenJobs;
use crate::http::failure::Failure;
use crate::platform::clock;
use crate::platform::random;
use crate::upstream::Service;

/// An alarm set for now inside an alarm does not fire.
const ALARM_MIN_MS: i64 = 1;
/// When to try again if the ledger cannot say.
const ALARM_FALLBACK_MS: i64 = 60_000;

impl OpenJobs {
    /// Makes every look that is due, and those that become due meanwhile, and sets the alarm for the next.
    pub(super) async fn look_at_what_is_due(self: Rc<Self>) {
        let mut under_way = FuturesUnordered::new();
        loop {
            match self.ledger.due(clock::now()) {
                Ok(looks) => under_way.extend(looks.into_iter().map(|look| self.look(look))),
                Err(error) => crate::platform::log::fault("", &error.to_string()),
            }
            match under_way.next().await {
                Some(Ok(())) => self.publish().await,
                Some(Err(failure)) => {
                    crate::platform::log::fault("", &format!("a look went wrong: {failure}"))
                }
                None => break,
            }
        }
        self.publish().await;
    }

    async fn look(&self, look: PollTask) -> Result<(), Failure> {
        let project = self.project()?;
        let outcome = Service::for_project(&self.env, &project)?.get_job(&project, &look.job).await;
        let context = PollContext { watched: self.is_watched(), random: random::unit() };
        if let Some(checked) = self.ledger.record_poll(&look, &outcome, context, clock::now())? {
            self.send_to_consoles(&checked)?;
        }
        Ok(())
    }

    /// Sets the alarm for the next look, if it is not set for that already.
    pub(super) async fn set_alarm(&self) -> Result<(), Failure> {
        let now = clock::now();
        let next = match self.ledger.next_wake(now) {
            Ok(next) => next,
            Err(error) => {
                crate::platform::log::fault("", &error.to_string());
                Some(now.plus_ms(ALARM_FALLBACK_MS))
            }
        };
        if next == self.alarm_at.get() {
            return Ok(());
        }
        self.alarm_at.set(next);
        let storage = self.state.storage();
        match next {
            // The number is an offset from now, not a moment.
            Some(UnixMs(at)) => storage.set_alarm((at - now.0).max(ALARM_MIN_MS)).await?,
            None => storage.delete_alarm().await?,
        }
        Ok(())
    }
}
