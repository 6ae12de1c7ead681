//! The budget for prompts, as the fields of a response have it.

/// What is left of the budget for prompts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PromptBudget {
    /// Prompts per hour.
    pub limit: u32,
    pub remaining: u32,
    /// Seconds until another one is free.
    pub reset_s: u32,
}

/// Others spend the budget as well, so it is requested again after this long.
pub(crate) const BUDGET_FRESH_MS: i64 = 300_000;

/// The least time until an exhausted budget is asked for again.
const AGAIN_S: u32 = 10;

/// So few prompts are few, however small the budget is.
const FEW: u32 = 5;

impl PromptBudget {
    /// Reads the fields `RateLimit-Policy` and `RateLimit` of a response: `"prompts";q=60;w=3600`, `"prompts";r=5;t=30`.
    pub(crate) fn of_fields(policy: &str, rate: &str) -> Option<Self> {
        Some(Self {
            limit: parameter(policy, 'q')?,
            remaining: parameter(rate, 'r')?,
            reset_s: parameter(rate, 't').unwrap_or_default(),
        })
    }

    /// When the next prompt can be sent, in Unix ms, if that is not at `now_ms`.
    pub(crate) fn free_at_ms(self, now_ms: i64) -> Option<i64> {
        (self.remaining == 0).then(|| now_ms + i64::from(self.reset_s.max(AGAIN_S)) * 1_000)
    }

    /// Whether a person should know how many are left: few, or a tenth. A full budget needs no word.
    pub(crate) fn is_low(self) -> bool {
        self.remaining < self.limit && self.remaining <= FEW.max(self.limit / 10)
    }
}

fn parameter(field: &str, name: char) -> Option<u32> {
    let prompts = field.split(',').find(|item| item.trim().starts_with("\"prompts\""))?;
    let mut parameters = prompts.split(';').filter_map(|part| part.trim().split_once('='));
    parameters.find(|(known, _)| known.chars().eq([name]))?.1.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fields_of_a_response_are_read() {
        let budget = PromptBudget { limit: 60, remaining: 5, reset_s: 30 };
        assert_eq!(PromptBudget::of_fields("\"prompts\";q=60;w=3600", "\"prompts\";r=5;t=30"), Some(budget));
        let others = PromptBudget::of_fields(
            "\"polls\";q=9, \"prompts\"; q=60",
            "\"polls\";r=1;t=2, \"prompts\";r=5;t=30",
        );
        assert_eq!(others, Some(budget));
        let full = PromptBudget { remaining: 60, reset_s: 0, ..budget };
        assert_eq!(PromptBudget::of_fields("\"prompts\";q=60", "\"prompts\";r=60"), Some(full));
        assert_eq!(PromptBudget::of_fields("\"polls\";q=60", "\"polls\";r=60"), None);
        assert_eq!(PromptBudget::of_fields("", "x"), None);
    }

    #[test]
    fn an_exhausted_budget_is_asked_for_again_once_a_prompt_is_free() {
        let exhausted = PromptBudget { limit: 60, remaining: 0, reset_s: 30 };
        assert_eq!(exhausted.free_at_ms(1_000), Some(31_000));
        assert_eq!(PromptBudget { reset_s: 0, ..exhausted }.free_at_ms(1_000), Some(11_000));
        assert_eq!(PromptBudget { remaining: 1, ..exhausted }.free_at_ms(1_000), None);
    }

    #[test]
    fn a_tenth_or_five_are_few() {
        for (remaining, limit, is_low) in [
            (10, 100, true),
            (11, 100, false),
            (5, 20, true),
            (6, 20, false),
            (3, 3, false),
            (2, 3, true),
            (0, 0, false),
        ] {
            assert_eq!(
                PromptBudget { limit, remaining, reset_s: 0 }.is_low(),
                is_low,
                "{remaining} of {limit}"
            );
        }
    }
}
