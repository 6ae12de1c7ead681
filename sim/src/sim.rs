use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use docket_wire::UnixMs;
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::access::AccessIssuer;
use crate::config::{Config, StartError};
use crate::fault::SimFault;
use crate::fault::chaos::Chaos;
use crate::http;
use crate::job::plan::TurnOutcome;
use crate::request_log::{RequestRecord, ServiceOperation, SimRequestLog};
use crate::service::{JobRecord, SimService};

/// Time that requests in flight have to end when the stand-in shuts down.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(2);

/// A running stand-in. Dropping it stops it.
pub struct Sim {
    service: Arc<SimService>,
    stop: watch::Sender<bool>,
    server: JoinHandle<()>,
}

impl Sim {
    /// Starts on 127.0.0.1, inside a tokio runtime.
    ///
    /// # Errors
    /// A setting out of range, or a port that cannot be opened.
    pub async fn start(config: Config) -> Result<Self, StartError> {
        config.check()?;
        let port = config.port;
        let listen_error = |source| StartError::Listen { port, source };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await.map_err(listen_error)?;
        let address = listener.local_addr().map_err(listen_error)?;
        let (stop, stopping) = watch::channel(false);
        let service = Arc::new(SimService::new(config, address, stopping.clone()));
        let router = http::router(&service);
        let server = tokio::spawn(async move {
            let stopped = async move {
                let mut stopping = stopping;
                // An error means that the handle was dropped with the sender.
                let _ = stopping.wait_for(|stopping| *stopping).await;
            };
            // Accepting never fails permanently, because the server retries after errors.
            let _ = axum::serve(listener, router).with_graceful_shutdown(stopped).await;
        });
        Ok(Self { service, stop, server })
    }

    /// The address that it listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.service.address
    }

    /// Base URL for a client, without a trailing slash.
    #[must_use]
    pub fn base_url(&self) -> String {
        format!("http://{}", self.address())
    }

    /// The time of the service.
    #[must_use]
    pub fn now(&self) -> UnixMs {
        self.service.clock.now()
    }

    /// Moves the service's time forward: jobs end, windows slide, today continues. Delayed responses
    /// are not sent earlier.
    pub fn advance(&self, by: Duration) {
        self.service.clock.advance(by);
    }

    /// The requests so far, oldest first, without those to `/_sim`.
    #[must_use]
    pub fn requests(&self) -> Vec<RequestRecord> {
        self.service.log(|log| log.records().cloned().collect())
    }

    /// How many requests there were for `operation`.
    #[must_use]
    pub fn count(&self, operation: ServiceOperation) -> usize {
        self.service.log(|log| log.records().filter(|record| record.operation == Some(operation)).count())
    }

    pub fn clear_requests(&self) {
        self.service.log(SimRequestLog::clear);
    }

    /// Applies `fault` to the next `times` requests for `operation`, after the faults injected before.
    pub fn inject(&self, operation: ServiceOperation, fault: SimFault, times: u32) {
        self.service.inject(operation, fault, times);
    }

    /// Gives every later request for `operation` one of `faults` with this probability, 0 to 1, instead of the random
    /// faults of the configuration.
    pub fn set_chaos(&self, operation: ServiceOperation, probability: f64, faults: Vec<SimFault>) {
        let probability = if probability.is_nan() { 0.0 } else { probability.clamp(0.0, 1.0) };
        self.service.set_chaos(operation, Chaos { probability, faults });
    }

    /// Removes the injected faults that have not been used, and what [`Sim::set_chaos`] has set.
    pub fn clear_faults(&self) {
        self.service.clear_faults();
    }

    /// All jobs, in the order of their creation.
    #[must_use]
    pub fn jobs(&self) -> Vec<JobRecord> {
        self.service.jobs()
    }

    /// How often a valid request with this prompt arrived. It counts requests that a fault kept from being carried out, too.
    #[must_use]
    pub fn received(&self, prompt: &str) -> usize {
        self.service.received(prompt)
    }

    /// Ends a job's turn now, as planned or in another way. A turn that has ended does not change.
    ///
    /// Returns whether there is such a job.
    pub fn end_job(&self, id: &str, outcome: Option<TurnOutcome>) -> bool {
        self.service.end_job(id, outcome)
    }

    /// Archives a completed job now. A job in another state does not change.
    ///
    /// Returns whether there is such a job.
    pub fn archive_job(&self, id: &str) -> bool {
        self.service.archive_job(id)
    }

    /// Makes an ended job active again for `duration`, as if something else had sent a follow-up. A job that has not
    /// ended does not change.
    ///
    /// Returns whether there is such a job.
    pub fn resume_job(&self, id: &str, duration: Duration) -> bool {
        self.service.resume_job(id, duration)
    }

    /// An assertion of Cloudflare Access for `ada@acme.example`, with a valid signature of the current key. Members of
    /// `header` and `claims` replace those of a regular one, and null removes one.
    #[must_use]
    pub fn assertion(&self, header: &Value, claims: &Value) -> String {
        self.service.assertion(header, claims)
    }

    /// Changes the key that signs assertions. The one before stays valid, and the one before that does not.
    pub fn rotate_access_key(&self) {
        self.service.access(AccessIssuer::rotate);
    }

    /// Completes the requests in flight, within two seconds, and stops.
    pub async fn shutdown(mut self) {
        self.stop.send_replace(true);
        // Dropping this value aborts requests that have not ended by then.
        let _ = tokio::time::timeout(SHUTDOWN_GRACE, &mut self.server).await;
    }
}

impl Drop for Sim {
    fn drop(&mut self) {
        self.stop.send_replace(true);
        self.server.abort();
    }
}
