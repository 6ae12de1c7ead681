//! For how long Docket stores what, and what would go.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::{InvalidParameter, UnixMs, whole_number};

/// Response of `GET /api/projects/{project}/retention`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Retention {
    /// What is stored of the project's jobs.
    pub jobs: JobsRetention,
    /// What is stored of the project's visitors. Absent for a caller who may not read visitors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub analytics: Option<AnalyticsRetention>,
}

/// What is stored of a project's jobs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JobsRetention {
    /// Ended jobs, and prompts that became no job.
    pub jobs: RetentionRule,
    /// Ended jobs with the texts of their prompts, and prompts that became no job.
    pub prompts: RetentionRule,
    /// Entries of the audit log.
    pub audit: RetentionRule,
}

/// What is stored of a project's visitors.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnalyticsRetention {
    /// Totals, tables of paths, rows of days, and answers of the service, by the end of their days.
    pub figures: RetentionRule,
    /// Entries of the audit log: backfills.
    pub audit: RetentionRule,
}

/// For how long one kind of data is stored, and how much of it is older.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RetentionRule {
    /// The days of the setting; null if it is not set, so that nothing goes.
    pub days: Option<u32>,
    /// The days that the count is for: those of the request, otherwise those of the setting.
    pub counted_days: Option<u32>,
    /// How many are older than that, and can go: counted up to 1,000.
    pub expired: u32,
    /// Whether there are more of them.
    pub more: bool,
    /// The time of the oldest of them.
    pub oldest: Option<UnixMs>,
}

impl RetentionRule {
    /// How far the expired are counted: each one that is counted is a row read.
    pub const COUNTED_MAX: u32 = 1_000;
}

/// The checked query of a preview: other days than those of the settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RetentionQuery {
    /// In place of `DOCKET_JOBS_DAYS`.
    pub jobs_days: Option<u32>,
    /// In place of `DOCKET_PROMPTS_DAYS`.
    pub prompts_days: Option<u32>,
    /// In place of `DOCKET_FIGURES_DAYS`.
    pub figures_days: Option<u32>,
    /// In place of `DOCKET_AUDIT_DAYS`.
    pub audit_days: Option<u32>,
}

impl RetentionQuery {
    /// Days for which jobs can be stored: an ended job is polled for a week, and must not go before.
    pub const JOBS_DAYS: RangeInclusive<u32> = 8..=3_650;
    /// Days for which anything else can be stored.
    pub const OTHER_DAYS: RangeInclusive<u32> = 1..=3_650;

    /// Reads decoded query parameters, and ignores unknown ones.
    ///
    /// # Errors
    /// Names the first parameter that breaks its rule.
    pub fn from_pairs<'a>(
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, InvalidParameter> {
        let mut query = Self::default();
        for (name, value) in pairs {
            let (field, days, range) = match name {
                "jobsDays" => ("jobsDays", &mut query.jobs_days, Self::JOBS_DAYS),
                "promptsDays" => ("promptsDays", &mut query.prompts_days, Self::OTHER_DAYS),
                "figuresDays" => ("figuresDays", &mut query.figures_days, Self::OTHER_DAYS),
                "auditDays" => ("auditDays", &mut query.audit_days, Self::OTHER_DAYS),
                _ => continue,
            };
            let number = whole_number(value).and_then(|number| u32::try_from(number).ok());
            let valid = number.filter(|number| range.contains(number));
            let rule = || format!("must be a whole number from {} to {}", range.start(), range.end());
            *days = Some(valid.ok_or_else(|| InvalidParameter::new(field, rule()))?);
        }
        Ok(query)
    }
}
