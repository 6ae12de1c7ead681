//! Consoles connect, and get what they missed and what changes.

use docket_core::auth::credential::{Credential, caller_tag};
use docket_core::http::parameters::since;
use docket_core::http::target::QueryPairs;
use docket_core::rate_limit::check_sockets;
use docket_wire::{CallerName, LiveMessage};
use worker::{Request, Response, WebSocketPair};

use crate::http::failure::Failure;
use crate::http::headers::CREDENTIAL_HEADER;
use crate::jobs::open_jobs::OpenJobs;
use crate::platform::clock;

impl OpenJobs {
    /// Accepts a console and sends it what it missed since the revision in `?since=`.
    pub(crate) async fn connect(
        &self,
        caller: &CallerName,
        pairs: &QueryPairs,
        request: &Request,
    ) -> Result<Response, Failure> {
        let since = since(pairs)?;
        let credential = request.headers().get(CREDENTIAL_HEADER)?;
        let credential = credential.as_deref().and_then(Credential::from_header);
        let credential = credential.ok_or_else(|| Failure::internal("a WebSocket has no credential"))?;
        // First what can fail: a socket that is accepted counts as a viewer.
        let (now, caller) = (clock::now(), caller_tag(caller));
        check_sockets(self.sockets.count_tagged(&caller), now)?;
        let (missed, pauses) = (self.ledger.reads().catch_up(since, now)?, self.ledger.pauses(now)?);
        let pair = WebSocketPair::new()?;
        self.sockets.accept(&pair.server, &credential, &caller)?;
        pair.server.send(&missed)?;
        // Also without a pause: a console that connects again may know of one that has ended.
        pair.server.send(&LiveMessage::Pauses(pauses))?;
        self.schedule_alarm().await;
        Ok(Response::from_websocket(pair.client)?)
    }
}
