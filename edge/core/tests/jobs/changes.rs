//! How much one caller may change in an hour without the service.

use std::rc::Rc;

use docket_core::jobs::{Ledger, LedgerSettings, SubmitDecision};
use docket_core::rate_limit::Exhausted;
use docket_core::storage::Database as _;
use docket_wire::*;
use proptest::prelude::*;

use crate::sqlite::Sqlite;
use crate::world::{SETTINGS, World, ada};

/// By how much a limiter may count a change later than it was made, at most: it stores rounded times.
const ROUNDING_MS: i64 = 60_000;

fn program() -> CallerName {
    CallerName("token:ci".to_owned())
}

#[test]
fn a_caller_without_changes_left_learns_when_the_next_one_is_possible() {
    let mut world = World::with(LedgerSettings { changes_per_hour: 2, ..SETTINGS });
    let acquire = |world: &World, by: &CallerName| world.ledger.changes_of(by).acquire(world.now).unwrap();
    for left in [1, 0] {
        assert_eq!(acquire(&world, &ada()), Ok(()));
        assert_eq!(world.ledger.changes_of(&ada()).budget(world.now).unwrap().remaining, left);
        world.pass(1_000);
    }
    let Exhausted { reason, retry_at } = acquire(&world, &ada()).unwrap_err();
    assert_eq!(reason.code, ProblemCode::BudgetExhausted);
    assert_eq!(
        reason.error,
        "Your hourly budget for changes (DOCKET_CHANGES_PER_HOUR) is exhausted until 2026-09-21T15:13:20Z. Nothing was \
         changed."
    );
    assert_eq!(acquire(&world, &program()), Ok(()), "others have budgets of their own");
    world.now = retry_at.unwrap();
    assert_eq!(acquire(&world, &ada()), Ok(()));
    assert!(acquire(&world, &ada()).is_err());
}

#[test]
fn the_row_of_a_caller_stays_as_long_as_its_changes_count() {
    let db = Rc::new(Sqlite::in_memory());
    let mut now = UnixMs(1_790_000_000_000);
    let ledger = Ledger::open(Rc::clone(&db), SETTINGS, now).unwrap();
    let rows = || -> Vec<String> {
        let rows = db.run("SELECT name FROM rate_limits WHERE name LIKE 'changes:%' ORDER BY name", &[]);
        rows.unwrap().iter_mut().map(|row| row.text().unwrap()).collect()
    };
    for (pass_ms, by, left) in [
        (0, ada(), vec!["changes:ada"]),
        (HOUR_MS / 2, program(), vec!["changes:ada", "changes:token:ci"]),
        (HOUR_MS / 2 + ROUNDING_MS, CallerName("zoe".to_owned()), vec!["changes:token:ci", "changes:zoe"]),
        (HOUR_MS + ROUNDING_MS, ada(), vec!["changes:ada"]),
    ] {
        now = now.plus_ms(pass_ms);
        assert_eq!(ledger.changes_of(&by).acquire(now).unwrap(), Ok(()));
        assert_eq!(rows(), left);
    }
}

#[test]
fn prompts_of_people_that_are_not_sent_are_stored_as_long_as_changes_are_left() {
    let mut world = World::with(LedgerSettings { changes_per_hour: 2, agent_per_hour: 1, ..SETTINGS });
    world.create("j1");
    for n in 0..2 {
        let decision = world.submit(None, &format!("Number {n}"), None);
        assert!(matches!(decision, SubmitDecision::Rejected { .. }), "{decision:?}");
    }
    let before = world.ledger.revision().unwrap();
    let decision = world.submit(None, "One too many", Some("its key"));
    assert!(matches!(decision, SubmitDecision::Exhausted(_)), "{decision:?}");
    assert_eq!(world.ledger.revision().unwrap(), before, "nothing is stored");
    world.pass(HOUR_MS);
    let decision = world.submit(None, "One too many", Some("its key"));
    assert!(matches!(decision, SubmitDecision::Call { .. }), "its key stayed free: {decision:?}");
}

proptest! {
    #[test]
    fn no_caller_makes_more_changes_in_any_hour_than_allowed(
        limit in prop_oneof![1_u32..6, Just(300)],
        steps in proptest::collection::vec((any::<bool>(), 0_i64..1_200_000, any::<bool>()), 1..60),
    ) {
        let settings = LedgerSettings { changes_per_hour: limit, ..SETTINGS };
        let mut now = UnixMs(1_790_000_000_000);
        let db = Rc::new(Sqlite::in_memory());
        let mut ledger = Ledger::open(Rc::clone(&db), settings, now).unwrap();
        let mut made: [Vec<UnixMs>; 2] = Default::default();
        for (is_program, pass_ms, reopens) in steps {
            now = now.plus_ms(pass_ms);
            if reopens {
                ledger = Ledger::open(Rc::clone(&db), settings, now).unwrap();
            }
            let by = if is_program { program() } else { ada() };
            let made = &mut made[usize::from(is_program)];
            let recent = made.iter().filter(|at| now.since_ms(**at) < HOUR_MS).count();
            let left = ledger.changes_of(&by).budget(now).unwrap().remaining;
            match ledger.changes_of(&by).acquire(now).unwrap() {
                Ok(()) => {
                    prop_assert!(recent < limit as usize && left > 0);
                    made.push(now);
                }
                Err(exhausted) => {
                    prop_assert!(recent >= limit as usize && left == 0);
                    prop_assert!(exhausted.retry_at.unwrap() > now);
                }
            }
        }
    }
}
