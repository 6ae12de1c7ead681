//! The compact encoding of a page of rows.
//!
//! The service returns rows most visited first, so each row differs little from the one before. The encoding stores the
//! differences as variable-length integers, four to six bytes per row. All arithmetic wraps, so that every number that
//! the service may send survives the round trip.

use docket_wire::VisitorTotals;
use integer_encoding::VarInt;

use crate::storage::DatabaseError;

/// A row without the text of its path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RowEntry {
    /// The path's id in the dictionary.
    pub path: u32,
    /// Unique people.
    pub human: u64,
    /// Unique AI visitors.
    pub ai: u64,
    /// Unique visitors, human or AI.
    pub total: u64,
}

impl RowEntry {
    #[must_use]
    pub fn totals(&self) -> VisitorTotals {
        VisitorTotals { human: self.human, ai: self.ai, total: self.total }
    }
}

/// The version of the format in which pages and table states are written.
const VERSION: u8 = 1;

#[must_use]
pub fn encode(entries: &[RowEntry]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(entries.len() * 5 + 1);
    bytes.push(VERSION);
    let mut before = RowEntry::default();
    for entry in entries {
        let human_and_ai = entry.human.wrapping_add(entry.ai).wrapping_sub(entry.total);
        for number in [
            u64::from(entry.path).wrapping_sub(u64::from(before.path)),
            before.total.wrapping_sub(entry.total),
            entry.total.wrapping_sub(entry.human),
            human_and_ai,
        ] {
            // The zigzag encoding of a signed number keeps small differences of either sign short.
            bytes.extend(number.cast_signed().encode_var_vec());
        }
        before = *entry;
    }
    bytes
}

/// Decodes a page.
///
/// # Errors
/// If the bytes do not come from [`encode`].
pub fn decode(bytes: &[u8]) -> Result<Vec<RowEntry>, DatabaseError> {
    let mut rest = versioned(bytes)?;
    let mut entries = Vec::with_capacity(rest.len() / 4);
    let mut before = RowEntry::default();
    while !rest.is_empty() {
        let mut next = || take::<i64>(&mut rest).map(i64::cast_unsigned);
        let path = u64::from(before.path).wrapping_add(next()?);
        let total = before.total.wrapping_sub(next()?);
        let human = total.wrapping_sub(next()?);
        let ai = next()?.wrapping_add(total).wrapping_sub(human);
        let path = u32::try_from(path).map_err(|_| invalid())?;
        before = RowEntry { path, human, ai, total };
        entries.push(before);
    }
    Ok(entries)
}

/// Encodes unsigned numbers.
pub(super) fn encode_numbers(numbers: impl IntoIterator<Item = u64>) -> Vec<u8> {
    let mut bytes = vec![VERSION];
    for number in numbers {
        bytes.extend(number.encode_var_vec());
    }
    bytes
}

/// Decodes the first `N` numbers.
pub(super) fn decode_numbers<const N: usize>(bytes: &[u8]) -> Result<[u64; N], DatabaseError> {
    let mut rest = versioned(bytes)?;
    let mut numbers = [0; N];
    for number in &mut numbers {
        *number = take(&mut rest)?;
    }
    Ok(numbers)
}

/// Checks the version byte and returns what follows it.
fn versioned(bytes: &[u8]) -> Result<&[u8], DatabaseError> {
    match bytes.split_first() {
        Some((&VERSION, rest)) => Ok(rest),
        Some((version, _)) => Err(DatabaseError(format!("a table has the unknown format {version}"))),
        None => Err(invalid()),
    }
}

fn take<T: VarInt>(bytes: &mut &[u8]) -> Result<T, DatabaseError> {
    let (number, length) = T::decode_var(bytes).ok_or_else(invalid)?;
    *bytes = bytes.get(length..).unwrap_or_default();
    Ok(number)
}

fn invalid() -> DatabaseError {
    DatabaseError("a stored table is invalid".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn count() -> impl Strategy<Value = u64> {
        prop_oneof![0..200_u64, Just(1 << 53), Just(u64::MAX), any::<u64>()]
    }

    fn entry() -> impl Strategy<Value = RowEntry> {
        (any::<u32>(), count(), count(), count()).prop_map(|(path, human, ai, total)| RowEntry {
            path,
            human,
            ai,
            total,
        })
    }

    proptest! {
        #[test]
        fn decode_reverses_encode(entries in proptest::collection::vec(entry(), 0..60)) {
            prop_assert_eq!(decode(&encode(&entries)).unwrap(), entries);
        }

        #[test]
        fn decode_accepts_any_bytes_without_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
            let _ = decode(&bytes);
        }
    }

    #[test]
    fn the_format_is_pinned() {
        let entries = [
            RowEntry { path: 1, human: 90, ai: 20, total: 100 },
            RowEntry { path: 300, human: u64::MAX, ai: 0, total: 7 },
        ];
        let bytes = [1, 2, 0xc7, 1, 20, 20, 0xd6, 4, 0xba, 1, 16, 15];
        assert_eq!(encode(&entries), bytes);
        assert_eq!(decode(&bytes).unwrap(), entries);
        assert!(decode(&[2, 2]).unwrap_err().to_string().contains("unknown format 2"));
        assert!(decode(&[]).is_err());
    }

    #[test]
    fn a_row_similar_to_the_one_before_takes_four_bytes() {
        let entries: Vec<_> = (0..250)
            .map(|n| RowEntry {
                path: 60_000 + n,
                human: 300 - u64::from(n),
                ai: 20,
                total: 310 - u64::from(n),
            })
            .collect();
        assert!(encode(&entries).len() <= 4 * entries.len() + 7);
    }
}
