//! What happened on the days of a trend: notes, and what became of jobs.

use serde::{Deserialize, Serialize};

#[cfg(feature = "schema")]
use crate::blank::invisible;
use crate::{CallerName, Day, InvalidParameter, UnixMs, ZoneName, is_blank};

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
    /// The note on the day; null if there is none.
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
    /// The text: 1 to 200 characters. A day on which more than one thing happened has a line for each.
    pub text: String,
    /// Who wrote the note.
    pub author: CallerName,
    /// When the note was written.
    pub at: UnixMs,
}

/// No control characters besides line feeds, and at least one visible character.
#[cfg(feature = "schema")]
const NOTE_PATTERN: &str = concat!(
    r"^[^\u0000-\u0009\u000b-\u001f\u007f-\u009f]*[^",
    invisible!(),
    r"][^\u0000-\u0009\u000b-\u001f\u007f-\u009f]*$"
);

/// Body of `PUT /api/projects/{project}/notes/{day}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NoteEdit {
    /// The text, on one line or several. Docket removes spaces around each line, and blank lines.
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = Self::CHARS_MAX)))]
    #[cfg_attr(feature = "schema", schemars(regex(pattern = NOTE_PATTERN)))]
    pub text: String,
    /// The text of the note that this one replaces; absent if the day has no note.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaces: Option<String>,
}

impl NoteEdit {
    /// Maximum length of a note, in characters.
    pub const CHARS_MAX: usize = 200;

    /// The edit without spaces around its lines.
    ///
    /// # Errors
    /// If the text is blank, too long, or has control characters besides line breaks.
    pub fn checked(self) -> Result<Self, InvalidParameter> {
        let text = Self::lines_of(&self.text);
        let has_control = text.chars().any(|character| character.is_control() && character != '\n');
        if has_control || !(1..=Self::CHARS_MAX).contains(&text.chars().count()) {
            let rule = "must have 1 to 200 characters, without control characters besides line breaks, and not only invisible ones";
            return Err(InvalidParameter::new("text", rule));
        }
        Ok(Self { text, replaces: self.replaces.as_deref().map(Self::lines_of) })
    }

    /// The text of a note where there is room for one line.
    #[must_use]
    pub fn on_one_line(text: &str) -> String {
        text.replace('\n', " · ")
    }

    /// The text as it is stored: the lines that are not blank, without spaces around them.
    #[must_use]
    pub fn lines_of(text: &str) -> String {
        let mut lines = String::new();
        for line in text.lines().map(str::trim).filter(|line| !is_blank(line)) {
            if !lines.is_empty() {
                lines.push('\n');
            }
            lines.push_str(line);
        }
        lines
    }
}
