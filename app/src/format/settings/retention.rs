//! For how long something is stored, in words.

use docket_wire::{Retention, RetentionRule};

use crate::format::number::count;
use crate::texts::settings::retention as texts;

/// The days of a setting.
pub(crate) fn stored_words(rule: &RetentionRule) -> String {
    match rule.days {
        Some(days) => texts::stored_for(days, &count(days.into())),
        None => texts::STORED_INDEFINITELY.to_owned(),
    }
}

/// What retention would delete, with the days of the setting or of the request.
pub(crate) fn expired_words(rule: &RetentionRule) -> String {
    let Some(days) = rule.counted_days else { return texts::NOTHING_DELETED.to_owned() };
    let what = match (rule.expired, rule.more) {
        (0, _) => texts::NOTHING.to_owned(),
        (expired, false) => count(expired.into()),
        (expired, true) => texts::more_than(&count(expired.into())),
    };
    if rule.counted_days == rule.days {
        texts::would_delete_now(&what)
    } else {
        texts::would_go_with(days, &count(days.into()), &what)
    }
}

/// Says what is wrong with these days. Docket refuses them as settings, because a job is deleted with its prompts.
pub(crate) fn prompts_outlive_jobs(jobs: Option<u32>, prompts: Option<u32>) -> Option<String> {
    let (jobs, prompts) = jobs.zip(prompts)?;
    (prompts > jobs).then(|| texts::prompts_outlive_jobs(&count(jobs.into())))
}

/// The retention of a project's audit log. Two objects store parts of the log, so this adds up their counts.
pub(crate) fn both_audits(retention: &Retention) -> RetentionRule {
    let audit = retention.jobs.audit;
    let Some(other) = retention.analytics.as_ref().map(|analytics| analytics.audit) else { return audit };
    let sum = audit.expired.saturating_add(other.expired);
    RetentionRule {
        expired: sum.min(RetentionRule::COUNTED_MAX),
        more: audit.more || other.more || sum > RetentionRule::COUNTED_MAX,
        oldest: [audit.oldest, other.oldest].into_iter().flatten().min(),
        ..audit
    }
}

#[cfg(test)]
mod tests {
    use docket_wire::{AnalyticsRetention, JobsRetention, UnixMs};

    use super::*;

    const FOREVER: RetentionRule =
        RetentionRule { days: None, counted_days: None, expired: 0, more: false, oldest: None };

    #[test]
    fn a_rule_says_what_is_stored_and_what_would_be_deleted() {
        assert_eq!(stored_words(&FOREVER), "Stored indefinitely.");
        assert_eq!(expired_words(&FOREVER), "Nothing is deleted.");
        let set = RetentionRule { days: Some(30), counted_days: Some(30), ..FOREVER };
        assert_eq!(stored_words(&set), "Stored for 30 days.");
        assert_eq!(expired_words(&set), "Would be deleted now: nothing.");
        let many = RetentionRule { expired: 1_000, more: true, ..set };
        assert_eq!(expired_words(&many), "Would be deleted now: more than 1,000.");
        let other = RetentionRule { counted_days: Some(1), expired: 12, ..set };
        assert_eq!(expired_words(&other), "With 1 day, this would be deleted: 12.");
    }

    #[test]
    fn prompts_are_stored_no_longer_than_their_jobs() {
        assert_eq!(
            prompts_outlive_jobs(Some(8), Some(3_000)).as_deref(),
            Some("Prompts cannot be stored longer than their jobs. Enter at most 8 days for prompts.")
        );
        assert_eq!(prompts_outlive_jobs(Some(8), Some(8)), None);
        assert_eq!(
            (prompts_outlive_jobs(None, Some(3_000)), prompts_outlive_jobs(Some(8), None)),
            (None, None)
        );
    }

    #[test]
    fn the_audit_log_is_that_of_both_objects() {
        let audit = |expired, oldest| RetentionRule { expired, oldest, ..FOREVER };
        let jobs = JobsRetention { jobs: FOREVER, prompts: FOREVER, audit: audit(3, Some(UnixMs(5))) };
        let alone = Retention { jobs, analytics: None };
        assert_eq!(both_audits(&alone).expired, 3);
        let analytics = AnalyticsRetention { visitors: FOREVER, audit: audit(2, Some(UnixMs(4))) };
        let both = both_audits(&Retention { analytics: Some(analytics), ..alone });
        assert_eq!((both.expired, both.oldest, both.more), (5, Some(UnixMs(4)), false));
    }
}
