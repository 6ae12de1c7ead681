//! A page of rows in few bytes.
//!
//! The service gives rows most visited first, so a row differs little from the one before: what is written of each are
//! differences, as variable-length integers, four to six bytes in all. All arithmetic wraps, so that any number that the
//! service may send comes back as it was.

use crate::storage::DatabaseError;

/// A row without the text of its path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Entry {
    /// The path's number in the dictionary.
    pub path: u32,
    /// Unique people.
    pub human: u64,
    /// Unique AI visitors.
    pub ai: u64,
    /// Unique visitors over both.
    pub total: u64,
}

/// The bytes for a page.
#[must_use]
pub fn encode(entries: &[Entry]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(entries.len() * 5);
    let mut before = Entry::default();
    for entry in entries {
        let seen_as_both = entry.human.wrapping_add(entry.ai).wrapping_sub(entry.total);
        for number in [
            u64::from(entry.path).wrapping_sub(u64::from(before.path)),
            before.total.wrapping_sub(entry.total),
            entry.total.wrapping_sub(entry.human),
            seen_as_both,
        ] {
            put(&mut bytes, zigzag(number));
        }
        before = *entry;
    }
    bytes
}

/// The page that was written.
///
/// # Errors
/// If the bytes are not [`encode`]'s.
pub fn decode(bytes: &[u8]) -> Result<Vec<Entry>, DatabaseError> {
    let mut entries = Vec::with_capacity(bytes.len() / 4);
    let mut rest = bytes;
    let mut before = Entry::default();
    while !rest.is_empty() {
        let mut next = || take(&mut rest).map(unzigzag);
        let path = u64::from(before.path).wrapping_add(next()?);
        let total = before.total.wrapping_sub(next()?);
        let human = total.wrapping_sub(next()?);
        let ai = next()?.wrapping_add(total).wrapping_sub(human);
        let path = u32::try_from(path).map_err(|_| broken())?;
        before = Entry { path, human, ai, total };
        entries.push(before);
    }
    Ok(entries)
}

/// Small numbers for small differences of either sign.
fn zigzag(number: u64) -> u64 {
    let sign = if number >> 63 == 1 { u64::MAX } else { 0 };
    (number << 1) ^ sign
}

fn unzigzag(number: u64) -> u64 {
    (number >> 1) ^ (number & 1).wrapping_neg()
}

/// LEB128: seven bits a byte, the lowest first.
pub(super) fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    bytes.push(number.to_le_bytes()[0]);
}

pub(super) fn take(bytes: &mut &[u8]) -> Result<u64, DatabaseError> {
    let mut number = 0_u64;
    for shift in (0..64).step_by(7) {
        let (byte, rest) = bytes.split_first().ok_or_else(broken)?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Ok(number);
        }
    }
    Err(broken())
}

fn broken() -> DatabaseError {
    DatabaseError("a kept page of rows is broken".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn count() -> impl Strategy<Value = u64> {
        prop_oneof![0..200_u64, Just(1 << 53), Just(u64::MAX), any::<u64>()]
    }

    fn entry() -> impl Strategy<Value = Entry> {
        (any::<u32>(), count(), count(), count()).prop_map(|(path, human, ai, total)| Entry {
            path,
            human,
            ai,
            total,
        })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(entries in proptest::collection::vec(entry(), 0..60)) {
            prop_assert_eq!(decode(&encode(&entries)).unwrap(), entries);
        }

        #[test]
        fn any_bytes_are_survived(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
            let _ = decode(&bytes);
        }
    }

    #[test]
    fn a_row_like_the_one_before_takes_four_bytes() {
        let entries: Vec<_> = (0..250)
            .map(|n| Entry { path: 60_000 + n, human: 300 - u64::from(n), ai: 20, total: 310 - u64::from(n) })
            .collect();
        assert!(encode(&entries).len() <= 4 * entries.len() + 6);
    }
}
