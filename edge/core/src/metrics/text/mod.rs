//! The Prometheus text format, version 0.0.4.

use docket_wire::ProjectId;

use super::Sample;
use super::counter::Counter;
use super::delay::END_DELAYS_S;
use super::table::{METRICS, Metric, MetricKind, SampleSource, Series, Unit};

/// The media type of the text.
pub const CONTENT_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// What the objects of a project report. An object that cannot work reports nothing.
#[derive(Debug)]
pub struct ProjectSamples {
    pub project: ProjectId,
    pub jobs: Option<Sample>,
    /// Of the `AnalyticsObject` of its key.
    pub analytics: Option<Sample>,
}

impl ProjectSamples {
    fn value(&self, source: SampleSource) -> Option<i64> {
        let (sample, at) = match source {
            SampleSource::Jobs(at) => (&self.jobs, at),
            SampleSource::Analytics(at) => (&self.analytics, at),
        };
        sample.as_ref()?.get(at).copied()
    }
}

#[must_use]
pub fn text(version: &str, projects: &[ProjectSamples]) -> String {
    let mut text = Text(String::with_capacity(4096));
    text.head("docket_build_info", MetricKind::Gauge, "The version of Docket.");
    text.line("docket_build_info", "", None, &format!("version=\"{}\"", escaped(version)), "1");
    text.head("docket_object_up", MetricKind::Gauge, "Whether an object of the project can work.");
    for samples in projects {
        let objects = [("object=\"jobs\"", &samples.jobs), ("object=\"analytics\"", &samples.analytics)];
        for (labels, sample) in objects {
            let is_up = if sample.is_some() { "1" } else { "0" };
            text.line("docket_object_up", "", Some(&samples.project), labels, is_up);
        }
    }
    for metric in METRICS {
        text.head(metric.name, metric.kind, metric.help);
        for samples in projects {
            metric.series.iter().for_each(|series| text.series(metric, series, samples));
        }
    }
    text.0
}

struct Text(String);

impl Text {
    fn head(&mut self, name: &str, kind: MetricKind, help: &str) {
        for part in ["# HELP ", name, " ", help, "\n# TYPE ", name, " ", kind.as_str(), "\n"] {
            self.0.push_str(part);
        }
    }

    fn series(&mut self, metric: &Metric, series: &Series, samples: &ProjectSamples) {
        let project = Some(&samples.project);
        match metric.kind {
            MetricKind::Counter | MetricKind::Gauge => {
                let Some(value) = samples.value(series.source) else { return };
                self.line(metric.name, "", project, series.labels, &number(value, metric.unit));
            }
            MetricKind::EndDelays => {
                let Some(jobs) = &samples.jobs else { return };
                self.end_delays(metric.name, project, jobs);
            }
        }
    }

    fn end_delays(&mut self, name: &str, project: Option<&ProjectId>, jobs: &Sample) {
        let buckets = jobs.iter().skip(Counter::EndDelays as usize);
        let mut count = 0_i64;
        for (nth, in_bucket) in buckets.take(END_DELAYS_S.len() + 1).enumerate() {
            count = count.saturating_add(*in_bucket);
            let bound = END_DELAYS_S.get(nth).map_or_else(|| "+Inf".to_owned(), ToString::to_string);
            self.line(name, "_bucket", project, &format!("le=\"{bound}\""), &count.to_string());
        }
        let sum = jobs.get(Counter::EndDelayMs as usize).copied().unwrap_or_default();
        self.line(name, "_sum", project, "", &number(sum, Unit::Milliseconds));
        self.line(name, "_count", project, "", &count.to_string());
    }

    fn line(&mut self, name: &str, suffix: &str, project: Option<&ProjectId>, labels: &str, value: &str) {
        self.0.push_str(name);
        self.0.push_str(suffix);
        self.0.push('{');
        if let Some(project) = project {
            self.0.push_str("project=\"");
            self.0.push_str(&escaped(project.as_str()));
            self.0.push_str(if labels.is_empty() { "\"" } else { "\"," });
        }
        for part in [labels, "} ", value, "\n"] {
            self.0.push_str(part);
        }
    }
}

/// A number in base units.
fn number(value: i64, unit: Unit) -> String {
    match unit {
        Unit::Count => value.to_string(),
        Unit::Milliseconds => format!("{}.{:03}", value / 1000, value.unsigned_abs() % 1000),
    }
}

fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests;
