//! Looking at jobs, by the alarm.

use std::rc::Rc;

use docket_core::jobs::{PollContext, PollTask};
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;

use super::OpenJobs;
use crate::http::failure::Failure;
use crate::platform::clock;
use crate::platform::random;
use crate::upstream::Service;

impl OpenJobs {
    /// Makes every look that is due, and those that become due meanwhile, and sets the alarm for the next.
    pub(super) async fn poll_due_jobs(self: Rc<Self>) {
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
        self.alarm.end();
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
}
