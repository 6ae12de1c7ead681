//! The filter of the jobs list in the query of the URL. Pure.

use docket_wire::{InvalidParameter, JobEntry, JobFilter};

/// The parameters that the URL lacks, because the list begins at its first page and grows.
const OF_PAGES: [&str; 2] = ["before", "limit"];

/// Reads the filter from query parameters.
///
/// # Errors
/// If one of them is invalid.
pub(crate) fn read(parameter: impl Fn(&str) -> Option<String>) -> Result<JobFilter, InvalidParameter> {
    let names = JobFilter::PARAMETERS.into_iter().filter(|name| !OF_PAGES.contains(name));
    let found: Vec<_> = names.filter_map(|name| Some((name, parameter(name)?))).collect();
    check(found.iter().map(|(name, value)| (*name, value.as_str())).collect())
}

/// Changes one parameter of the filter; a blank value removes it. Trailing spaces stay, because the person may still
/// be typing.
///
/// # Errors
/// If the value is invalid.
pub(crate) fn with(filter: &JobFilter, name: &str, value: &str) -> Result<JobFilter, InvalidParameter> {
    let pairs = filter.pairs();
    let others =
        pairs.iter().filter(|(known, _)| *known != name).map(|(known, value)| (*known, value.as_str()));
    let value = if value.trim().is_empty() { "" } else { value };
    check(others.chain([(name, value)]).collect())
}

/// Whether a job matches all but the words of the filter: a row has only the start of the prompt.
pub(super) fn matches(filter: &JobFilter, job: &JobEntry) -> bool {
    filter.hidden == job.hidden
        && filter.status.as_ref().is_none_or(|status| *status == job.status)
        && filter.author.as_ref().is_none_or(|author| job.author.as_ref() == Some(author))
        && filter.label.as_ref().is_none_or(|label| job.labels.contains(label))
        && filter.added_since.is_none_or(|since| job.added_at >= since)
        && filter.added_until.is_none_or(|until| job.added_at < until)
        && filter.ended_since.is_none_or(|since| job.ended_at.is_some_and(|at| at >= since))
        && filter.ended_until.is_none_or(|until| job.ended_at.is_some_and(|at| at < until))
}

/// Takes one type of pairs, so that the generic function is compiled once.
fn check(pairs: Vec<(&str, &str)>) -> Result<JobFilter, InvalidParameter> {
    JobFilter::from_pairs(pairs)
}

#[cfg(test)]
mod tests {
    use docket_wire::{CallerName, JobStatus, UnixMs};

    use super::*;
    use crate::sample::job;

    #[test]
    fn the_filter_is_read_from_the_query() {
        let filter = read(|name| match name {
            "q" => Some("sdk".into()),
            "status" => Some("active".into()),
            "addedSince" => Some("1970-01-01T00:00:01Z".into()),
            "hidden" => Some("true".into()),
            _ => None,
        });
        let expected = JobFilter {
            text: Some("sdk".into()),
            status: Some(JobStatus::Active),
            added_since: Some(UnixMs(1000)),
            hidden: true,
            ..JobFilter::default()
        };
        assert_eq!(filter, Ok(expected));
        assert!(read(|_| None).unwrap().is_plain());
        assert_eq!(read(|name| (name == "limit").then(|| "x".into())), Ok(JobFilter::default()));
        assert!(read(|name| (name == "hidden").then(|| "perhaps".into())).is_err());
    }

    #[test]
    fn with_changes_one_parameter() {
        let plain = JobFilter::default();
        let by_text = with(&plain, "q", "sdk ").unwrap();
        assert_eq!(by_text.text.as_deref(), Some("sdk "));
        let both = with(&by_text, "status", "failed").unwrap();
        assert_eq!((both.text.as_deref(), both.status.clone()), (Some("sdk "), Some(JobStatus::Failed)));
        assert_eq!(with(&with(&both, "q", " ").unwrap(), "status", ""), Ok(plain.clone()));
        assert!(with(&plain, "q", &"x".repeat(201)).is_err());
    }

    #[test]
    fn a_job_matches_when_every_parameter_does() {
        let label = || "sdk".to_owned().try_into().unwrap();
        let row = JobEntry { labels: vec![label()], ended_at: Some(UnixMs(9000)), ..job("a", 5) };
        let plain = JobFilter::default;
        let matching = [
            plain(),
            JobFilter { status: Some(JobStatus::Active), ..plain() },
            JobFilter { author: Some(CallerName("ada".into())), label: Some(label()), ..plain() },
            JobFilter { added_since: Some(UnixMs(5000)), added_until: Some(UnixMs(5001)), ..plain() },
            JobFilter { ended_since: Some(UnixMs(9000)), ended_until: Some(UnixMs(9001)), ..plain() },
        ];
        let others = [
            JobFilter { status: Some(JobStatus::Failed), ..plain() },
            JobFilter { author: Some(CallerName("dev".into())), ..plain() },
            JobFilter { label: Some("docs".to_owned().try_into().unwrap()), ..plain() },
            JobFilter { added_since: Some(UnixMs(5001)), ..plain() },
            JobFilter { added_until: Some(UnixMs(5000)), ..plain() },
            JobFilter { ended_since: Some(UnixMs(9001)), ..plain() },
            JobFilter { ended_until: Some(UnixMs(9000)), ..plain() },
            JobFilter { hidden: true, ..plain() },
        ];
        for (filters, expected) in [(matching.as_slice(), true), (&others, false)] {
            for filter in filters {
                assert_eq!(matches(filter, &row), expected, "{filter:?}");
            }
        }
        let running = JobEntry { ended_at: None, ..row };
        for filter in others.iter().chain(&matching) {
            let is_by_end = filter.ended_since.is_some() || filter.ended_until.is_some();
            assert!(!(is_by_end && matches(filter, &running)), "{filter:?}");
        }
    }
}
