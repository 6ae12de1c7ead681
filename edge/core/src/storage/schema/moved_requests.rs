//! Rate limiters as the migrations stored them that moved counted requests into the table `rate_limits`.
//!
//! They are in format 1 of `rate_limit`, which those migrations write also when that changes.

use crate::storage::{Database, DatabaseError};

const FORMAT: u8 = 1;
/// How long a request counts: an hour.
const SPAN_MS: i64 = 3_600_000;
/// How long it stays in the log.
const STORED_MS: i64 = 6 * SPAN_MS;

/// The state of a rate limiter, with moments in milliseconds since 1970.
#[derive(Debug, Default)]
pub(crate) struct MovedRequests {
    /// A moment, and how many requests are counted then, oldest first.
    entries: Vec<(i64, u32)>,
    /// No request may be made before this moment.
    pub(crate) paused_until: Option<i64>,
    /// A limit learned from a 429, and the moment until which it applies.
    pub(crate) learned: Option<(u32, i64)>,
}

impl MovedRequests {
    /// Counts a request at the next multiple of a step.
    pub(crate) fn add(&mut self, at: i64, step_ms: i64) {
        let excess_ms = at.rem_euclid(step_ms);
        let counted_at = if excess_ms == 0 { at } else { at.saturating_add(step_ms - excess_ms) };
        let expired = at.saturating_sub(STORED_MS);
        self.entries.retain(|(before, _)| *before > expired);
        let index = self.entries.partition_point(|(before, _)| *before < counted_at);
        match self.entries.get_mut(index) {
            Some((same, count)) if *same == counted_at => *count = count.saturating_add(1),
            _ => self.entries.insert(index, (counted_at, 1)),
        }
    }

    /// Stores the limiter under a name that no other has.
    pub(crate) fn put<D: Database>(&self, db: &D, name: &str) -> Result<(), DatabaseError> {
        let last = self.entries.last().map_or(0, |(at, _)| *at).saturating_add(SPAN_MS);
        let expires_at = self.paused_until.map_or(last, |until| until.max(last));
        let statement = "INSERT INTO rate_limits (name, expires_at, state) VALUES (?, ?, ?)";
        db.run(statement, &[name.into(), expires_at.into(), self.encode().into()]).map(drop)
    }

    /// A version byte, then varints. Times are stored as differences.
    fn encode(&self) -> Vec<u8> {
        let (limit, until) = self.learned.unwrap_or_default();
        let mut bytes = vec![FORMAT];
        put_varint(&mut bytes, millis(self.paused_until.unwrap_or_default()));
        put_varint(&mut bytes, limit.into());
        put_varint(&mut bytes, millis(until));
        let mut before = 0;
        for (at, count) in &self.entries {
            put_varint(&mut bytes, millis(*at).wrapping_sub(before));
            put_varint(&mut bytes, (*count).into());
            before = millis(*at);
        }
        bytes
    }
}

fn millis(at: i64) -> u64 {
    u64::try_from(at).unwrap_or(0)
}

/// Seven bits in each byte, the lowest first. The top bit says that more follow.
fn put_varint(bytes: &mut Vec<u8>, mut number: u64) {
    loop {
        let [lowest, ..] = number.to_le_bytes();
        number >>= 7;
        if number == 0 {
            bytes.push(lowest);
            return;
        }
        bytes.push(lowest | 0x80);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moved(times: &[i64], step_ms: i64) -> MovedRequests {
        let mut moved = MovedRequests::default();
        for at in times {
            moved.add(*at, step_ms);
        }
        moved
    }

    #[test]
    fn the_stored_form_is_that_of_format_1() {
        let requests = moved(&[1000, 1001, 1001], 1);
        let limiter = MovedRequests { paused_until: Some(5), learned: Some((40, 300)), ..requests };
        assert_eq!(limiter.encode(), [1, 5, 40, 0xac, 2, 0xe8, 7, 1, 1, 2]);
        assert_eq!(MovedRequests::default().encode(), [1, 0, 0, 0]);
    }

    #[test]
    fn requests_count_at_the_next_step_and_expire_after_six_hours() {
        assert_eq!(moved(&[1, 28_125, 28_126], 28_125).entries, [(28_125, 2), (56_250, 1)]);
        assert_eq!(moved(&[0, 1, STORED_MS], 1).entries, [(1, 1), (STORED_MS, 1)]);
    }
}
