use docket_wire::{DateOrTime, ProblemCode, UnixMs};

/// No request is left for a caller, and nothing is cached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exhausted {
    /// Seconds until the caller can make a request; 0 if it allows none.
    pub wait_s: u64,
    pub cause: ExhaustedBy,
}

/// Why no request is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExhaustedBy {
    /// This hour's requests are made, as far as the caller may make them.
    Budget {
        /// Whether some are left, for people.
        has_reserve: bool,
    },
    /// The service asked Docket to wait.
    Pause {
        /// When the pause ends, unless a person ends it before.
        until: UnixMs,
    },
    /// As many requests are made as the service accepted before it answered 429. A person may try nevertheless.
    LearnedLimit {
        /// Requests per hour, as far as Docket knows.
        limit: u32,
    },
    /// The request allows no request to the service.
    OnlyIfCached,
    /// A program has made its share of this hour's requests.
    Share {
        /// Requests per hour of each program.
        limit: u32,
    },
}

impl Exhausted {
    #[must_use]
    pub fn code(&self) -> ProblemCode {
        match self.cause {
            ExhaustedBy::Pause { .. } => ProblemCode::ServicePaused,
            ExhaustedBy::OnlyIfCached => ProblemCode::NotCached,
            ExhaustedBy::Budget { .. } | ExhaustedBy::LearnedLimit { .. } | ExhaustedBy::Share { .. } => {
                ProblemCode::BudgetExhausted
            }
        }
    }
}

impl std::error::Error for Exhausted {}

impl std::fmt::Display for Exhausted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.cause {
            ExhaustedBy::OnlyIfCached => {
                return f
                    .write_str("Nothing is cached for this range, and the request allows no other answer.");
            }
            ExhaustedBy::Budget { has_reserve } => write!(
                f,
                "This hour's requests for visitor figures (DOCKET_ANALYTICS_PER_HOUR) are exhausted{}",
                if has_reserve { ", except for those that are reserved for people" } else { "" }
            ),
            ExhaustedBy::LearnedLimit { limit } => write!(
                f,
                "The documentation service accepted no more than {limit} requests for visitor figures this hour"
            ),
            ExhaustedBy::Pause { until } => {
                write!(
                    f,
                    "The documentation service asked Docket to wait until {}",
                    DateOrTime::moment(until)
                )
            }
            ExhaustedBy::Share { limit } => {
                write!(
                    f,
                    "This program has used its {limit} hourly requests for visitor figures, half of \
                     DOCKET_ANALYTICS_PER_HOUR"
                )
            }
        }?;
        let minutes = self.wait_s.div_ceil(60);
        write!(f, ", and nothing is cached for this range. Try again in {minutes} min.")
    }
}
