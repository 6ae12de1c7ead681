//! How long a prompt is, which matters near its limit.

use docket_wire::Prompt;

use crate::format::number;
use crate::texts::jobs::composer as texts;

/// A tenth of the limit is near.
const NEAR: usize = Prompt::BYTES_MAX / 10;

/// The length of a prompt, as far as a person has to know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PromptLength {
    /// Far from the limit.
    Short,
    /// So many bytes are left.
    NearLimit(usize),
    /// So many bytes are too many.
    TooLong(usize),
}

impl PromptLength {
    /// The length of a text.
    pub(crate) fn of(text: &str) -> Self {
        match Prompt::BYTES_MAX.checked_sub(text.len()) {
            None => Self::TooLong(text.len() - Prompt::BYTES_MAX),
            Some(left) if left <= NEAR => Self::NearLimit(left),
            Some(_) => Self::Short,
        }
    }

    /// Whether Docket refuses the prompt.
    pub(crate) fn is_too_long(self) -> bool {
        matches!(self, Self::TooLong(_))
    }

    /// A sentence, unless the limit is far.
    pub(crate) fn sentence(self) -> Option<String> {
        let [bytes, limit] = match self {
            Self::Short => return None,
            Self::NearLimit(bytes) | Self::TooLong(bytes) => [bytes, Prompt::BYTES_MAX].map(count),
        };
        Some(if self.is_too_long() {
            texts::bytes_over(&bytes, &limit)
        } else {
            texts::bytes_left(&bytes, &limit)
        })
    }
}

fn count(bytes: usize) -> String {
    number::count(u64::try_from(bytes).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nine_tenths_of_the_limit_are_near_it() {
        let said = |bytes: usize| PromptLength::of(&"x".repeat(bytes)).sentence();
        assert_eq!(said(89_999), None);
        assert_eq!(said(90_000).as_deref(), Some("10,000 of 100,000 bytes left."));
        assert_eq!(said(100_000).as_deref(), Some("0 of 100,000 bytes left."));
        assert_eq!(said(101_200).as_deref(), Some("Too long: 1,200 over the limit of 100,000 bytes."));
    }

    #[test]
    fn a_prompt_is_too_long_when_docket_refuses_it() {
        for text in ["x".repeat(100_000), "x".repeat(100_001), "ä".repeat(50_000), "ä".repeat(50_001)] {
            let length = PromptLength::of(&text);
            assert_eq!(length.is_too_long(), Prompt { prompt: text }.check().is_err());
        }
    }
}
