//! Budgets in the fields of draft-ietf-httpapi-ratelimit-headers.

use docket_wire::UnixMs;

use super::budget::Budget;

/// Seconds of the window of every budget that a response names.
const HOUR_S: u32 = 3600;

/// The headers `RateLimit-Policy` and `RateLimit` for budgets of an hour, each with the name of its policy: a word
/// without quotes.
#[must_use]
pub fn fields(budgets: &[(&str, Budget)], now: UnixMs) -> [(&'static str, String); 2] {
    let list = |item: &dyn Fn(&Budget) -> String| {
        let items: Vec<_> =
            budgets.iter().map(|(name, budget)| format!("\"{name}\";{}", item(budget))).collect();
        items.join(", ")
    };
    [
        ("RateLimit-Policy", list(&|budget| format!("q={};w={HOUR_S}", budget.limit))),
        ("RateLimit", list(&|budget| format!("r={};t={}", budget.remaining, budget.reset_s(now)))),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_budget_has_a_policy_and_what_is_left() {
        let budget = |limit, remaining, resets_at| Budget {
            limit,
            remaining,
            resets_at: UnixMs(resets_at),
            paused_until: None,
        };
        let budgets = [("visitors", budget(100, 99, 3_600_000)), ("program", budget(50, 0, 1_500))];
        let [policy, limit] = fields(&budgets, UnixMs(1_000));
        assert_eq!(
            policy,
            ("RateLimit-Policy", "\"visitors\";q=100;w=3600, \"program\";q=50;w=3600".to_owned())
        );
        assert_eq!(limit, ("RateLimit", "\"visitors\";r=99;t=3599, \"program\";r=0;t=1".to_owned()));
    }
}
