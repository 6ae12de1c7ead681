//! The request budget: never more requests than the limit, and people first.

use docket_core::analytics::{Analytics, LookupDecision, LookupOptions, PageRequest, Priority};
use docket_core::rate_limit::Exhausted;
use docket_core::upstream::failure::CallFailure;
use docket_core::upstream::response::read_failure;
use docket_wire::{CallerName, ErrorReason, Interval, ProblemCode, UnixMs};
use proptest::prelude::*;

use crate::sqlite::Sqlite;

const HOUR_MS: i64 = 3_600_000;
const NOW: UnixMs = UnixMs(1_795_176_000_000);
const ALL: [Priority; 3] = [Priority::Person, Priority::Export, Priority::Background];

fn lookup(priority: Priority) -> LookupOptions {
    LookupOptions { priority, ..LookupOptions::person() }
}

fn analytics(per_hour: u32) -> Analytics<Sqlite> {
    Analytics::open(Sqlite::in_memory(), per_hour).unwrap()
}

fn remaining(analytics: &Analytics<Sqlite>, now: UnixMs) -> [u32; 3] {
    ALL.map(|priority| analytics.budget(&lookup(priority), now).unwrap().remaining)
}

fn spend(analytics: &Analytics<Sqlite>, count: u32, now: UnixMs) {
    for _ in 0..count {
        let permit = analytics.acquire(&lookup(Priority::Person), now).unwrap().unwrap();
        analytics.record_response(permit, None, now).unwrap();
    }
}

/// Makes a request that the service rejects with 429.
fn throttled(analytics: &Analytics<Sqlite>, retry_after: Option<&str>, now: UnixMs) {
    let permit = analytics.acquire(&lookup(Priority::Person), now).unwrap().unwrap();
    analytics
        .record_response(permit, Some(&read_failure(429, (retry_after.unwrap_or_default(), ""), "")), now)
        .unwrap();
}

#[test]
fn a_reserve_is_left_to_people() {
    let analytics = analytics(100);
    assert_eq!(remaining(&analytics, NOW), [100, 90, 80]);
    spend(&analytics, 80, NOW);
    assert_eq!(remaining(&analytics, NOW), [20, 10, 0]);
    assert_eq!(analytics.acquire(&lookup(Priority::Background), NOW), Ok(None));
    spend(&analytics, 20, NOW);
    assert_eq!(remaining(&analytics, NOW), [0, 0, 0]);
    assert_eq!(remaining(&analytics, NOW.plus_ms(HOUR_MS)), [100, 90, 80]);
    let tiny = self::analytics(1);
    assert_eq!(remaining(&tiny, NOW), [1, 1, 1]);
}

#[test]
fn a_429_pauses_requests_for_as_long_as_it_asks() {
    for (retry_after, wait_s) in [(Some("7"), 7), (None, 60), (Some("999999"), 3600)] {
        let analytics = analytics(100);
        throttled(&analytics, retry_after, NOW);
        let budget = analytics.budget_view(NOW).unwrap();
        assert_eq!((budget.remaining, budget.reset_s), (0, wait_s));
        assert!(
            analytics
                .acquire(&lookup(Priority::Person), NOW.plus_ms(i64::try_from(wait_s).unwrap() * 1000))
                .unwrap()
                .is_some()
        );
    }
}

#[test]
fn a_5xx_pauses_requests_if_it_has_retry_after() {
    for (retry_after, remaining, reset_s) in [(Some("7"), 0, 7), (None, 99, 3600)] {
        let analytics = analytics(100);
        let permit = analytics.acquire(&lookup(Priority::Person), NOW).unwrap().unwrap();
        analytics
            .record_response(permit, Some(&read_failure(503, (retry_after.unwrap_or_default(), ""), "")), NOW)
            .unwrap();
        let budget = analytics.budget_view(NOW).unwrap();
        assert_eq!((budget.remaining, budget.reset_s), (remaining, reset_s), "{retry_after:?}");
        let after_the_pause = analytics.budget_view(NOW.plus_ms(7_000)).unwrap();
        assert_eq!(after_the_pause.remaining, 99, "the service may have counted the request");
    }
}

