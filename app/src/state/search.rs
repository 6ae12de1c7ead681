//! The filter of the jobs list, as the address bar has it. Pure.

use docket_wire::{InvalidFilter, JobFilter};

/// The parameters that a person sets.
const NAMES: [&str; 5] = ["q", "status", "person", "label", "hidden"];

/// Reads the filter from the parameters of the address.
///
/// # Errors
/// If one of them breaks its rule.
pub(crate) fn read(parameter: impl Fn(&str) -> Option<String>) -> Result<JobFilter, InvalidFilter> {
    let found: Vec<_> = NAMES.into_iter().filter_map(|name| Some((name, parameter(name)?))).collect();
    check(found.iter().map(|(name, value)| (*name, value.as_str())).collect())
}

/// The filter with another value of one parameter; a blank one takes it out. Blanks behind words stay: they are
/// what somebody is about to write on from.
///
/// # Errors
/// If the value breaks its rule.
pub(crate) fn with(filter: &JobFilter, name: &str, value: &str) -> Result<JobFilter, InvalidFilter> {
    let pairs = filter.pairs();
    let kept =
        pairs.iter().filter(|(known, _)| *known != name).map(|(known, value)| (*known, value.as_str()));
    let value = if value.trim().is_empty() { "" } else { value };
    check(kept.chain([(name, value)]).collect())
}

/// One type of pairs, so that the check is compiled once.
fn check(pairs: Vec<(&str, &str)>) -> Result<JobFilter, InvalidFilter> {
    JobFilter::from_pairs(pairs)
}

#[cfg(test)]
mod tests {
    use docket_wire::JobStatus;

    use super::*;

    #[test]
    fn the_address_says_what_is_shown() {
        let filter = read(|name| match name {
            "q" => Some("sdk".into()),
            "status" => Some("active".into()),
            "hidden" => Some("true".into()),
            _ => None,
        });
        let expected = JobFilter {
            text: Some("sdk".into()),
            status: Some(JobStatus::Active),
            hidden: true,
            ..JobFilter::default()
        };
        assert_eq!(filter, Ok(expected));
        assert!(read(|_| None).unwrap().is_plain());
        assert!(read(|name| (name == "hidden").then(|| "perhaps".into())).is_err());
    }

    #[test]
    fn one_part_is_changed_at_a_time() {
        let plain = JobFilter::default();
        let by_text = with(&plain, "q", "sdk ").unwrap();
        assert_eq!(by_text.text.as_deref(), Some("sdk "));
        let both = with(&by_text, "status", "failed").unwrap();
        assert_eq!((both.text.as_deref(), both.status.clone()), (Some("sdk "), Some(JobStatus::Failed)));
        assert_eq!(with(&with(&both, "q", " ").unwrap(), "status", ""), Ok(plain.clone()));
        assert!(with(&plain, "q", &"x".repeat(201)).is_err());
    }
}
