use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::*;
use crate::metrics::{AnalyticsGauge, Counters, JobsGauge};

const JOBS: usize = JobsGauge::Unknown.at() + 1;
const ANALYTICS: usize = AnalyticsGauge::StorageBytes.at() + 1;

/// The lines of a text by name and labels, with their values as they are written. Checks what the format demands.
fn read(text: &str) -> BTreeMap<String, String> {
    assert!(text.ends_with('\n'));
    let (mut lines, mut families, mut kind) = (BTreeMap::new(), BTreeSet::new(), String::new());
    let mut family = String::new();
    for line in text.lines() {
        if let Some(help) = line.strip_prefix("# HELP ") {
            family = help.split_once(' ').unwrap().0.to_owned();
            assert!(families.insert(family.clone()), "{family} is there twice");
        } else if let Some(rest) = line.strip_prefix("# TYPE ") {
            let (name, of) = rest.split_once(' ').unwrap();
            assert_eq!(name, family);
            kind = of.to_owned();
        } else {
            let (series, value) = line.rsplit_once(' ').unwrap();
            let name = series.split('{').next().unwrap();
            let suffix = name.strip_prefix(&family).unwrap();
            let suffixes: &[&str] = if kind == "histogram" { &["_bucket", "_sum", "_count"] } else { &[""] };
            assert!(suffixes.contains(&suffix), "{line}");
            assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'), "{name}");
            assert_eq!(kind == "counter", name.ends_with("_total"), "{name}");
            assert!(value.parse::<f64>().unwrap() >= 0.0, "{line}");
            assert!(lines.insert(series.to_owned(), value.to_owned()).is_none(), "{series} is there twice");
        }
    }
    lines
}

fn project(id: &str) -> ProjectId {
    id.parse().unwrap()
}

#[test]
fn milliseconds_are_seconds_and_labels_have_the_project() {
    let mut jobs = vec![0; JOBS];
    jobs[Counter::Polls as usize] = 12;
    jobs[Counter::EndDelayMs as usize] = 61_007;
    jobs[Counter::EndDelays as usize] = 2;
    jobs[Counter::EndDelays as usize + 10] = 1;
    jobs[JobsGauge::OverdueMs.at()] = 60_001;
    let samples = ProjectSamples { project: project("acme-docs"), jobs: Some(jobs), analytics: None };
    let lines = read(&text("1.2.3", &[samples]));
    for (series, value) in [
        ("docket_build_info{version=\"1.2.3\"}", "1"),
        ("docket_object_up{project=\"acme-docs\",object=\"jobs\"}", "1"),
        ("docket_object_up{project=\"acme-docs\",object=\"analytics\"}", "0"),
        ("docket_polls_total{project=\"acme-docs\"}", "12"),
        ("docket_job_end_delay_seconds_bucket{project=\"acme-docs\",le=\"1\"}", "2"),
        ("docket_job_end_delay_seconds_bucket{project=\"acme-docs\",le=\"600\"}", "2"),
        ("docket_job_end_delay_seconds_bucket{project=\"acme-docs\",le=\"+Inf\"}", "3"),
        ("docket_job_end_delay_seconds_sum{project=\"acme-docs\"}", "61.007"),
        ("docket_job_end_delay_seconds_count{project=\"acme-docs\"}", "3"),
        ("docket_polling_overdue_seconds{project=\"acme-docs\"}", "60.001"),
    ] {
        assert_eq!(lines.get(series).map(String::as_str), Some(value), "{series}");
    }
    assert!(!lines.keys().any(|series| series.contains("visitors")), "its object reports nothing");
}

#[test]
fn values_of_labels_are_escaped() {
    assert_eq!(escaped("a\\b\"c\nd"), "a\\\\b\\\"c\\nd");
}

#[test]
fn every_number_has_a_metric() {
    let sources: Vec<SampleSource> =
        METRICS.iter().flat_map(|metric| metric.series.iter().map(|series| series.source)).collect();
    let used = |of: fn(usize) -> SampleSource, at| sources.contains(&of(at));
    for at in 0..Counter::EndDelayMs as usize {
        assert!(used(SampleSource::Jobs, at) || used(SampleSource::Analytics, at), "counter {at}");
    }
    for at in JobsGauge::PromptsLimit.at()..JOBS {
        assert!(used(SampleSource::Jobs, at), "gauge {at} of jobs");
    }
    for at in AnalyticsGauge::Limit.at()..ANALYTICS {
        assert!(used(SampleSource::Analytics, at), "gauge {at} of analytics");
    }
    assert_eq!(JobsGauge::PromptsLimit.at(), Counters::LENGTH);
}

proptest! {
    #[test]
    fn what_is_written_can_be_read(
        jobs in proptest::option::of(proptest::collection::vec(0_i64..1 << 53, JOBS)),
        analytics in proptest::option::of(proptest::collection::vec(0_i64..1 << 53, ANALYTICS)),
    ) {
        let samples = ["acme-docs", "other.docs"].map(|id| ProjectSamples {
            project: project(id),
            jobs: jobs.clone(),
            analytics: analytics.clone(),
        });
        let lines = read(&text("0.1.0", &samples));
        for (metric, series) in METRICS.iter().flat_map(|metric| metric.series.iter().map(move |series| (metric, series))) {
            if metric.kind == MetricKind::EndDelays {
                continue;
            }
            let comma = if series.labels.is_empty() { "" } else { "," };
            let name = format!("{}{{project=\"other.docs\"{comma}{}}}", metric.name, series.labels);
            let expected = samples[1].value(series.source);
            let read = lines.get(&name).map(|value| match metric.unit {
                Unit::Count => value.parse().unwrap(),
                Unit::Milliseconds => value.replace('.', "").parse::<i64>().unwrap(),
            });
            prop_assert_eq!(read, expected, "{}", name);
        }
        // Buckets are cumulative, and the last one is the count.
        let buckets: Vec<i64> = END_DELAYS_S.iter().map(ToString::to_string).chain(["+Inf".to_owned()]).filter_map(|bound| {
            lines.get(&format!("docket_job_end_delay_seconds_bucket{{project=\"acme-docs\",le=\"{bound}\"}}"))?.parse().ok()
        }).collect();
        prop_assert!(buckets.is_sorted());
        let count = lines.get("docket_job_end_delay_seconds_count{project=\"acme-docs\"}");
        prop_assert_eq!(count.and_then(|count| count.parse().ok()), buckets.last().copied());
    }
}
