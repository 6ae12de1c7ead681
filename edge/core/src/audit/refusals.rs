use docket_wire::UnixMs;
use litemap::LiteMap;

/// Refusals of one caller or address that are recorded in a minute.
const PER_ORIGIN: u32 = 10;
/// Refusals of all of them that are recorded in a minute.
const PER_MINUTE: u32 = 120;
const MINUTE_MS: i64 = 60_000;

/// Bounds the refusals that are recorded in a minute. It is in the memory of an instance: the number of stored refusals
/// has a limit of its own.
#[derive(Debug, Default)]
pub struct RefusalLimiter {
    minute: i64,
    recorded: u32,
    by_origin: LiteMap<String, u32>,
}

impl RefusalLimiter {
    /// Whether to record a refusal of a caller or an address. If so, the refusal counts.
    pub fn allows(&mut self, origin: &str, now: UnixMs) -> bool {
        let minute = now.0.div_euclid(MINUTE_MS);
        if minute != self.minute {
            *self = Self { minute, ..Self::default() };
        }
        let recorded = self.by_origin.get(origin).copied().unwrap_or_default();
        if recorded >= PER_ORIGIN || self.recorded >= PER_MINUTE {
            return false;
        }
        self.by_origin.insert(origin.to_owned(), recorded.saturating_add(1));
        self.recorded = self.recorded.saturating_add(1);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caller_and_all_callers_have_a_limit_in_a_minute() {
        let mut limiter = RefusalLimiter::default();
        let mut recorded =
            |origin: &str, at_ms: i64| (0..1000).filter(|_| limiter.allows(origin, UnixMs(at_ms))).count();
        assert_eq!(recorded("ada", 0), 10);
        assert_eq!(recorded("ada", 59_999), 0);
        assert_eq!(recorded("eve", 59_999), 10, "a flood of one does not hide another");
        assert_eq!(recorded("ada", 60_000), 10);
        assert_eq!((0..100).map(|n| recorded(&n.to_string(), 70_000)).sum::<usize>(), 110);
        assert_eq!(recorded("ada", 0), 10, "the clock was set back");
    }
}
