//! Whether Docket works: what a report of its health says of the settings and of each object.

use std::collections::BTreeSet;

use docket_wire::{Health, HealthState, MINUTE_MS, ProjectId};

use crate::metrics::{JobsGauge, Sample};
use crate::settings::{InvalidSetting, Settings};

/// A service that fails for a shorter time may only restart. A stored time of its last answer can be five minutes too early.
const FAILING_AFTER_MS: i64 = 10 * MINUTE_MS;

/// The report on the settings alone.
#[must_use]
pub fn of_settings(settings: Result<&Settings, &[InvalidSetting]>, version: &str) -> Health {
    match settings {
        Ok(settings) => Health { sign_in: settings.sign_in_methods(), ..report(HealthState::Ok, version) },
        Err(invalid) => Health {
            missing: invalid.iter().map(|invalid| format!("{invalid}. {}", invalid.remedy())).collect(),
            ..report(HealthState::NotConfigured, version)
        },
    }
}

/// What is found out about the objects, in the order in which they were asked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ObjectsHealth {
    unavailable: Vec<String>,
    late: Vec<String>,
    service: Vec<String>,
}

impl ObjectsHealth {
    /// Records whether an object works, or the sentence that says why not.
    pub fn record(&mut self, object: &str, error: Option<String>) {
        self.unavailable.extend(error.map(|error| format!("{object}: {error}")));
    }

    /// Records what a project's `JobsObject` reports of its polling and of the service.
    pub fn record_jobs(&mut self, project: &ProjectId, sample: &Sample) {
        // An object of another release may have fewer numbers.
        let value_of = |gauge: JobsGauge| sample.get(gauge.at()).copied().unwrap_or_default();
        if value_of(JobsGauge::IsLate) == 1 {
            let minutes = value_of(JobsGauge::OverdueMs) / MINUTE_MS;
            self.late.push(format!("Polling of {project} is {minutes} min late."));
        }
        let failing_ms = value_of(JobsGauge::FailingMs);
        if failing_ms >= FAILING_AFTER_MS {
            let minutes = failing_ms / MINUTE_MS;
            self.service.push(format!(
                "No call of {project} to the documentation service has succeeded for {minutes} min."
            ));
        }
    }

    /// The report. `memory_bytes` is the memory of the instance that reports.
    #[must_use]
    pub fn into_report(self, settings: &Settings, version: &str, memory_bytes: u64) -> Health {
        let Self { unavailable, late, service } = self;
        let is_ok = unavailable.is_empty() && late.is_empty() && service.is_empty();
        let state = if is_ok { HealthState::Ok } else { HealthState::Degraded };
        Health {
            sign_in: settings.sign_in_methods(),
            unavailable,
            late,
            service,
            memory_bytes: Some(memory_bytes),
            ..report(state, version)
        }
    }
}

/// A report of a state alone.
fn report(status: HealthState, version: &str) -> Health {
    Health {
        status,
        missing: Vec::new(),
        sign_in: BTreeSet::new(),
        unavailable: Vec::new(),
        late: Vec::new(),
        service: Vec::new(),
        version: version.to_owned(),
        memory_bytes: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::names;

    fn settings() -> Settings {
        let text = |name: &str| match name {
            names::PROJECTS => Some(r#"[{"id":"docs"}]"#.to_owned()),
            names::ADMIN_KEY => Some("mint_one".to_owned()),
            names::SESSION_SECRET => Some("0123456789abcdef0123456789abcdef".to_owned()),
            "DOCKET_ACCESS_TEAM" => Some("acme".to_owned()),
            "DOCKET_ACCESS_AUDIENCE" => Some("a".repeat(64)),
            _ => None,
        };
        Settings::read(text).unwrap()
    }

    /// A sample with these gauges.
    fn sample(gauges: &[(JobsGauge, i64)]) -> Sample {
        let mut sample = vec![0; JobsGauge::Unknown.at() + 1];
        for (gauge, value) in gauges {
            sample[gauge.at()] = *value;
        }
        sample
    }

    #[test]
    fn missing_settings_are_named_with_their_place() {
        let invalid = Settings::read(|_| None).unwrap_err();
        let health = of_settings(Err(&invalid), "1.2.3");
        assert_eq!((health.status, health.missing.len()), (HealthState::NotConfigured, invalid.len()));
        assert!(
            health.missing[0].starts_with("DOCKET_PROJECTS") && health.missing[0].contains("wrangler.jsonc")
        );
        let health = of_settings(Ok(&settings()), "1.2.3");
        assert_eq!((health.status, health.version.as_str()), (HealthState::Ok, "1.2.3"));
        assert!(!health.sign_in.is_empty());
    }

    #[test]
    fn docket_is_degraded_by_an_object_by_late_polls_and_by_the_service() {
        let docs: ProjectId = "docs".parse().unwrap();
        for (gauges, late, service) in [
            (vec![], None, None),
            (vec![(JobsGauge::OverdueMs, 90_000)], None, None),
            (
                vec![(JobsGauge::OverdueMs, 150_000), (JobsGauge::IsLate, 1)],
                Some("Polling of docs is 2 min late."),
                None,
            ),
            (vec![(JobsGauge::FailingMs, FAILING_AFTER_MS - 1)], None, None),
            (
                vec![(JobsGauge::FailingMs, FAILING_AFTER_MS)],
                None,
                Some("No call of docs to the documentation service has succeeded for 10 min."),
            ),
        ] {
            let mut objects = ObjectsHealth::default();
            objects.record_jobs(&docs, &sample(&gauges));
            objects.record("Jobs of docs", None);
            let health = objects.into_report(&settings(), "1.2.3", 7);
            assert_eq!(health.late, Vec::from_iter(late), "{gauges:?}");
            assert_eq!(health.service, Vec::from_iter(service), "{gauges:?}");
            let is_ok = late.is_none() && service.is_none();
            assert_eq!(health.status == HealthState::Ok, is_ok, "{gauges:?}");
        }
        let mut objects = ObjectsHealth::default();
        objects.record("Auth", Some("The database is full.".to_owned()));
        let health = objects.into_report(&settings(), "1.2.3", 7);
        assert_eq!(health.unavailable, ["Auth: The database is full."]);
        assert_eq!((health.status, health.memory_bytes), (HealthState::Degraded, Some(7)));
    }

    #[test]
    fn an_object_of_another_release_has_nothing_to_say() {
        let mut objects = ObjectsHealth::default();
        objects.record_jobs(&"docs".parse().unwrap(), &Vec::new());
        assert_eq!(objects, ObjectsHealth::default());
    }
}
