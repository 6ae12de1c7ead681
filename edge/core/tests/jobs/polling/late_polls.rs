//! Late polls: when the alarm reports them.

use std::rc::Rc;

use docket_core::jobs::{LagChange, Ledger};
use docket_wire::*;

use crate::sqlite::Sqlite;
use crate::world::{SETTINGS, World, ada, import_into, response};

#[test]
fn a_late_poll_is_reported_once_when_the_alarm_takes_it_and_again_when_none_is_late() {
    let mut world = World::new();
    world.create("j1");
    let due = world.ledger.next_alarm(world.now).unwrap().unwrap();
    assert_eq!(world.ledger.take_lag_change(), None);
    world.now = due.plus_ms(90_000);
    let polls = world.ledger.due_polls(world.now).unwrap();
    assert_eq!(world.ledger.take_lag_change(), Some(LagChange::Late { overdue_ms: 90_000 }));
    world.record_poll(&polls[0], response("j1", "active", None));
    let due = world.ledger.next_alarm(world.now).unwrap().unwrap();
    assert_eq!(world.ledger.take_lag_change(), None, "the next alarm may be late, too");
    world.now = due;
    let polls = world.ledger.due_polls(world.now).unwrap();
    assert_eq!(world.ledger.take_lag_change(), Some(LagChange::OnTime));
    world.record_poll(&polls[0], response("j1", "completed", None));
    world.ledger.next_alarm(world.now).unwrap();
    assert_eq!(world.ledger.take_lag_change(), None);
}

#[test]
fn the_later_rounds_of_a_late_alarm_do_not_report_polling_on_time() {
    let mut world = World::new();
    let import = |world: &World, id: &str| {
        import_into(&world.ledger, &response(id, "active", None).unwrap(), &ada(), world.now);
    };
    (0..4).for_each(|n| import(&world, &format!("j{n}")));
    let due = world.ledger.next_alarm(world.now).unwrap().unwrap();
    world.now = world.now.plus_ms(80_000);
    import(&world, "last");
    world.now = due.plus_ms(90_000);
    let polls = world.ledger.due_polls(world.now).unwrap();
    assert_eq!(polls.len(), 4, "so many are made at once");
    assert_eq!(world.ledger.take_lag_change(), Some(LagChange::Late { overdue_ms: 90_000 }));
    world.record_poll(&polls[0], response(polls[0].job.as_str(), "active", None));
    let next = world.ledger.due_polls(world.now).unwrap();
    assert_eq!(next.iter().map(|poll| poll.job.as_str()).collect::<Vec<_>>(), ["last"]);
    assert_eq!(world.ledger.take_lag_change(), None, "it is due for ten seconds only, in the same alarm");
}

#[test]
fn a_new_instance_reports_once_more_that_polling_is_late_whatever_woke_it() {
    let db = Rc::new(Sqlite::in_memory());
    let start = UnixMs(1_790_000_000_000);
    let ledger = Ledger::open(Rc::clone(&db), SETTINGS, start).unwrap();
    import_into(&ledger, &response("j1", "active", None).unwrap(), &ada(), start);
    let due = ledger.next_alarm(start).unwrap().unwrap();
    for minutes in [2, 3] {
        let now = due.plus_ms(minutes * 60_000);
        let ledger = Ledger::open(Rc::clone(&db), SETTINGS, now).unwrap();
        for expected in [Some(LagChange::Late { overdue_ms: minutes * 60_000 }), None] {
            ledger.next_alarm(now).unwrap();
            assert_eq!(ledger.take_lag_change(), expected);
        }
    }
}