#[test]
fn a_person_can_end_a_pause() {
    let analytics = analytics(100);
    throttled(&analytics, Some("1763740000"), NOW);
    let budget = analytics.budget_view(NOW).unwrap();
    assert_eq!((budget.remaining, budget.paused_until), (0, Some(NOW.plus_ms(HOUR_MS))));
    let Ok(LookupDecision::Exhausted(exhausted)) = analytics.lookup(&request(LookupOptions::person()), NOW)
    else {
        panic!("a request during a pause")
    };
    assert_eq!(exhausted.retry_at, Some(NOW.plus_ms(HOUR_MS)));
    assert_eq!(exhausted.reason.code, ProblemCode::ServicePaused);
    assert!(exhausted.to_string().contains("asked Docket to wait until 2026-11-20T13:00:00Z"), "{exhausted}");

    assert!(analytics.end_pause(NOW).unwrap());
    assert!(!analytics.end_pause(NOW).unwrap(), "nothing is paused any more");
    assert_eq!(analytics.budget_view(NOW).unwrap().paused_until, None);
    assert!(matches!(analytics.lookup(&request(LookupOptions::person()), NOW), Ok(LookupDecision::Fetch(_))));
}

fn request(lookup: LookupOptions) -> PageRequest {
    let interval = Interval { from: "2026-10-01".parse().unwrap(), to: "2026-11-01".parse().unwrap() };
    PageRequest { project: "acme".parse().unwrap(), query: interval.page(1, 0), lookup }
}

fn of_program(name: &str) -> LookupOptions {
    LookupOptions { program: Some(CallerName(format!("token:{name}"))), ..LookupOptions::person() }
}

#[test]
fn a_program_has_a_share_and_leaves_a_fifth_to_people() {
    let analytics = analytics(100);
    let (first, second) = (of_program("first"), of_program("second"));
    let made = |lookup: &LookupOptions| {
        (0..100).filter(|_| analytics.acquire(lookup, NOW).unwrap().is_some()).count()
    };
    assert_eq!(made(&first), 50);
    let Ok(LookupDecision::Exhausted(exhausted)) = analytics.lookup(&request(first), NOW) else { panic!() };
    assert_eq!(exhausted.reason.code, ProblemCode::BudgetExhausted);
    assert!(exhausted.to_string().starts_with("This program has used its 50 hourly requests"), "{exhausted}");
    // The share does not change the reserve: a program that is first in the hour does not block the next one.
    assert_eq!(made(&second), 30);
    let Ok(LookupDecision::Exhausted(exhausted)) = analytics.lookup(&request(second), NOW) else { panic!() };
    assert_eq!(
        exhausted,
        Exhausted {
            reason: ErrorReason {
                code: ProblemCode::BudgetExhausted,
                error: "This hour's requests for visitors (DOCKET_ANALYTICS_PER_HOUR) are exhausted, except for those \
                        that are reserved for people, and nothing is cached for this range. Try again in 60 min."
                    .to_owned(),
            },
            retry_at: Some(NOW.plus_ms(HOUR_MS)),
        }
    );
    assert_eq!(made(&LookupOptions::person()), 20);
}

#[test]
fn a_request_that_was_throttled_does_not_count_in_the_share() {
    let analytics = analytics(2);
    let program = of_program("ci");
    let permit = analytics.acquire(&program, NOW).unwrap().unwrap();
    assert_eq!(analytics.acquire(&program, NOW).unwrap(), None);
    analytics.record_response(permit, Some(&read_failure(429, ("1", ""), "")), NOW).unwrap();
    analytics.end_pause(NOW).unwrap();
    assert!(analytics.acquire(&program, NOW).unwrap().is_some());
}

#[test]
fn a_429_before_the_limit_lowers_the_limit_for_an_hour() {
    let analytics = analytics(100);
    spend(&analytics, 40, NOW);
    throttled(&analytics, Some("60"), NOW.plus_ms(1000));
    let later = NOW.plus_ms(61_000);
    let budget = analytics.budget_view(later).unwrap();
    // The pause is over, so a person may try; background work keeps to the learned limit.
    assert_eq!((budget.limit, budget.remaining), (40, 1));
    assert_eq!(remaining(&analytics, later), [1, 0, 0]);
    // The learned limit applies for an hour.
    let hour_later = NOW.plus_ms(1000 + HOUR_MS);
    assert_eq!(analytics.budget_view(hour_later).unwrap().limit, 100);
}

