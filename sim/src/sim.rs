use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use docket_wire::UnixMs;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::config::{Config, StartError};
use crate::fault::Fault;
use crate::http;
use crate::plan::Outcome;
use crate::request_log::{Operation, RequestLog, RequestRecord};
use crate::service::{JobRecord, Service};

/// Requests under way get this long to end when the stand-in shuts down.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(2);

/// A running stand-in. Stops when it is dropped.
pub struct Sim {
    service: Arc<Service>,
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
        let service = Arc::new(Service::new(config, address, stopping.clone()));
        let router = http::router(&service);
        let server = tokio::spawn(async move {
            let stopped = async move {
                let mut stopping = stopping;
                // An error means that the sender is gone, and with it the handle.
                let _ = stopping.wait_for(|stopping| *stopping).await;
            };
            // Accepting never fails for good: errors are waited out inside.
            let _ = axum::serve(listener, router).with_graceful_shutdown(stopped).await;
        });
        Ok(Self { service, stop, server })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.service.address
    }

    /// Base URL for a client, without a slash at its end.
    #[must_use]
    pub fn base_url(&self) -> String {
        format!("http://{}", self.address())
    }

    /// The time, as the service has it.
    #[must_use]
    pub fn now(&self) -> UnixMs {
        self.service.clock.now()
    }

    /// Moves the service's time forward: jobs end, windows slide, today goes on. Answers that are being
    /// held back are not hurried.
    pub fn advance(&self, by: Duration) {
        self.service.clock.advance(by);
    }

    /// The requests so far, oldest first, those to `/_sim` left out.
    #[must_use]
    pub fn requests(&self) -> Vec<RequestRecord> {
        self.service.log(|log| log.records().cloned().collect())
    }

    /// How many requests there were for `operation`.
    #[must_use]
    pub fn count(&self, operation: Operation) -> usize {
        self.service.log(|log| log.records().filter(|record| record.operation == Some(operation)).count())
    }

    /// Forgets the requests so far.
    pub fn clear_requests(&self) {
        self.service.log(RequestLog::clear);
    }

    /// Lets the next `times` requests for `operation` meet `fault`, behind those injected before.
    pub fn inject(&self, operation: Operation, fault: Fault, times: u32) {
        self.service.inject(operation, fault, times);
    }

    /// Takes back what was injected and not met.
    pub fn clear_faults(&self) {
        self.service.clear_faults();
    }

    /// Every job, in the order of their making.
    #[must_use]
    pub fn jobs(&self) -> Vec<JobRecord> {
        self.service.jobs()
    }

    /// Ends a job's turn now, in its planned way or in another. Nothing happens to one that has ended.
    ///
    /// Returns whether there is such a job.
    pub fn end_job(&self, id: &str, outcome: Option<Outcome>) -> bool {
        self.service.end_job(id, outcome)
    }

    /// Answers what is under way, within two seconds, and stops.
    pub async fn shutdown(mut self) {
        self.stop.send_replace(true);
        // What has not ended by then is cut off as this value is dropped.
        let _ = tokio::time::timeout(SHUTDOWN_GRACE, &mut self.server).await;
    }
}

impl Drop for Sim {
    fn drop(&mut self) {
        self.stop.send_replace(true);
        self.server.abort();
    }
}
