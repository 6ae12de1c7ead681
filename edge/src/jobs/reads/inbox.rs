//! The inbox of the person who asks.

use docket_core::http::target::QueryPairs;
use docket_wire::{CallerName, InboxPatch, InboxQuery, LiveMessage};
use worker::Request;

use crate::http::body;
use crate::http::failure::Failure;
use crate::http::reply::Reply;
use crate::jobs::open_jobs::OpenJobs;
use crate::platform::clock;

impl OpenJobs {
    /// What needs a decision, what has ended, and what is running, each item marked as read or unread.
    pub(crate) fn inbox(&self, person: &CallerName, pairs: &QueryPairs) -> Result<Reply, Failure> {
        let query = InboxQuery::from_pairs(pairs)?;
        let inbox = self.ledger.inbox(person).read(query.limit, clock::now())?;
        Ok(Reply::json(200, &inbox))
    }

    /// Stores what the person has read. It is no change of the project, so only the person's consoles get a message.
    pub(crate) async fn mark_inbox(&self, person: &CallerName, request: &Request) -> Result<Reply, Failure> {
        let patch: InboxPatch = body::json(request).await?;
        let inbox = self.ledger.inbox(person).mark(&patch, clock::now())?;
        self.send_to_consoles_of(person, &LiveMessage::Inbox { unread: inbox.unread })?;
        Ok(Reply::json(200, &inbox))
    }
}
