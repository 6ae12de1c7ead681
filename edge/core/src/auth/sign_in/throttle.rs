//! How long an attempt to sign in waits after failures under a name or from an address.

use std::net::IpAddr;

use docket_wire::{HOUR_MS, MINUTE_MS, UnixMs};

use crate::rate_limit::{RequestTimes, Window};

/// How long a failure counts. The throttle itself applies the limit. The limit of 1 here makes each moment be stored exactly.
pub(super) const WINDOW: Window = Window { limit: 1, span_ms: HOUR_MS };

/// The number of attempts that may fail before the next one has to wait. Each further failure makes the wait longer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Throttle {
    /// Failures within the window that cause no wait.
    pub free: u32,
    /// Wait after one more failure, in milliseconds. It doubles with each further failure.
    pub wait_first_ms: i64,
    /// Longest wait, in milliseconds.
    pub wait_max_ms: i64,
}

/// For one name, from any address. The wait is short, because a stranger who fails under an account's name must not
/// lock the account out.
pub const BY_NAME: Throttle = Throttle { free: 10, wait_first_ms: 1000, wait_max_ms: MINUTE_MS };

/// For one address, under any name.
pub const BY_ADDRESS: Throttle = Throttle { free: 5, wait_first_ms: 2000, wait_max_ms: 900_000 };

impl Throttle {
    /// The moment from which an attempt is allowed after these failures; `now` or earlier if it is allowed at once.
    #[must_use]
    pub fn free_at(&self, failures: &RequestTimes, now: UnixMs) -> UnixMs {
        let over = failures.count(&WINDOW, now).checked_sub(self.free);
        match (over, failures.last_until(now)) {
            (Some(over), Some(last)) => {
                let doubled = 1_i64.checked_shl(over.min(40)).unwrap_or(i64::MAX);
                last.plus_ms(self.wait_first_ms.saturating_mul(doubled).min(self.wait_max_ms))
            }
            _ => now,
        }
    }
}

/// The key of a client's address. An IPv6 address counts by its first 64 bits, because one client owns all the others.
#[must_use]
pub fn address_key(address: &str) -> String {
    match address.parse::<IpAddr>() {
        Ok(IpAddr::V6(v6)) => match v6.to_ipv4_mapped() {
            Some(v4) => v4.to_string(),
            None => {
                let [a, b, c, d, ..] = v6.segments();
                format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
            }
        },
        Ok(IpAddr::V4(v4)) => v4.to_string(),
        Err(_) => "unknown".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn times_of(failures: &[UnixMs]) -> RequestTimes {
        let mut times = RequestTimes::default();
        for at in failures {
            times.add(*at, &WINDOW);
        }
        times
    }

    #[test]
    fn waits_double_up_to_the_longest() {
        let now = UnixMs(10_000_000);
        let wait = |failures: usize| BY_ADDRESS.free_at(&times_of(&vec![now; failures]), now).since_ms(now);
        let waits: Vec<_> = (0..16).map(wait).collect();
        assert_eq!(
            waits,
            [
                0, 0, 0, 0, 0, 2000, 4000, 8000, 16_000, 32_000, 64_000, 128_000, 256_000, 512_000, 900_000,
                900_000
            ]
        );
        assert_eq!(wait(10_000), 900_000);
    }

    #[test]
    fn failures_expire_after_the_window() {
        let now = UnixMs(10_000_000);
        let old = times_of(&[now.plus_ms(-WINDOW.span_ms); 50]);
        assert!(BY_NAME.free_at(&old, now) <= now);
    }

    #[test]
    fn an_ipv6_address_counts_by_its_network() {
        for (address, key) in [
            ("203.0.113.9", "203.0.113.9"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
            ("2001:db8:1:2::", "2001:db8:1:2::/64"),
            ("::ffff:203.0.113.9", "203.0.113.9"),
            ("", "unknown"),
            ("nonsense", "unknown"),
        ] {
            assert_eq!(address_key(address), key, "{address}");
        }
    }

    proptest! {
        #[test]
        fn no_wait_is_longer_than_the_longest(mut failures in proptest::collection::vec(0i64..8_000_000, 0..40)) {
            failures.sort_unstable();
            let now = UnixMs(4_000_000);
            let failures: Vec<_> = failures.into_iter().map(UnixMs).collect();
            // Some may be of a clock that ran ahead.
            prop_assert!(BY_NAME.free_at(&times_of(&failures), now).since_ms(now) <= BY_NAME.wait_max_ms);
        }
    }
}