#[test]
fn a_limit_whose_times_are_rounded_is_learned_and_raised_like_another_one() {
    // 429s of requests that were sent together are one burst, wherever the rounded time of these requests is.
    let analytics = analytics(1000);
    spend(&analytics, 2, NOW);
    let sent = NOW.plus_ms(1000);
    let permits = [(); 2].map(|()| analytics.acquire(&LookupOptions::person(), sent).unwrap().unwrap());
    for permit in permits {
        let throttled = read_failure(429, ("5", ""), "");
        analytics.record_response(permit, Some(&throttled), sent.plus_ms(300)).unwrap();
    }
    assert_eq!(analytics.budget_view(NOW.plus_ms(8_000)).unwrap().limit, 1000);
    // What the service accepts ends the pause and raises what another 429 taught, also if it answers within the rounding.
    spend(&analytics, 1, NOW.plus_ms(8_000));
    throttled(&analytics, Some("5"), NOW.plus_ms(9_000));
    assert_eq!(
        analytics.budget_view(NOW.plus_ms(15_000)).unwrap().limit,
        1000,
        "the first one of another burst"
    );
    throttled(&analytics, Some("60"), NOW.plus_ms(16_000));
    assert_eq!(analytics.budget_view(NOW.plus_ms(77_000)).unwrap().limit, 3);
    spend(&analytics, 1, NOW.plus_ms(77_000));
    assert_eq!(analytics.budget_view(NOW.plus_ms(77_000)).unwrap().limit, 5);
}

#[test]
fn what_the_service_accepts_beyond_a_learned_limit_raises_it() {
    let analytics = analytics(100);
    spend(&analytics, 40, NOW);
    throttled(&analytics, Some("60"), NOW.plus_ms(1000));
    let tried = |later_ms| {
        let at = NOW.plus_ms(later_ms);
        let permit = analytics.acquire(&LookupOptions::person(), at).unwrap().unwrap();
        analytics.record_response(permit, None, at.plus_ms(200)).unwrap();
        let budget = analytics.budget_view(at.plus_ms(200)).unwrap();
        (budget.limit, budget.remaining)
    };
    assert_eq!(tried(61_000), (45, 4));
    assert_eq!((tried(62_000), tried(63_000)), ((45, 3), (45, 2)));
    // It is no higher than the configured one, and a 429 lowers it again.
    spend(&analytics, 56, NOW.plus_ms(64_000));
    assert_eq!(tried(65_000), (100, 0));
    let analytics = self::analytics(100);
    spend(&analytics, 40, NOW);
    throttled(&analytics, Some("60"), NOW.plus_ms(1000));
    spend(&analytics, 1, NOW.plus_ms(61_000));
    throttled(&analytics, Some("60"), NOW.plus_ms(62_000));
    assert_eq!(analytics.budget_view(NOW.plus_ms(122_000)).unwrap().limit, 41);
}

#[test]
fn a_person_waits_for_the_pause_and_not_for_the_limit_that_the_same_429_taught() {
    let analytics = analytics(100);
    spend(&analytics, 40, NOW);
    throttled(&analytics, Some("60"), NOW.plus_ms(1000));
    let exhausted = |lookup: LookupOptions| match analytics.lookup(&request(lookup), NOW.plus_ms(1000)) {
        Ok(LookupDecision::Exhausted(exhausted)) => exhausted,
        other => panic!("{other:?}"),
    };
    let until = NOW.plus_ms(61_000);
    let of_person = exhausted(LookupOptions::person());
    assert_eq!((of_person.reason.code, of_person.retry_at), (ProblemCode::ServicePaused, Some(until)));
    assert_eq!(analytics.budget_view(NOW.plus_ms(1000)).unwrap().reset_s, 60);
    // Programs keep to the learned limit, which frees a request after the pause.
    let of_program = exhausted(of_program("ci"));
    assert_eq!(of_program.reason.code, ProblemCode::BudgetExhausted);
    assert!(of_program.to_string().contains("accepted no more than 40 requests"), "{of_program}");
    assert!(matches!(
        analytics.lookup(&request(LookupOptions::person()), until),
        Ok(LookupDecision::Fetch(_))
    ));
}

#[test]
fn the_learned_limit_is_the_number_of_requests_that_succeeded() {
    let analytics = analytics(3);
    spend(&analytics, 2, NOW);
    throttled(&analytics, Some("60"), NOW.plus_ms(1000));
    assert_eq!(analytics.budget_view(NOW.plus_ms(61_000)).unwrap().limit, 2);
    let analytics = self::analytics(3);
    spend(&analytics, 3, NOW.plus_ms(-HOUR_MS + 10));
    throttled(&analytics, Some("60"), NOW.plus_ms(10));
    assert_eq!(analytics.budget_view(NOW.plus_ms(61_000)).unwrap().limit, 1);
}

