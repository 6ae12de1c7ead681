//! What an object counts, from its first request on.

use integer_encoding::VarInt;

use super::delay;
use crate::storage::DatabaseError;
use crate::upstream::failure::CallFailure;

/// A number that only grows. Its value is stored at its position: new ones are added before the first bucket of delays
/// only with a new version of the format, and after the last bucket without one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub enum Counter {
    /// Rows that the object read.
    RowsRead,
    /// Rows that the object wrote.
    RowsWritten,
    /// Calls that the service rejected for their content.
    Rejected,
    /// Calls for a job that the service did not find.
    UnknownJob,
    /// Calls whose key the service rejected.
    RejectedKey,
    /// Calls that were too many for the service.
    Throttled,
    /// Calls in which the service failed.
    Failed,
    /// Responses that Docket cannot read, and redirects.
    BadAnswer,
    /// Calls whose connection failed.
    Unreachable,
    /// Calls without a response in time.
    Timeout,
    /// Polls, and other requests for a job.
    Polls,
    /// Data from the cache.
    Hits,
    /// Data from the cache that are past their freshness, because no request was left.
    StaleHits,
    /// Data that another request was already loading, or an export that loads its next page ahead.
    Joined,
    /// Data for which the service was asked.
    Misses,
    /// Data that were neither in the cache nor could be loaded.
    Unavailable,
    /// Milliseconds of all delays together.
    EndDelayMs,
    /// The first bucket of delays.
    EndDelays,
}

const LENGTH: usize = Counter::EndDelays as usize + delay::BUCKETS;
/// The version of the stored format.
const VERSION: u8 = 1;

/// The counters of an object, or what was added to them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counters([u64; LENGTH]);

impl Default for Counters {
    fn default() -> Self {
        Self([0; LENGTH])
    }
}

impl Counters {
    pub const LENGTH: usize = LENGTH;

    pub fn add(&mut self, counter: Counter, count: u64) {
        self.add_at(counter as usize, count);
    }

    /// Counts the rows that a request or an alarm has read and written.
    pub fn add_rows(&mut self, read: usize, written: usize) {
        self.add(Counter::RowsRead, read as u64);
        self.add(Counter::RowsWritten, written as u64);
    }

    /// Counts a call to the service that failed, by its kind.
    pub fn add_failure(&mut self, failure: &CallFailure) {
        self.add(of_failure(failure), 1);
    }

    /// Counts the end of a job: Docket detected it at most this many milliseconds later.
    pub fn add_end_delay(&mut self, ms: i64) {
        self.add(Counter::EndDelayMs, ms.max(0).unsigned_abs());
        self.add_at(Counter::EndDelays as usize + delay::bucket(ms), 1);
    }

    fn add_at(&mut self, index: usize, count: u64) {
        if let Some(value) = self.0.get_mut(index) {
            *value = value.saturating_add(count);
        }
    }

    pub(super) fn add_all(&mut self, other: &Self) {
        for (value, added) in self.0.iter_mut().zip(other.0) {
            *value = value.saturating_add(added);
        }
    }

    #[must_use]
    pub fn get(&self, counter: Counter) -> u64 {
        self.0.get(counter as usize).copied().unwrap_or_default()
    }

    /// Whether anything but rows was counted.
    pub(super) fn has_more_than_rows(&self) -> bool {
        self.0.iter().skip(Counter::Rejected as usize).any(|value| *value > 0)
    }

    /// The values, in the order of [`Counter`].
    #[must_use]
    pub fn sample(&self) -> super::Sample {
        self.0.iter().map(|value| i64::try_from(*value).unwrap_or(i64::MAX)).collect()
    }

    /// The stored form: a version byte, then varints.
    pub(super) fn encode(&self) -> Vec<u8> {
        let mut bytes = vec![VERSION];
        self.0.iter().for_each(|value| bytes.extend(value.encode_var_vec()));
        bytes
    }

    /// Reads the stored form. Counters that it does not have are zero.
    pub(super) fn decode(bytes: &[u8]) -> Result<Self, DatabaseError> {
        let Some((&VERSION, mut rest)) = bytes.split_first() else {
            return Err(DatabaseError("the counters have an unknown format".to_owned()));
        };
        let mut counters = Self::default();
        for value in &mut counters.0 {
            let Some((number, length)) = u64::decode_var(rest) else { break };
            *value = number;
            rest = rest.get(length..).unwrap_or_default();
        }
        Ok(counters)
    }
}

fn of_failure(failure: &CallFailure) -> Counter {
    match failure {
        CallFailure::Rejected { .. } => Counter::Rejected,
        CallFailure::NotFound { .. } => Counter::UnknownJob,
        CallFailure::RejectedKey { .. } => Counter::RejectedKey,
        CallFailure::Throttled { .. } => Counter::Throttled,
        CallFailure::Failed { .. } => Counter::Failed,
        CallFailure::Redirected { .. } | CallFailure::Unreadable(_) => Counter::BadAnswer,
        CallFailure::Unreachable => Counter::Unreachable,
        CallFailure::Timeout { .. } => Counter::Timeout,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_stored_positions_are_pinned() {
        let mut counters = Counters::default();
        counters.add(Counter::RowsRead, 300);
        counters.add(Counter::Timeout, 2);
        counters.add(Counter::Unavailable, 3);
        counters.add_end_delay(1_500);
        let mut bytes = vec![1, 0xac, 2, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 3, 0xdc, 0x0b, 0, 1];
        bytes.extend([0; 9]);
        assert_eq!(counters.encode(), bytes);
        assert_eq!(Counters::decode(&bytes), Ok(counters));
    }

    #[test]
    fn an_unknown_format_is_an_error_and_missing_counters_are_zero() {
        assert!(Counters::decode(&[]).is_err() && Counters::decode(&[2, 0]).is_err());
        let mut counters = Counters::default();
        counters.add(Counter::RowsRead, 7);
        assert_eq!(Counters::decode(&[1, 7]), Ok(counters));
    }

    proptest! {
        #[test]
        fn decode_reverses_encode(values in proptest::collection::vec(any::<u64>(), LENGTH)) {
            let counters = Counters(values.try_into().unwrap());
            prop_assert_eq!(Counters::decode(&counters.encode()), Ok(counters));
        }

        #[test]
        fn decode_accepts_any_bytes_without_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
            let _ = Counters::decode(&bytes);
        }

        #[test]
        fn nothing_is_ever_subtracted(delays in proptest::collection::vec(any::<i64>(), 0..20)) {
            let mut counters = Counters::default();
            for ms in delays {
                let before = counters;
                counters.add_end_delay(ms);
                prop_assert!(counters.0.iter().zip(before.0).all(|(value, before)| *value >= before));
            }
        }
    }
}
