//! The state of a deployment in words.

pub(crate) mod polling;
pub(crate) mod retention;

use docket_wire::{LearnedDurations, ProblemCode, RequestBudget};

use super::locale::tenths;
use super::number::count;
use super::time::{duration, duration_of};
use crate::texts::settings::{deployment, project as texts};

/// What is left of a budget: `97 of 100 left. One more in 21 min.`
pub(crate) fn budget_words(budget: &RequestBudget) -> String {
    let RequestBudget { limit, remaining, reset_s, .. } = budget;
    let limit = count((*limit).into());
    let left = match remaining {
        0 => texts::none_left_of(&limit),
        _ => texts::left_of(&count((*remaining).into()), &limit),
    };
    if *reset_s == 0 {
        return left;
    }
    let wait_ms = i64::try_from(*reset_s).unwrap_or(i64::MAX).saturating_mul(1000);
    format!("{left} {}", texts::one_more_in(&duration(wait_ms)))
}

pub(crate) fn duration_words(durations: &LearnedDurations) -> String {
    let Some(median_ms) = durations.median_ms else {
        return texts::no_ended_jobs_yet(&duration_of(durations.typical_ms));
    };
    let half = duration_of(median_ms);
    let take = match durations.nine_of_ten_ms {
        None => texts::half_take_up_to(&half),
        Some(ms) => texts::half_and_nine_of_ten_take_up_to(&half, &duration_of(ms)),
    };
    let jobs = durations.learned_from;
    format!("{take} {}", texts::learned_from(jobs, &count(jobs.into())))
}

/// A size: `184 kB`, `1.2 MB`.
pub(crate) fn size(bytes: u64) -> String {
    match bytes {
        ..1_000 => deployment::bytes(&bytes.to_string()),
        1_000..1_000_000 => deployment::kilobytes(&(bytes / 1_000).to_string()),
        _ => deployment::megabytes(&tenths(bytes / 100_000)),
    }
}

/// What an admin can do about a failed call, and the settings to check. `key` is the name of the setting with the key.
pub(crate) fn advice(code: ProblemCode, key: &str) -> Option<(&'static str, Vec<String>)> {
    let advice =
        |text, settings: &[&str]| Some((text, settings.iter().map(|name| (*name).to_owned()).collect()));
    match code {
        ProblemCode::ServiceRejectedKey => advice(texts::CHECK_THE_KEY, &[key]),
        ProblemCode::ServiceUnreachable | ProblemCode::ServiceBadAnswer => {
            advice(texts::CHECK_THE_ADDRESS, &["DOCKET_UPSTREAM"])
        }
        ProblemCode::ServiceTimeout => {
            advice(texts::CHECK_ADDRESS_AND_TIME_LIMIT, &["DOCKET_UPSTREAM", "DOCKET_UPSTREAM_TIMEOUT_MS"])
        }
        ProblemCode::ServiceFailed => advice(texts::SERVICE_ERROR, &[]),
        ProblemCode::ServiceThrottled => advice(texts::DOCKET_WAITS, &[]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_says_what_is_left_and_when_there_is_more() {
        let budget = RequestBudget { limit: 3_600, remaining: 3_411, reset_s: 4, paused_until: None };
        assert_eq!(budget_words(&budget), "3,411 of 3,600 left. One more in 4\u{a0}s.");
        let spent = RequestBudget { remaining: 0, reset_s: 1_260, ..budget };
        assert_eq!(budget_words(&spent), "None of 3,600 left. One more in 21\u{a0}min.");
        let whole = RequestBudget { remaining: 3_600, reset_s: 0, ..budget };
        assert_eq!(budget_words(&whole), "3,600 of 3,600 left.");
    }

    #[test]
    fn durations_say_what_they_are_learned_from() {
        let none =
            LearnedDurations { learned_from: 0, median_ms: None, nine_of_ten_ms: None, typical_ms: 150_000 };
        assert_eq!(duration_words(&none), "No ended jobs yet. Estimate: 2\u{a0}min 30\u{a0}s.");
        let one = LearnedDurations { learned_from: 1, median_ms: Some(60_000), ..none };
        assert_eq!(duration_words(&one), "Half take up to 1\u{a0}min. Based on 1 job.");
        let many = LearnedDurations { learned_from: 41, nine_of_ten_ms: Some(600_000), ..one };
        assert_eq!(
            duration_words(&many),
            "Half take up to 1\u{a0}min, 9 of 10 up to 10\u{a0}min. Based on the latest 41 jobs."
        );
    }

    #[test]
    fn a_size_has_one_unit() {
        let sizes = [
            (0, "0\u{a0}bytes"),
            (184_320, "184\u{a0}kB"),
            (1_253_376, "1.2\u{a0}MB"),
            (5_000_000_000, "5,000.0\u{a0}MB"),
        ];
        for (bytes, text) in sizes {
            assert_eq!(size(bytes), text);
        }
    }

    #[test]
    fn a_rejected_key_names_the_setting_of_the_project() {
        let (_, settings) = advice(ProblemCode::ServiceRejectedKey, "DOCKET_ADMIN_KEY_EU").unwrap();
        assert_eq!(settings, ["DOCKET_ADMIN_KEY_EU"]);
    }
}
