//! A stand-in for the documentation service: its contract over real HTTP, with seeded data.
//!
//! Agent jobs run for seconds to minutes and end in pull requests, the same seed generates the same visitors, limits
//! apply, and a test can request each fault by name ([`FAULTS`]). The stand-in logs its requests, so that a test can count
//! them.
//!
//! ```
//! # async fn example() -> Result<(), docket_sim::StartError> {
//! use docket_sim::{Config, SimFault, ServiceOperation, Sim};
//!
//! let sim = Sim::start(Config::default()).await?;
//! let base_url = sim.base_url();                                   // point the client under test here
//! sim.inject(ServiceOperation::GetJob, SimFault::status(503), 2);  // the next two polls fail
//! // … the client creates a job and polls it …
//! sim.advance(std::time::Duration::from_secs(3600));               // every job has ended
//! assert_eq!(sim.count(ServiceOperation::CreateJob), 0);
//! sim.shutdown().await;
//! # Ok(())
//! # }
//! ```
//!
//! A job's state is a function of its plan and the time, and visitors are a function of path and range. Nothing runs in the
//! background, so a test only has to move the clock ([`Sim::advance`]).

mod access;
mod clock;
mod config;
mod fault;
mod http;
mod id;
mod job;
mod limit;
mod request_log;
mod seeded;
mod service;
mod sim;
mod traffic;

pub use access::ACCESS_AUDIENCE;
pub use config::{Config, DEFAULT_KEY, Key, StartError};
pub use fault::{
    BodyShape, FAULTS, FaultKind, FaultRow, FaultScope, InvalidFault, RetryAfter, SimFault, fault_table,
};
pub use job::plan::{MEDIAN_S, SIGMA, TurnOutcome};
pub use job::sentinel::{Directive, InvalidSentinel, PollCount, directives};
pub use request_log::{RequestRecord, ServiceOperation};
pub use service::{FAULT_PROJECT_PREFIX, JobRecord};
pub use sim::Sim;
pub use traffic::{Counts, Traffic, VisitorReport};
