//! What happened on the days of a trend: notes, and what became of jobs.

use serde::{Deserialize, Serialize};

use crate::single_line::line;
use crate::{CallerName, Day, InvalidParameter, UnixMs, ZoneName};

/// Response of `GET /api/projects/{project}/days`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct DayMarks {
    /// The time zone, which decides on which day a job ended.
    pub zone: ZoneName,
    /// The days that have a note, an ended job or a pull request, oldest first.
    pub days: Vec<DayMark>,
    /// The first day whose jobs are counted, if there are too many to count them on all days.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted_from: Option<Day>,
}

/// What happened on a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct DayMark {
    /// The date.
    pub day: Day,
    /// The note on the day.
    pub note: Option<DayNote>,
    /// Number of jobs that ended on the day and are not hidden. A job that ended several times counts on the last day.
    pub jobs_ended: u32,
    /// Number of pull requests that were linked on the day.
    pub pull_requests: u32,
}

/// A note on a day, as "Launch of 2.0".
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DayNote {
    /// The text, on one line: 1 to 200 characters.
    pub text: String,
    /// Who wrote the note.
    pub author: CallerName,
    /// When the note was written.
    pub at: UnixMs,
}

/// Body of `PUT /api/projects/{project}/notes/{day}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NoteEdit {
    /// The text. Docket removes surrounding spaces.
    // What counts as white space differs between dialects of patterns: with these characters, all agree with Rust.
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = Self::CHARS_MAX)))]
    #[cfg_attr(feature = "schema", schemars(regex(pattern = crate::single_line::LINE_PATTERN)))]
    pub text: String,
    /// The text of the note that this one replaces; absent if the day has no note.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaces: Option<String>,
}

impl NoteEdit {
    /// Maximum length of a note, in characters.
    pub const CHARS_MAX: usize = 200;

    /// The edit without spaces around its texts.
    ///
    /// # Errors
    /// If the text is blank, too long, or has control characters.
    pub fn checked(self) -> Result<Self, InvalidParameter> {
        let rule = "must have 1 to 200 characters, without line breaks and other control characters";
        let text = line(&self.text, Self::CHARS_MAX).ok_or_else(|| InvalidParameter::new("text", rule))?;
        let replaces = self.replaces.map(|replaces| replaces.trim().to_owned());
        Ok(Self { text, replaces })
    }
}
