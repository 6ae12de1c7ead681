//! Identifiers of jobs.

use docket_wire::UnixMs;
use rand::RngExt;

/// Shaped like a version 7 UUID. The seed determines the rest; the time at its beginning prevents a restarted stand-in
/// from repeating its ids.
pub(crate) fn time_ordered_id(now: UnixMs, rng: &mut impl rand::Rng) -> String {
    let time = u64::try_from(now.0).unwrap_or(0) & 0xffff_ffff_ffff;
    let random: u128 = rng.random();
    let (high, low) = ((random >> 64) & 0xfff, random & 0x3fff_ffff_ffff_ffff);
    let bits = (u128::from(time) << 80) | (0x7 << 76) | (high << 64) | (0b10 << 62) | low;
    let digits = format!("{bits:032x}");
    let mut id = String::with_capacity(36);
    for (index, digit) in digits.chars().enumerate() {
        if matches!(index, 8 | 12 | 16 | 20) {
            id.push('-');
        }
        id.push(digit);
    }
    id
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seeded;

    #[test]
    fn ids_are_seeded_and_never_come_again() {
        let id = |seed, number, at| {
            time_ordered_id(UnixMs(at), &mut seeded::rng(seed, "job", "acme-docs", number))
        };
        let start = 1_795_000_000_000;
        assert_eq!(id(1, 0, start), id(1, 0, start));
        assert_ne!(id(1, 0, start), id(1, 0, start + 1));
        assert_ne!(id(1, 0, start), id(1, 1, start));
        assert_ne!(id(1, 0, start), id(2, 0, start));
        assert!(id(1, 0, start) < id(2, 5, start + 1));
    }

    #[test]
    fn ids_are_shaped_like_uuids() {
        let id = time_ordered_id(UnixMs(1_795_000_000_000), &mut seeded::rng(1, "job", "acme-docs", 0));
        let lengths: Vec<_> = id.split('-').map(str::len).collect();
        assert_eq!(lengths, [8, 4, 4, 4, 12]);
        assert_eq!(&id[14..15], "7");
        assert!(matches!(&id[19..20], "8" | "9" | "a" | "b"));
        assert!(id.parse::<docket_wire::JobId>().is_ok());
    }
}
