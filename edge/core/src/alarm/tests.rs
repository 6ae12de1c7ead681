use super::*;

const NOW: UnixMs = UnixMs(1_000_000);

fn after(ms: i64) -> Option<UnixMs> {
    Some(NOW.plus_ms(ms))
}

fn known(at: Option<UnixMs>) -> AlarmPlan {
    let mut plan = AlarmPlan::default();
    plan.record(plan.begin_read(), at);
    plan
}

#[test]
fn an_alarm_is_set_if_it_is_unset_too_late_or_lost() {
    use AlarmStep::{Delete, Keep, Set};
    for (set_for, next, expected) in [
        (None, None, Keep),
        (None, after(5000), Set(NOW.plus_ms(5000))),
        (None, after(-5000), Set(NOW)),
        (after(5000), None, Delete),
        (after(5000), after(5000), Keep),
        (after(4000), after(5000), Keep),
        (after(6000), after(5000), Set(NOW.plus_ms(5000))),
        // It is due and about to fire.
        (after(-100), after(-500), Keep),
        (after(-ALARM_LATE_MS), after(-500), Set(NOW)),
        // The clock was set back.
        (after(86_400_000), after(0), Set(NOW)),
    ] {
        assert_eq!(known(set_for).step(next, NOW), expected, "{set_for:?} {next:?}");
    }
}

#[test]
fn an_alarm_is_never_set_for_a_moment_that_the_runtime_refuses() {
    let in_centuries = Some(UnixMs(32_472_144_000_000));
    let furthest = NOW.plus_ms(FURTHEST_MS);
    assert_eq!(known(None).step(in_centuries, NOW), AlarmStep::Set(furthest));
    let later = NOW.plus_ms(1000);
    assert_eq!(known(Some(furthest)).step(in_centuries, later), AlarmStep::Keep);
    assert_eq!(known(None).step(in_centuries, furthest), AlarmStep::Set(furthest.plus_ms(FURTHEST_MS)));
}

#[test]
fn a_new_instance_reads_the_alarm_before_it_sets_it() {
    let mut plan = AlarmPlan::default();
    assert!(!plan.is_up_to_date(NOW), "a read request asks too");
    assert_eq!(plan.step(after(9000), NOW), AlarmStep::Read);
    plan.record(plan.begin_read(), after(5000));
    // Otherwise each of many short-lived instances would postpone the retry of an object that cannot open.
    assert_eq!(plan.step(after(ALARM_RETRY_MS), NOW), AlarmStep::Keep);
    assert!(plan.is_up_to_date(NOW));
    assert!(!plan.is_up_to_date(NOW.plus_ms(5000 + ALARM_LATE_MS)), "it was lost");
}

#[test]
fn an_alarm_that_could_not_be_set_does_not_count_as_set() {
    let mut plan = known(None);
    let _ = plan.begin_write();
    assert!(!plan.is_up_to_date(NOW));
    assert_eq!(plan.step(after(5000), NOW), AlarmStep::Read);
}

#[test]
fn an_alarm_that_fires_while_it_is_set_is_set_again() {
    let mut plan = known(None);
    let step = plan.begin_write();
    plan.begin_work(NOW);
    plan.record(step, after(0));
    plan.end_work();
    assert_eq!(plan.step(after(10), NOW), AlarmStep::Set(NOW.plus_ms(10)));
}

#[test]
fn work_stops_taking_more_before_the_runtime_ends_it() {
    let mut plan = AlarmPlan::default();
    assert!(!plan.takes_work(NOW));
    plan.begin_work(NOW);
    assert!(plan.takes_work(NOW.plus_ms(TAKES_WORK_MS - 1)) && !plan.takes_work(NOW.plus_ms(TAKES_WORK_MS)));
    assert_eq!(plan.step(after(0), NOW), AlarmStep::Keep, "its end sets the alarm");
    assert!(!plan.takes_work(NOW.plus_ms(-7_200_000)), "the clock was set back");
    let ended_by_the_runtime = NOW.plus_ms(RUNS_MS);
    assert_eq!(plan.step(after(0), ended_by_the_runtime), AlarmStep::Set(ended_by_the_runtime));
}

#[test]
fn failed_work_is_not_repeated_at_once() {
    let mut plan = AlarmPlan::default();
    plan.begin_work(NOW);
    plan.back_off(NOW);
    plan.end_work();
    assert_eq!(plan.step(after(0), NOW), AlarmStep::Set(NOW.plus_ms(ALARM_RETRY_MS)));
    let hours_back = NOW.plus_ms(-7_200_000);
    assert_eq!(plan.step(Some(hours_back), hours_back), AlarmStep::Set(hours_back.plus_ms(ALARM_RETRY_MS)));
    plan.begin_work(NOW);
    plan.end_work();
    assert_eq!(plan.step(after(0), NOW), AlarmStep::Set(NOW));
}

#[test]
fn the_last_of_interleaved_steps_is_recorded() {
    let mut plan = known(None);
    let (first, second) = (plan.begin_write(), plan.begin_write());
    plan.record(second, after(5000));
    plan.record(first, None);
    assert_eq!(plan.step(after(5000), NOW), AlarmStep::Keep);
    let (third, fourth) = (plan.begin_write(), plan.begin_write());
    plan.record(third, after(9000));
    assert!(!plan.is_up_to_date(NOW), "the last one is not done");
    plan.record(fourth, None);
    assert_eq!(plan.step(after(9000), NOW), AlarmStep::Set(NOW.plus_ms(9000)));
}

#[test]
fn a_read_that_a_step_overtook_is_repeated() {
    let mut plan = AlarmPlan::default();
    let read = plan.begin_read();
    let delete = plan.begin_write();
    plan.record(read, after(5000));
    assert_eq!(plan.step(after(5000), NOW), AlarmStep::Read, "the alarm is being deleted");
    plan.record(delete, None);
    assert_eq!(plan.step(after(5000), NOW), AlarmStep::Set(NOW.plus_ms(5000)));
}

#[test]
fn a_retry_does_not_undo_what_was_done_since() {
    // Nothing was scheduled when the step failed, then a job was created.
    let mut plan = AlarmPlan::default();
    let step = plan.begin_write();
    plan.record(step, after(90_000));
    assert_eq!(plan.retry(NOW.plus_ms(ALARM_RETRY_MS)), None);
}

#[test]
fn a_retry_lets_the_alarm_find_out_what_comes_next() {
    let mut plan = AlarmPlan::default();
    let step = plan.begin_write();
    assert_eq!(plan.retry(NOW), Some(NOW));
    // A job came since, for which an alarm was set that was lost.
    plan.record(step, after(5000));
    let later = NOW.plus_ms(5000 + ALARM_LATE_MS);
    assert_eq!(plan.retry(later), Some(later));
}
