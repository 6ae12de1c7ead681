//! The state of a deployment in words.

use docket_wire::{KeyKind, LearnedDurations, ProblemCode, RequestBudget};

use super::number::{count, counted};
use super::time::{duration, duration_of};

/// What is said of an admin key.
pub(crate) fn key_words(kind: KeyKind) -> &'static str {
    match kind {
        KeyKind::Missing => "Not set. Nothing works without it.",
        KeyKind::Admin => "Set, and it begins like an admin key.",
        KeyKind::Other => {
            "Set, but it begins like a key for another purpose. Jobs and visitors need an admin key, which begins with mint_."
        }
        KeyKind::Unknown => {
            "Set, but it does not begin like an admin key, which begins with mint_. If calls succeed, that does not matter."
        }
    }
}

/// What is left of a budget: `97 of 100 left. One more in 21 min.`
pub(crate) fn budget_words(budget: &RequestBudget) -> String {
    let RequestBudget { limit, remaining, reset_s, .. } = budget;
    let mut words = match remaining {
        0 => format!("None of {} left.", count((*limit).into())),
        _ => format!("{} of {} left.", count((*remaining).into()), count((*limit).into())),
    };
    if *reset_s > 0 {
        let wait_ms = i64::try_from(*reset_s).unwrap_or(i64::MAX).saturating_mul(1000);
        words.push_str(&format!(" One more in {}.", duration(wait_ms)));
    }
    words
}

/// How long jobs take.
pub(crate) fn duration_words(durations: &LearnedDurations) -> String {
    let Some(median_ms) = durations.median_ms else {
        return format!(
            "Nothing learned yet. Docket expects {} until a job has ended.",
            duration_of(durations.typical_ms)
        );
    };
    let mut words = format!("Half take up to {}", duration_of(median_ms));
    if let Some(ms) = durations.nine_of_ten_ms {
        words.push_str(&format!(", 9 of 10 up to {}", duration_of(ms)));
    }
    words.push_str(&match durations.learned_from {
        1 => ". Learned from 1 job.".to_owned(),
        jobs => format!(". Learned from the latest {}.", counted(jobs.into(), "job", "jobs")),
    });
    words
}

/// A size: `184 kB`, `1.2 MB`.
pub(crate) fn size(bytes: u64) -> String {
    match bytes {
        ..1_000 => format!("{bytes}\u{a0}bytes"),
        1_000..1_000_000 => format!("{}\u{a0}kB", bytes / 1_000),
        _ => format!("{}.{}\u{a0}MB", count(bytes / 1_000_000), bytes / 100_000 % 10),
    }
}

/// What an admin can do about a failed call, and the settings to check. `key` is the name of the setting with the key.
pub(crate) fn advice(code: ProblemCode, key: &str) -> Option<(&'static str, Vec<String>)> {
    let of = |text, settings: &[&str]| Some((text, settings.iter().map(|name| (*name).to_owned()).collect()));
    match code {
        ProblemCode::ServiceRejectedKey => of(
            "Check that the key is one of this project, an admin key, and not revoked. Then replace it in:",
            &[key],
        ),
        ProblemCode::ServiceUnreachable | ProblemCode::ServiceBadAnswer => {
            of("If it goes on, check the address of the service in:", &["DOCKET_UPSTREAM"])
        }
        ProblemCode::ServiceTimeout => of(
            "If it goes on, check the address of the service and its time limit in:",
            &["DOCKET_UPSTREAM", "DOCKET_UPSTREAM_TIMEOUT_MS"],
        ),
        ProblemCode::ServiceFailed => of("The service has a fault. Docket tries again by itself.", &[]),
        ProblemCode::ServiceThrottled => {
            of("Docket waits as long as the service asks. Perhaps other programs use the same key.", &[])
        }
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
        assert!(
            duration_words(&none).starts_with("Nothing learned yet. Docket expects 2\u{a0}min 30\u{a0}s")
        );
        let one = LearnedDurations { learned_from: 1, median_ms: Some(60_000), ..none };
        assert_eq!(duration_words(&one), "Half take up to 1\u{a0}min. Learned from 1 job.");
        let many = LearnedDurations { learned_from: 41, nine_of_ten_ms: Some(600_000), ..one };
        assert_eq!(
            duration_words(&many),
            "Half take up to 1\u{a0}min, 9 of 10 up to 10\u{a0}min. Learned from the latest 41 jobs."
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
