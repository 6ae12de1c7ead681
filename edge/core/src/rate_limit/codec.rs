//! The encoding of a limiter's state: a version byte, then varints. Times are stored as differences, a few bytes each.

use docket_wire::UnixMs;
use integer_encoding::VarInt;

use super::state::{LearnedLimit, LimiterState};
use super::times::RequestTimes;
use crate::storage::DatabaseError;

/// The version of the format that is written.
const VERSION: u8 = 1;

pub(super) fn encode(state: &LimiterState) -> Vec<u8> {
    let mut bytes = vec![VERSION];
    let mut put = |number: u64| bytes.extend(number.encode_var_vec());
    put(state.paused_until.map_or(0, millis));
    put(state.learned.map_or(0, |learned| learned.limit.into()));
    put(state.learned.map_or(0, |learned| millis(learned.until)));
    let mut before = 0;
    for (at, count) in &state.times.entries {
        put(millis(*at).wrapping_sub(before));
        put((*count).into());
        before = millis(*at);
    }
    bytes
}

pub(super) fn decode(bytes: &[u8]) -> Result<LimiterState, DatabaseError> {
    let mut rest = match bytes.split_first() {
        Some((&VERSION, rest)) => rest,
        Some((version, _)) => {
            return Err(DatabaseError(format!("a limiter has the unknown format {version}")));
        }
        None => return Err(invalid()),
    };
    let mut take = || {
        let (number, length) = u64::decode_var(rest).ok_or_else(invalid)?;
        rest = rest.get(length..).unwrap_or_default();
        Ok::<_, DatabaseError>((number, rest.is_empty()))
    };
    let paused_until = Some(take()?.0).filter(|until| *until > 0).map(unix_ms);
    let limit = count(take()?.0);
    let (until, mut is_last) = take()?;
    let learned = (limit > 0).then_some(LearnedLimit { limit, until: unix_ms(until) });
    let mut times = RequestTimes::default();
    let mut at = 0_u64;
    while !is_last {
        at = at.wrapping_add(take()?.0);
        let (number, last) = take()?;
        times.entries.push((unix_ms(at), count(number)));
        is_last = last;
    }
    Ok(LimiterState { times, paused_until, learned })
}

fn millis(at: UnixMs) -> u64 {
    u64::try_from(at.0).unwrap_or(0)
}

fn unix_ms(number: u64) -> UnixMs {
    UnixMs(i64::try_from(number).unwrap_or(i64::MAX))
}

fn count(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn invalid() -> DatabaseError {
    DatabaseError("a limiter's state is invalid".to_owned())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn state(entries: &[(i64, u32)]) -> LimiterState {
        let entries = entries.iter().map(|(at, count)| (UnixMs(*at), *count)).collect();
        LimiterState { times: RequestTimes { entries }, paused_until: None, learned: None }
    }

    #[test]
    fn the_format_is_pinned() {
        let learned = Some(LearnedLimit { limit: 40, until: UnixMs(300) });
        let state = LimiterState { paused_until: Some(UnixMs(5)), learned, ..state(&[(1000, 1), (1001, 2)]) };
        let bytes = [1, 5, 40, 0xac, 2, 0xe8, 7, 1, 1, 2];
        assert_eq!(encode(&state), bytes);
        assert_eq!(decode(&bytes), Ok(state));
    }

    #[test]
    fn an_unknown_format_is_an_error() {
        assert!(decode(&[2, 0, 0, 0]).unwrap_err().to_string().contains("unknown format 2"));
        assert!(decode(&[]).is_err() && decode(&[1, 0]).is_err() && decode(&[1, 0, 0, 0, 7]).is_err());
    }

    proptest! {
        #[test]
        fn decode_reverses_encode(
            mut entries in proptest::collection::vec((0_i64..1 << 50, 1_u32..), 0..50), paused in 0_i64..1 << 50
        ) {
            entries.sort_unstable();
            let state = LimiterState { paused_until: (paused > 0).then_some(UnixMs(paused)), ..state(&entries) };
            prop_assert_eq!(decode(&encode(&state)), Ok(state));
        }

        #[test]
        fn decode_accepts_any_bytes_without_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
            let _ = decode(&bytes);
        }
    }
}
