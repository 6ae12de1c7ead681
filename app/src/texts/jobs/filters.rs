//! Search and filters of the list of jobs.

use docket_wire::JobSort;

pub(crate) const SEARCH_PROMPTS: &str = "Search prompts";
/// What the list is filtered by.
pub(crate) const STATUS: &str = "Status";
pub(crate) const ANY_STATUS: &str = "Any status";
/// What the list is filtered by: the time at which jobs started.
pub(crate) const STARTED: &str = "Started";
pub(crate) const ONLY_HIDDEN: &str = "Only hidden";

/// Before a link that clears the filter, as are the next.
pub(crate) const INVALID_DATE: &str = "This link has an invalid date. ";
pub(crate) const INVALID_LABEL: &str = "This link has an invalid label. ";
pub(crate) const INVALID_SEARCH: &str = "This link has an invalid search. ";
pub(crate) const NO_MATCH: &str = "No jobs match. ";

/// Above the list of a search.
pub(crate) const NEW_JOBS_ARE_NOT_SEARCHED: &str = "New jobs have started since this search.";
pub(crate) const SEARCH_AGAIN: &str = "Search again";

/// Says which jobs the list is limited to. `what` is a name, or several of the texts below, separated by commas.
pub(crate) fn only(what: &str) -> String {
    format!("Only {what}")
}

/// Jobs of this author.
pub(crate) fn by(author: &str) -> String {
    format!("by {author}")
}

pub(crate) fn labelled(label: &str) -> String {
    format!("labelled {label}")
}

/// A bound of a filter.
#[derive(Clone, Copy)]
pub(crate) enum FilterBound {
    StartedBefore,
    EndedSince,
    EndedBefore,
}

/// Jobs on one side of a bound, which is a day or an exact time.
pub(crate) fn bounded(bound: FilterBound, moment: &str) -> String {
    let words = match bound {
        FilterBound::StartedBefore => "started before",
        FilterBound::EndedSince => "ended since",
        FilterBound::EndedBefore => "ended before",
    };
    format!("{words} {moment}")
}

/// The order of the list.
pub(crate) const SORT: &str = "Sort";
pub(crate) const NEWEST_FIRST: &str = "Newest first";
pub(crate) const OLDEST_FIRST: &str = "Oldest first";

/// Says how many jobs match a filter. With `has_more`, these are only the first ones in the order of `sort`.
pub(crate) fn found(count: usize, shown: &str, has_more: bool, sort: JobSort) -> String {
    match (count, has_more) {
        (1, false) => "1 job".to_owned(),
        (_, false) => format!("{shown} jobs"),
        (_, true) => match sort {
            JobSort::Newest => format!("The newest {shown} jobs"),
            JobSort::Oldest => format!("The oldest {shown} jobs"),
        },
    }
}
