//! Metrics in the Prometheus text format.
//!
//! Each object counts what happens in it ([`Counters`]) and reports a list of numbers, its [`Sample`]. The Worker
//! writes the samples of all projects as text ([`text()`]), by a table that has the name and the meaning of each number
//! ([`METRICS`]). A metric never has a prompt, the path of a page, an address or a key: its labels are ids of projects
//! and words of the table.

mod counter;
mod delay;
mod gauge;
mod stored;
mod table;
mod text;

pub use counter::{Counter, Counters};
pub use delay::END_DELAYS_S;
pub use gauge::{AnalyticsGauge, JobsGauge};
pub use stored::StoredCounters;
pub use table::{METRICS, Metric, MetricKind, SampleSource, Series, Unit};
pub use text::{CONTENT_TYPE, ProjectSamples, text};

/// The numbers of an object: its counters in the order of [`Counter`], then its gauges.
pub type Sample = Vec<i64>;
