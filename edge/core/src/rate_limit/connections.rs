//! What one caller may keep open in a project: WebSockets, and requests that wait for a change. Each takes memory of the project's
//! object, which sends every change to it.

use docket_wire::{CallerName, ErrorReason, MINUTE_MS, ProblemCode, UnixMs};

use super::exhausted::Exhausted;

/// Maximum number of WebSockets of a caller in a project. Those of a crowd that connects again count twice until their ends are seen.
pub const SOCKETS_MAX: u32 = 1_000;
/// Maximum number of requests of a caller in a project that wait for a change: one token may follow many jobs, each with a request.
pub const WAITS_MAX: usize = 1_000;
/// Nothing says when a caller closes a WebSocket.
const SOCKET_RETRY_MS: i64 = MINUTE_MS;

/// Checks that a caller who has so many WebSockets may open another one.
///
/// # Errors
/// If the caller has as many as allowed.
pub fn check_sockets(open: u32, now: UnixMs) -> Result<(), Exhausted> {
    if open < SOCKETS_MAX {
        return Ok(());
    }
    let error =
        format!("You have {SOCKETS_MAX} live WebSockets in this project, which is the maximum. Close one.");
    Err(too_many(error, now.plus_ms(SOCKET_RETRY_MS)))
}

/// The requests that wait for a change, by their callers. A request whose client went away counts until its wait is over: nothing
/// else is certain to say that it is gone.
#[derive(Debug, Default)]
pub struct WaitingRequests(Vec<(CallerName, UnixMs)>);

impl WaitingRequests {
    /// Counts a request that waits until a time.
    ///
    /// # Errors
    /// If as many requests of the caller wait as allowed: one more can when the first of them ends.
    pub fn begin(&mut self, caller: &CallerName, until: UnixMs, now: UnixMs) -> Result<(), Exhausted> {
        self.0.retain(|(_, until)| *until > now);
        let own = self.0.iter().filter(|(other, _)| other == caller).map(|(_, until)| *until);
        if own.clone().count() >= WAITS_MAX {
            let error = format!(
                "{WAITS_MAX} of your requests wait for a change in this project, which is the maximum. Ask without wait, or end one."
            );
            return Err(too_many(error, own.min().unwrap_or(now)));
        }
        self.0.push((caller.clone(), until));
        Ok(())
    }

    /// Counts a request no more, because it is answered.
    pub fn end(&mut self, caller: &CallerName, until: UnixMs) {
        if let Some(index) = self.0.iter().position(|(other, end)| other == caller && *end == until) {
            self.0.swap_remove(index);
        }
    }

    /// How many requests wait now.
    #[must_use]
    pub fn count(&self, now: UnixMs) -> usize {
        self.0.iter().filter(|(_, until)| *until > now).count()
    }
}

fn too_many(error: String, retry_at: UnixMs) -> Exhausted {
    Exhausted {
        reason: ErrorReason { code: ProblemCode::TooManyConnections, error },
        retry_at: Some(retry_at),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const NOW: UnixMs = UnixMs(1_790_000_000_000);

    #[test]
    fn a_caller_has_at_most_so_many_web_sockets() {
        for (open, is_allowed) in
            [(0, true), (SOCKETS_MAX - 1, true), (SOCKETS_MAX, false), (u32::MAX, false)]
        {
            let checked = check_sockets(open, NOW);
            assert_eq!(checked.is_ok(), is_allowed, "{open}");
            if let Err(exhausted) = checked {
                assert_eq!(exhausted.reason.code, ProblemCode::TooManyConnections);
                assert_eq!(exhausted.retry_at, Some(NOW.plus_ms(60_000)));
            }
        }
    }

    /// What happens to the requests of callers: some of one begin to wait for so many milliseconds, the nth one is answered, or the
    /// clock is set forward or back.
    #[derive(Debug, Clone)]
    enum Step {
        Begin(u8, i64, usize),
        End(usize),
        Pass(i64),
    }

    fn steps() -> impl Strategy<Value = Vec<Step>> {
        let begin = (0_u8..2, 1_i64..55_000, 1..=WAITS_MAX / 2);
        let step = prop_oneof![
            4 => begin.prop_map(|(caller, ms, count)| Step::Begin(caller, ms, count)),
            4 => any::<usize>().prop_map(Step::End),
            1 => (-1_000_i64..10_000).prop_map(Step::Pass),
        ];
        proptest::collection::vec(step, 1..30)
    }

    proptest! {
        #[test]
        fn no_caller_has_more_waiting_requests_than_allowed_and_none_is_refused_before(steps in steps()) {
            let (mut waiting, mut now) = (WaitingRequests::default(), NOW);
            let mut model: Vec<(CallerName, UnixMs)> = Vec::new();
            for step in steps {
                match step {
                    Step::Begin(caller, ms, count) => {
                        let (caller, until) = (CallerName(caller.to_string()), now.plus_ms(ms));
                        model.retain(|(_, until)| *until > now);
                        for _ in 0..count {
                            let own = model.iter().filter(|(other, _)| *other == caller).map(|(_, until)| *until);
                            match waiting.begin(&caller, until, now) {
                                Ok(()) => {
                                    prop_assert!(own.count() < WAITS_MAX);
                                    model.push((caller.clone(), until));
                                }
                                Err(exhausted) => {
                                    prop_assert_eq!(own.clone().count(), WAITS_MAX);
                                    prop_assert_eq!(exhausted.reason.code, ProblemCode::TooManyConnections);
                                    prop_assert_eq!(exhausted.retry_at, own.min());
                                    break;
                                }
                            }
                        }
                    }
                    Step::End(_) if model.is_empty() => {}
                    Step::End(index) => {
                        let (caller, until) = model.swap_remove(index % model.len());
                        waiting.end(&caller, until);
                    }
                    Step::Pass(ms) => now = now.plus_ms(ms),
                }
                prop_assert_eq!(waiting.count(now), model.iter().filter(|(_, until)| *until > now).count());
            }
        }
    }
}
