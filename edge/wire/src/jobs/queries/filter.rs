use crate::http::parameter;
use crate::{CallerName, InvalidParameter, JobId, JobStatus, Label, UnixMs};

/// The order of a list of jobs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum JobSort {
    /// The job that was added last comes first.
    #[default]
    Newest,
    /// The job that was added first comes first.
    Oldest,
}

impl JobSort {
    /// Every order.
    pub const ALL: [Self; 2] = [Self::Newest, Self::Oldest];

    /// The value in a query.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Newest => "newest",
            Self::Oldest => "oldest",
        }
    }
}

/// The checked query of the jobs list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct JobFilter {
    /// Only jobs with this status.
    pub status: Option<JobStatus>,
    /// Only jobs whose first prompt this person or program sent.
    pub author: Option<CallerName>,
    /// Only jobs with this label.
    pub label: Option<Label>,
    /// Only jobs that were added at this time or later.
    pub added_since: Option<UnixMs>,
    /// Only jobs that were added before this time.
    pub added_until: Option<UnixMs>,
    /// Only jobs that ended at this time or later.
    pub ended_since: Option<UnixMs>,
    /// Only jobs that ended before this time.
    pub ended_until: Option<UnixMs>,
    /// Only jobs with all of these words in their prompts, of which the last may be incomplete; or what it names as
    /// [`NamedJob`](super::NamedJob) says.
    pub text: Option<String>,
    /// Hidden jobs instead of the others.
    pub hidden: bool,
    /// The order of the list.
    pub sort: JobSort,
    /// Jobs after this one in the list.
    pub before: Option<JobId>,
    /// Jobs per page, 1 to [`JobFilter::LIMIT_MAX`]; [`JobFilter::LIMIT`] if it is absent.
    pub limit: Option<u32>,
}

impl JobFilter {
    /// Default number of jobs per page.
    pub const LIMIT: u32 = 100;
    /// Maximum number of jobs per page.
    pub const LIMIT_MAX: u32 = 200;
    /// Maximum length of the search text, in bytes.
    pub const TEXT_BYTES_MAX: usize = 200;
    /// The query parameters that it reads.
    pub const PARAMETERS: [&str; 12] = [
        "status",
        "author",
        "label",
        "addedSince",
        "addedUntil",
        "endedSince",
        "endedUntil",
        "q",
        "hidden",
        "sort",
        "before",
        "limit",
    ];

    /// Reads decoded query parameters. It ignores unknown ones, and an empty value counts as absent.
    ///
    /// # Errors
    /// If a parameter breaks its rule: it names the first one.
    pub fn from_pairs<'a>(
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, InvalidParameter> {
        let mut filter = Self::default();
        for (name, value) in pairs.into_iter().filter(|(_, value)| !value.is_empty()) {
            match name {
                "status" if value.chars().count() > JobStatus::CHARS_MAX => {
                    return Err(InvalidParameter::new("status", "must not be longer than 100 characters"));
                }
                "status" => filter.status = Some(JobStatus::from(value.to_owned())),
                "author" => filter.author = Some(CallerName(value.to_owned())),
                "label" => filter.label = Some(read("label", Label::try_from(value.to_owned()))?),
                "addedSince" => filter.added_since = Some(parameter::time("addedSince", value)?),
                "addedUntil" => filter.added_until = Some(parameter::time("addedUntil", value)?),
                "endedSince" => filter.ended_since = Some(parameter::time("endedSince", value)?),
                "endedUntil" => filter.ended_until = Some(parameter::time("endedUntil", value)?),
                "q" if value.len() > Self::TEXT_BYTES_MAX => {
                    return Err(InvalidParameter::new("q", "must not be longer than 200 bytes"));
                }
                "q" => filter.text = Some(value.to_owned()),
                "hidden" => {
                    let rule = "must be true or false";
                    filter.hidden = value.parse().map_err(|_| InvalidParameter::new("hidden", rule))?;
                }
                "sort" => {
                    let found = JobSort::ALL.into_iter().find(|sort| sort.as_str() == value);
                    filter.sort =
                        found.ok_or_else(|| InvalidParameter::new("sort", "must be newest or oldest"))?;
                }
                "before" => filter.before = Some(read("before", value.parse())?),
                "limit" => filter.limit = Some(parameter::number("limit", value, 1..=Self::LIMIT_MAX)?),
                _ => {}
            }
        }
        Ok(filter)
    }

    /// The number of jobs on its page.
    #[must_use]
    pub fn page_limit(&self) -> u32 {
        self.limit.unwrap_or(Self::LIMIT).min(Self::LIMIT_MAX)
    }

    /// The parameters to send. Values need percent-encoding.
    #[must_use]
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        let mut pairs = Vec::new();
        pairs.extend(self.status.as_ref().map(|status| ("status", status.to_string())));
        pairs.extend(self.author.as_ref().map(|author| ("author", author.to_string())));
        pairs.extend(self.label.as_ref().map(|label| ("label", label.to_string())));
        pairs.extend(self.added_since.map(|at| ("addedSince", at.to_string())));
        pairs.extend(self.added_until.map(|at| ("addedUntil", at.to_string())));
        pairs.extend(self.ended_since.map(|at| ("endedSince", at.to_string())));
        pairs.extend(self.ended_until.map(|at| ("endedUntil", at.to_string())));
        pairs.extend(self.text.as_ref().map(|text| ("q", text.clone())));
        pairs.extend(self.hidden.then(|| ("hidden", "true".to_owned())));
        pairs.extend((self.sort != JobSort::default()).then(|| ("sort", self.sort.as_str().to_owned())));
        pairs.extend(self.before.as_ref().map(|before| ("before", before.to_string())));
        pairs.extend(self.limit.map(|limit| ("limit", limit.to_string())));
        pairs
    }

    /// Whether it lists all jobs that are not hidden, in any order, on any page.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        Self { sort: JobSort::default(), before: None, limit: None, ..self.clone() } == Self::default()
    }
}

fn read<T, E: std::fmt::Display>(field: &'static str, outcome: Result<T, E>) -> Result<T, InvalidParameter> {
    outcome.map_err(|error| InvalidParameter::new(field, format!("is invalid: {error}")))
}
