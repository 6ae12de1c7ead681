//! How long Docket stores data, and what retention would delete.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::http::parameter;
use crate::{InvalidParameter, UnixMs};

/// Response of `GET /api/projects/{project}/retention`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Retention {
    /// Retention of the project's jobs.
    pub jobs: JobsRetention,
    /// Retention of the project's visitors. Absent for a caller who may not read visitors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub analytics: Option<AnalyticsRetention>,
}

/// Retention of a project's jobs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JobsRetention {
    /// Ended jobs, and prompts that created no job.
    pub jobs: RetentionRule,
    /// Ended jobs whose prompts have texts, and prompts that created no job.
    pub prompts: RetentionRule,
    /// Entries of the audit log.
    pub audit: RetentionRule,
}

/// Retention of a project's visitors.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnalyticsRetention {
    /// Totals, tables of paths, rows of days, and responses of the service, by the end of their days.
    pub visitors: RetentionRule,
    /// Entries of the audit log that concern backfills.
    pub audit: RetentionRule,
}

/// How long Docket stores one kind of data, and how much of it is expired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RetentionRule {
    /// The days in the setting; null if it is not set, so that nothing is deleted.
    pub days: Option<u32>,
    /// The days that `expired` is counted for: those in the request, or else those in the setting.
    pub counted_days: Option<u32>,
    /// Number of items that are older and so expired, counted up to 1,000.
    pub expired: u32,
    /// Whether there are more expired items.
    pub more: bool,
    /// Time of the oldest expired item.
    pub oldest: Option<UnixMs>,
}

impl RetentionRule {
    /// Maximum number of expired items that are counted: each counted item is a row read.
    pub const COUNTED_MAX: u32 = 1_000;
}

/// The checked query of a preview, with other days than those in the settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RetentionQuery {
    /// Days in place of `DOCKET_JOBS_DAYS`.
    pub jobs_days: Option<u32>,
    /// Days in place of `DOCKET_PROMPTS_DAYS`.
    pub prompts_days: Option<u32>,
    /// Days in place of `DOCKET_VISITORS_DAYS`.
    pub visitors_days: Option<u32>,
    /// Days in place of `DOCKET_AUDIT_DAYS`.
    pub audit_days: Option<u32>,
}

impl RetentionQuery {
    /// Days for which jobs can be stored. Docket polls an ended job for a week, and must not delete it earlier.
    pub const JOBS_DAYS: RangeInclusive<u32> = 8..=3_650;
    /// Days for which anything else can be stored.
    pub const OTHER_DAYS: RangeInclusive<u32> = 1..=3_650;

    /// Reads decoded query parameters, and ignores unknown ones.
    ///
    /// # Errors
    /// If a parameter breaks its rule: it names the first one.
    pub fn from_pairs<'a>(
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, InvalidParameter> {
        let mut query = Self::default();
        for (name, value) in pairs {
            let (field, days, range) = match name {
                "jobsDays" => ("jobsDays", &mut query.jobs_days, Self::JOBS_DAYS),
                "promptsDays" => ("promptsDays", &mut query.prompts_days, Self::OTHER_DAYS),
                "visitorsDays" => ("visitorsDays", &mut query.visitors_days, Self::OTHER_DAYS),
                "auditDays" => ("auditDays", &mut query.audit_days, Self::OTHER_DAYS),
                _ => continue,
            };
            *days = Some(parameter::number(field, value, range)?);
        }
        Ok(query)
    }
}
