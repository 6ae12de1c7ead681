//! What the page Settings and the metrics show of a project's jobs.

use super::open_jobs::OpenJobs;
use crate::http::failure::Failure;
use crate::http::reply::Reply;
use crate::platform::clock;

impl OpenJobs {
    /// The state of the jobs, as the Worker's status of the project has it.
    pub(super) fn status(&self) -> Result<Reply, Failure> {
        let status = self.ledger.status(self.sql.size_bytes(), clock::now())?;
        Ok(Reply::json(200, &status))
    }

    /// The numbers for metrics, in the order in which the core expects them.
    pub(super) fn sample(&self) -> Result<Reply, Failure> {
        let now = clock::now();
        let waiting = self.waiting.borrow().count(now);
        let sample = self.ledger.sample(self.sockets.count(), waiting, self.sql.size_bytes(), now)?;
        Ok(Reply::json(200, &sample))
    }
}
