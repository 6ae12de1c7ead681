//! Changes for clients without WebSockets.

use std::rc::Rc;

use docket_core::http::parameters::since;
use docket_core::http::target::QueryPairs;
use docket_wire::CallerName;

use super::wait::{comes_within, wait_until};
use crate::http::failure::Failure;
use crate::http::reply::Reply;
use crate::jobs::open_jobs::OpenJobs;
use crate::platform::clock;

impl OpenJobs {
    /// What changed after the revision in `?since=`, as the live route sends it. With `?wait=` the answer comes as soon
    /// as something changes, or when the time is over.
    pub(crate) async fn changes(
        self: Rc<Self>,
        caller: &CallerName,
        pairs: &QueryPairs,
    ) -> Result<Reply, Failure> {
        let since = since(pairs)?;
        if let (Some(until), Some(since)) = (wait_until(pairs)?, since)
            && since == self.ledger.revision()?
        {
            let _waiting = self.begin_wait(caller, until)?;
            while since == self.ledger.revision()? {
                let left_ms = until.since_ms(clock::now());
                if left_ms <= 0 {
                    break;
                }
                let published = self.waiters.borrow_mut().for_publication();
                comes_within(published, left_ms).await;
            }
        }
        Ok(Reply::json(200, &self.ledger.reads().catch_up(since, clock::now())?))
    }
}