#[test]
fn a_short_pause_is_about_a_burst_unless_another_429_follows_it() {
    let analytics = analytics(100);
    spend(&analytics, 2, NOW);
    throttled(&analytics, Some("5"), NOW.plus_ms(1000));
    assert_eq!(remaining(&analytics, NOW.plus_ms(6_000)), [98, 88, 78]);
    throttled(&analytics, Some("5"), NOW.plus_ms(6_000));
    assert_eq!(analytics.budget_view(NOW.plus_ms(13_000)).unwrap().limit, 2);

    let analytics = self::analytics(100);
    spend(&analytics, 2, NOW);
    throttled(&analytics, Some("5"), NOW.plus_ms(1000));
    let permit = analytics.acquire(&LookupOptions::person(), NOW.plus_ms(6_000)).unwrap().unwrap();
    analytics.record_response(permit, None, NOW.plus_ms(6_500)).unwrap();
    throttled(&analytics, Some("5"), NOW.plus_ms(7_000));
    assert_eq!(analytics.budget_view(NOW.plus_ms(13_000)).unwrap().limit, 100, "it had answered in between");
}

#[test]
fn a_person_ends_the_pause_and_the_learned_limit() {
    let analytics = analytics(100);
    spend(&analytics, 2, NOW);
    assert!(!analytics.end_pause(NOW).unwrap());
    throttled(&analytics, Some("60"), NOW.plus_ms(1000));
    let later = NOW.plus_ms(61_000);
    assert_eq!(remaining(&analytics, later), [1, 0, 0]);
    assert!(analytics.end_pause(later).unwrap(), "the pause is over, and the limit is not");
    assert_eq!(remaining(&analytics, later), [98, 88, 78]);
}

#[test]
fn counted_requests_survive_a_restart() {
    let file = std::env::temp_dir().join(format!("docket-budget-{}.sqlite", std::process::id()));
    {
        let analytics = Analytics::open(Sqlite::at(&file), 5).unwrap();
        spend(&analytics, 3, NOW);
    }
    assert_eq!(remaining(&Analytics::open(Sqlite::at(&file), 5).unwrap(), NOW)[0], 2);
    std::fs::remove_file(file).unwrap();
}

/// The times at which requests arrived at the service, which counts a request when it arrives.
#[derive(Default)]
struct Service(Vec<UnixMs>);

impl Service {
    fn in_hour(&self, now: UnixMs) -> usize {
        self.0.iter().filter(|at| now.since_ms(**at) < HOUR_MS).count()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn no_hour_has_more_requests_than_the_limit(
        limit in 1_u32..12,
        steps in proptest::collection::vec((0_i64..600_000, 0_i64..20_000, 0_usize..3), 1..120),
    ) {
        let (analytics, mut service, mut now) = (analytics(limit), Service::default(), NOW);
        for (pause, travel, priority) in steps {
            now = now.plus_ms(pause);
            if let Some(permit) = analytics.acquire(&lookup(ALL[priority]), now).unwrap() {
                // The service counts the request after half of its time, and answers after all of it.
                let arrives = now.plus_ms(travel / 2);
                service.0.push(arrives);
                prop_assert!(service.in_hour(arrives) <= limit as usize);
                now = now.plus_ms(travel);
                analytics.record_response(permit, None, now).unwrap();
            }
        }
    }

    #[test]
    fn background_requests_leave_the_reserve_to_people(limit in 1_u32..200, attempts in 0_u32..400) {
        let analytics = analytics(limit);
        for _ in 0..attempts {
            analytics.acquire(&lookup(Priority::Background), NOW).unwrap();
        }
        prop_assert!(remaining(&analytics, NOW)[0] >= (limit / 5));
    }

    #[test]
    fn other_clients_of_the_key_cause_few_429s(others in 1_u32..20, steps in proptest::collection::vec(0_i64..120_000, 1..150)) {
        let limit = 20_usize;
        let (analytics, mut service, mut now) = (analytics(20), Service::default(), NOW);
        service.0.extend((0..others).map(|n| NOW.plus_ms(-i64::from(n) * 60_000)));
        let mut throttled = 0;
        for pause in steps {
            now = now.plus_ms(pause);
            let Some(permit) = analytics.acquire(&lookup(Priority::Background), now).unwrap() else { continue };
            let failure = if service.in_hour(now) < limit {
                service.0.push(now);
                None
            } else {
                throttled += 1;
                let free = service.0.iter().filter(|at| now.since_ms(**at) < HOUR_MS).min().unwrap();
                let wait_s = (HOUR_MS - now.since_ms(*free)).unsigned_abs().div_ceil(1000);
                Some(CallFailure::Throttled { retry_after_s: u32::try_from(wait_s).ok(), error: None })
            };
            analytics.record_response(permit, failure.as_ref(), now).unwrap();
        }
        prop_assert!(throttled <= 3, "{throttled} requests were throttled");
    }
}
