//! Live updates: consoles connect over WebSockets.

use docket_core::http::target::query_value;
use docket_wire::LiveMessage;
use worker::{Request, Response, WebSocketPair};

use super::open_jobs::OpenJobs;
use crate::http::failure::Failure;
use crate::platform::clock;

impl OpenJobs {
    /// Accepts a console and sends it what it missed since the revision in `?since=`.
    pub(super) fn connect(&self, req: &Request) -> Result<Response, Failure> {
        let since = query_value(&req.inner().url(), "since").map(|text| text.parse()).transpose();
        let since =
            since.map_err(|_| Failure::invalid("since", "since must be a revision: a whole number."))?;
        let pair = WebSocketPair::new()?;
        self.state.accept_web_socket(&pair.server);
        let missed = self.ledger.catch_up(since, clock::now())?;
        pair.server.send(&missed)?;
        Ok(Response::from_websocket(pair.client)?)
    }

    /// Whether a console is open.
    pub(super) fn has_viewers(&self) -> bool {
        !self.sockets.is_empty()
    }

    /// Sends every console the changes since the last publication.
    pub(super) fn publish_changes(&self) -> Result<(), Failure> {
        let revision = self.ledger.revision()?;
        let published = self.published.replace(revision);
        if published < revision {
            self.send_to_consoles(&self.ledger.catch_up(Some(published), clock::now())?)?;
        }
        Ok(())
    }

    /// Sends every console a message. Listing the sockets first would cost more than a message without a recipient.
    pub(super) fn send_to_consoles(&self, message: &LiveMessage) -> Result<(), Failure> {
        self.sockets.send(&serde_json::to_string(message)?);
        Ok(())
    }
}
