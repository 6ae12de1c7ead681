use docket_wire::{DateOrTime, ProblemCode, UnixMs};

use crate::rate_limit::Budget;

/// No poll is left for a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PollsExhausted {
    /// This hour's polls are made.
    Budget {
        /// When one is free.
        retry_at: UnixMs,
    },
    /// The service asked Docket to wait.
    Pause {
        /// When the pause ends, unless a person ends it before.
        until: UnixMs,
    },
}

impl PollsExhausted {
    pub(in crate::jobs::polling) fn of(budget: &Budget) -> Self {
        match budget.waits_for_pause() {
            Some(until) => Self::Pause { until },
            None => Self::Budget { retry_at: budget.resets_at },
        }
    }

    /// When a poll can be made.
    #[must_use]
    pub fn retry_at(self) -> UnixMs {
        match self {
            Self::Budget { retry_at } => retry_at,
            Self::Pause { until } => until,
        }
    }

    #[must_use]
    pub fn code(self) -> ProblemCode {
        match self {
            Self::Budget { .. } => ProblemCode::BudgetExhausted,
            Self::Pause { .. } => ProblemCode::ServicePaused,
        }
    }
}

impl std::error::Error for PollsExhausted {}

impl std::fmt::Display for PollsExhausted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Budget { .. } => {
                f.write_str("The hourly budget for polls (DOCKET_POLLS_PER_HOUR) is exhausted")
            }
            Self::Pause { until } => {
                let until = DateOrTime::moment(*until);
                write!(f, "The documentation service asked Docket to wait until {until}")
            }
        }?;
        f.write_str(", so Docket cannot request the job now.")
    }
}
