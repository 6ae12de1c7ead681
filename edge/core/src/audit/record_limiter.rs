use docket_wire::{MINUTE_MS, UnixMs};
use litemap::LiteMap;

/// Records of one caller or address in a minute.
const PER_ORIGIN: u32 = 10;
/// Records of all of them in a minute.
const PER_MINUTE: u32 = 120;

/// Bounds the records in a minute of what anybody can repeat without a budget: refusals, and sign-outs of people of Cloudflare
/// Access. It is in the memory of an instance or isolate.
#[derive(Debug, Default)]
pub struct RecordLimiter {
    minute: i64,
    recorded: u32,
    by_origin: LiteMap<String, u32>,
}

impl RecordLimiter {
    /// Whether to record something of a caller or an address. If so, the record counts.
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
        let mut limiter = RecordLimiter::default();
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
