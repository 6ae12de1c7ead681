use crate::{CallerName, JobId, JobStatus, Label, UnixMs};

/// Which jobs of a project, and which part of them: the query of the jobs list, checked.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct JobFilter {
    /// Of this status.
    pub status: Option<JobStatus>,
    /// First prompt by this person or program.
    pub author: Option<CallerName>,
    /// With this label.
    pub label: Option<Label>,
    /// Taken up at this moment or later.
    pub since: Option<UnixMs>,
    /// Taken up before this moment.
    pub until: Option<UnixMs>,
    /// With all of these words in its prompts; the last one may be the beginning of a word.
    pub text: Option<String>,
    /// The hidden ones instead of the others.
    pub hidden: bool,
    /// Behind this job in the list.
    pub before: Option<JobId>,
    /// Jobs on a page, 1 to [`JobFilter::LIMIT_MAX`]; [`JobFilter::LIMIT`] if it is absent.
    pub limit: Option<u32>,
}

/// Why the query of a jobs list is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field} {rule}")]
pub struct InvalidFilter {
    /// The parameter at fault.
    pub field: &'static str,
    /// The rule that it breaks.
    pub rule: String,
}

impl JobFilter {
    /// Jobs on a page, if nothing else is asked for.
    pub const LIMIT: u32 = 100;
    /// Jobs on a page, at most.
    pub const LIMIT_MAX: u32 = 200;
    /// Bytes of a text that is searched for, at most.
    pub const TEXT_BYTES_MAX: usize = 200;

    /// Reads decoded query parameters. Unknown ones are left out, an empty value counts as absent.
    ///
    /// # Errors
    /// Names the first parameter that breaks its rule.
    pub fn from_pairs<'a>(
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, InvalidFilter> {
        let mut filter = Self::default();
        for (name, value) in pairs.into_iter().filter(|(_, value)| !value.is_empty()) {
            match name {
                "status" => filter.status = Some(JobStatus::from(value.to_owned())),
                "author" => filter.author = Some(CallerName(value.to_owned())),
                "label" => filter.label = Some(read("label", Label::try_from(value.to_owned()))?),
                "since" => filter.since = Some(moment("since", value)?),
                "until" => filter.until = Some(moment("until", value)?),
                "q" if value.len() > Self::TEXT_BYTES_MAX => {
                    return Err(invalid("q", "must not be longer than 200 bytes"));
                }
                "q" => filter.text = Some(value.to_owned()),
                "hidden" => filter.hidden = read("hidden", value.parse())?,
                "before" => filter.before = Some(read("before", value.parse())?),
                "limit" => {
                    let limit = value.parse().ok().filter(|limit| (1..=Self::LIMIT_MAX).contains(limit));
                    filter.limit =
                        Some(limit.ok_or_else(|| invalid("limit", "must be a whole number from 1 to 200"))?);
                }
                _ => {}
            }
        }
        Ok(filter)
    }

    /// The parameters to send. Values need percent-encoding.
    #[must_use]
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        let mut pairs = Vec::new();
        pairs.extend(self.status.as_ref().map(|status| ("status", status.to_string())));
        pairs.extend(self.author.as_ref().map(|author| ("author", author.to_string())));
        pairs.extend(self.label.as_ref().map(|label| ("label", label.to_string())));
        pairs.extend(self.since.map(|since| ("since", since.0.to_string())));
        pairs.extend(self.until.map(|until| ("until", until.0.to_string())));
        pairs.extend(self.text.as_ref().map(|text| ("q", text.clone())));
        pairs.extend(self.hidden.then(|| ("hidden", "true".to_owned())));
        pairs.extend(self.before.as_ref().map(|before| ("before", before.to_string())));
        pairs.extend(self.limit.map(|limit| ("limit", limit.to_string())));
        pairs
    }

    /// Whether it leaves jobs out of the plain list, pages aside.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        Self { before: None, limit: None, ..self.clone() } == Self::default()
    }
}

fn invalid(field: &'static str, rule: &str) -> InvalidFilter {
    InvalidFilter { field, rule: rule.to_owned() }
}

fn read<T, E: std::fmt::Display>(field: &'static str, outcome: Result<T, E>) -> Result<T, InvalidFilter> {
    outcome.map_err(|error| invalid(field, &format!("is not good: {error}")))
}

fn moment(field: &'static str, text: &str) -> Result<UnixMs, InvalidFilter> {
    text.parse().map(UnixMs).map_err(|_| invalid(field, "must be a moment in milliseconds since 1970"))
}
