//! The budget for prompts, as the fields of a response have it.

/// What is left of the budget for prompts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PromptBudget {
    pub per_hour: u32,
    pub remaining: u32,
    /// Seconds until another one is free.
    pub free_in_s: u32,
}

impl PromptBudget {
    /// Reads the fields `RateLimit-Policy` and `RateLimit` of a response: `"prompts";q=60;w=3600`, `"prompts";r=5;t=30`.
    pub(crate) fn of_fields(policy: &str, rate: &str) -> Option<Self> {
        Some(Self {
            per_hour: parameter(policy, 'q')?,
            remaining: parameter(rate, 'r')?,
            free_in_s: parameter(rate, 't').unwrap_or_default(),
        })
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
        let budget = PromptBudget { per_hour: 60, remaining: 5, free_in_s: 30 };
        assert_eq!(PromptBudget::of_fields("\"prompts\";q=60;w=3600", "\"prompts\";r=5;t=30"), Some(budget));
        let others = PromptBudget::of_fields(
            "\"polls\";q=9, \"prompts\"; q=60",
            "\"polls\";r=1;t=2, \"prompts\";r=5;t=30",
        );
        assert_eq!(others, Some(budget));
        let full = PromptBudget { remaining: 60, free_in_s: 0, ..budget };
        assert_eq!(PromptBudget::of_fields("\"prompts\";q=60", "\"prompts\";r=60"), Some(full));
        assert_eq!(PromptBudget::of_fields("\"polls\";q=60", "\"polls\";r=60"), None);
        assert_eq!(PromptBudget::of_fields("", "x"), None);
    }
}
