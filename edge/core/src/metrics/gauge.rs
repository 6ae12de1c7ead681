//! What an object reports beside its counters.

use super::counter::Counters;

/// Defines the gauges of an object.
macro_rules! gauges {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $gauge:ident,)+ }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(usize)]
        pub enum $name {
            $($(#[$doc])* $gauge,)+
        }

        impl $name {
            /// All of them, in the order of the sample.
            const ALL: &[Self] = &[$(Self::$gauge,)+];

            /// Their values, in the order of the sample.
            pub fn values(value_of: impl Fn(Self) -> i64) -> impl Iterator<Item = i64> {
                Self::ALL.iter().copied().map(value_of)
            }

            /// Its position in the sample.
            #[must_use]
            pub const fn at(self) -> usize {
                Counters::LENGTH + self as usize
            }
        }
    };
}

gauges! {
    /// The gauges of a `JobsObject`, after its counters. While a release replaces another, a Worker may read the sample of an object of the
    /// other one: a new gauge is the last.
    JobsGauge {
        /// The hour's prompts.
        PromptsLimit,
        /// What is left of them.
        PromptsRemaining,
        /// The hour's polls.
        PollsLimit,
        /// What is left of them.
        PollsRemaining,
        /// Open jobs that are polled.
        Scheduled,
        /// Open jobs whose polling Docket suspended.
        Suspended,
        /// Open jobs whose polling a caller stopped.
        Stopped,
        /// How late the most overdue poll is, in milliseconds.
        OverdueMs,
        /// Whether that is later than the rule allows.
        IsLate,
        /// Whether due polls wait for the budget.
        WaitsForBudget,
        /// Whether due polls wait for the end of a pause that the service asked for.
        WaitsForPause,
        /// How long no call to the service has succeeded, in milliseconds; 0 if the last one did.
        FailingMs,
        /// Consoles that are connected.
        Connections,
        /// Bytes of the database.
        StorageBytes,
        /// Follow-ups that wait for their job to be idle.
        Queued,
        /// Prompts of unknown outcome, which wait for a caller's decision.
        Unknown,
        /// Requests that wait for a change.
        Waiting,
    }
}

gauges! {
    /// The gauges of an `AnalyticsObject`, after its counters.
    AnalyticsGauge {
        /// The hour's requests.
        Limit,
        /// What is left of them.
        Remaining,
        /// Bytes of the database.
        StorageBytes,
    }
}
