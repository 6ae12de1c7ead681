//! The table of all metrics.

use super::counter::Counter;
use super::gauge::{AnalyticsGauge, JobsGauge};

/// A metric: its lines in the text are those of its series, for each project.
#[derive(Debug)]
pub struct Metric {
    /// Its name, as Prometheus has it.
    pub name: &'static str,
    pub kind: MetricKind,
    /// What the numbers of the objects count.
    pub unit: Unit,
    /// Its help text.
    pub help: &'static str,
    pub series: &'static [Series],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MetricKind {
    /// A number that only grows.
    Counter,
    /// A number that grows and shrinks.
    Gauge,
    /// The buckets of delays, with their sum.
    EndDelays,
}

impl MetricKind {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Counter => "counter",
            Self::Gauge => "gauge",
            Self::EndDelays => "histogram",
        }
    }
}

/// What a number of an object counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Things, which the text has as they are.
    Count,
    /// Milliseconds, which the text has as seconds.
    Milliseconds,
}

/// One series of a metric, for each project.
#[derive(Debug)]
pub struct Series {
    /// Its labels beside that of the project, as they are in the text.
    pub labels: &'static str,
    /// Where its number is.
    pub source: SampleSource,
}

/// Where the number of a series is: in the sample of an object, at a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SampleSource {
    Jobs(usize),
    Analytics(usize),
}

macro_rules! metrics {
    ($($name:literal $kind:ident $unit:ident $help:literal {$($labels:literal $object:ident $at:expr),+ $(,)?})+) => {
        /// All metrics of the objects, in the order of the text.
        pub const METRICS: &[Metric] = &[$(Metric {
            name: $name,
            kind: MetricKind::$kind,
            unit: Unit::$unit,
            help: $help,
            series: &[$(Series { labels: $labels, source: SampleSource::$object($at) }),+],
        }),+];
    };
}

metrics! {
    "docket_polls_total" Counter Count "Requests for the state of a job." {
        "" Jobs Counter::Polls as usize
    }
    "docket_job_end_delay_seconds" EndDelays Milliseconds
    "Time between the last poll that found a job active and the one that found it ended: Docket detected the end at most this much later." {
        "" Jobs Counter::EndDelays as usize
    }
    "docket_service_errors_total" Counter Count "Calls to the documentation service without a usable response, by the code of the problem." {
        r#"object="jobs",kind="service_rejected""# Jobs Counter::Rejected as usize,
        r#"object="jobs",kind="unknown_job""# Jobs Counter::UnknownJob as usize,
        r#"object="jobs",kind="service_rejected_key""# Jobs Counter::RejectedKey as usize,
        r#"object="jobs",kind="service_throttled""# Jobs Counter::Throttled as usize,
        r#"object="jobs",kind="service_failed""# Jobs Counter::Failed as usize,
        r#"object="jobs",kind="service_bad_answer""# Jobs Counter::BadAnswer as usize,
        r#"object="jobs",kind="service_unreachable""# Jobs Counter::Unreachable as usize,
        r#"object="jobs",kind="service_timeout""# Jobs Counter::Timeout as usize,
        r#"object="analytics",kind="service_rejected""# Analytics Counter::Rejected as usize,
        r#"object="analytics",kind="service_rejected_key""# Analytics Counter::RejectedKey as usize,
        r#"object="analytics",kind="service_throttled""# Analytics Counter::Throttled as usize,
        r#"object="analytics",kind="service_failed""# Analytics Counter::Failed as usize,
        r#"object="analytics",kind="service_bad_answer""# Analytics Counter::BadAnswer as usize,
        r#"object="analytics",kind="service_unreachable""# Analytics Counter::Unreachable as usize,
        r#"object="analytics",kind="service_timeout""# Analytics Counter::Timeout as usize,
    }
    "docket_visitors_lookups_total" Counter Count "Lookups of visitors, by where they came from." {
        r#"result="hit""# Analytics Counter::Hits as usize,
        r#"result="stale_hit""# Analytics Counter::StaleHits as usize,
        r#"result="joined""# Analytics Counter::Joined as usize,
        r#"result="miss""# Analytics Counter::Misses as usize,
        r#"result="unavailable""# Analytics Counter::Unavailable as usize,
    }
    "docket_rows_read_total" Counter Count "Rows that the database of an object read." {
        r#"object="jobs""# Jobs Counter::RowsRead as usize,
        r#"object="analytics""# Analytics Counter::RowsRead as usize,
    }
    "docket_rows_written_total" Counter Count "Rows that the database of an object wrote." {
        r#"object="jobs""# Jobs Counter::RowsWritten as usize,
        r#"object="analytics""# Analytics Counter::RowsWritten as usize,
    }
    "docket_budget_limit" Gauge Count "Requests per hour." {
        r#"budget="prompts""# Jobs JobsGauge::PromptsLimit.at(),
        r#"budget="polls""# Jobs JobsGauge::PollsLimit.at(),
        r#"budget="visitors""# Analytics AnalyticsGauge::Limit.at(),
    }
    "docket_budget_remaining" Gauge Count "Requests that can be made now: none during a pause that the service asked for." {
        r#"budget="prompts""# Jobs JobsGauge::PromptsRemaining.at(),
        r#"budget="polls""# Jobs JobsGauge::PollsRemaining.at(),
        r#"budget="visitors""# Analytics AnalyticsGauge::Remaining.at(),
    }
    "docket_open_jobs" Gauge Count "Jobs that have not ended, by whether they are polled. Of the suspended and the stopped ones, at most 1000 are counted." {
        r#"polling="scheduled""# Jobs JobsGauge::Scheduled.at(),
        r#"polling="suspended""# Jobs JobsGauge::Suspended.at(),
        r#"polling="stopped""# Jobs JobsGauge::Stopped.at(),
    }
    "docket_open_prompts" Gauge Count "Prompts that are not settled: follow-ups in the queue, and prompts of unknown outcome, which wait for a caller's decision. Of each, at most 1000 are counted." {
        r#"state="queued""# Jobs JobsGauge::Queued.at(),
        r#"state="unknown""# Jobs JobsGauge::Unknown.at(),
    }
    "docket_polling_overdue_seconds" Gauge Milliseconds "How late the most overdue poll is. A poll that waits for the budget or for the end of a pause is not overdue." {
        "" Jobs JobsGauge::OverdueMs.at()
    }
    "docket_polling_late" Gauge Count "1 if the most overdue poll is more than a minute late." {
        "" Jobs JobsGauge::IsLate.at()
    }
    "docket_polling_waits" Gauge Count "1 while due polls wait for this." {
        r#"for="budget""# Jobs JobsGauge::WaitsForBudget.at(),
        r#"for="pause""# Jobs JobsGauge::WaitsForPause.at(),
    }
    "docket_service_failing_seconds" Gauge Milliseconds "How long no call about jobs has succeeded, if the last one failed. Up to five minutes too long after the object has left memory." {
        "" Jobs JobsGauge::FailingMs.at()
    }
    "docket_live_connections" Gauge Count "Consoles that are connected." {
        "" Jobs JobsGauge::Connections.at()
    }
    "docket_waiting_requests" Gauge Count "Requests that wait for a change." {
        "" Jobs JobsGauge::Waiting.at()
    }
    "docket_storage_bytes" Gauge Count "Size of the database of an object." {
        r#"object="jobs""# Jobs JobsGauge::StorageBytes.at(),
        r#"object="analytics""# Analytics AnalyticsGauge::StorageBytes.at(),
    }
}
