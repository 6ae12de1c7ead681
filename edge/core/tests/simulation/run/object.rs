//! The object around the ledger: its alarm, and what it does after requests. It has the decisions of [`AlarmPlan`], and
//! does what `edge/src/jobs` does with them.

use docket_core::alarm::{ALARM_RETRY_MS, AlarmPlan, AlarmStep};
use docket_wire::UnixMs;
use rand::RngExt;

use super::Run;

/// What the runtime and the settings do to the object.
pub(super) struct Object {
    plan: AlarmPlan,
    /// The alarm in storage, by the object's clock.
    pub(super) alarm: Option<UnixMs>,
    /// The alarm fired, and its work has not ended.
    is_running: bool,
    /// The instance tries again then to set the alarm.
    retries: Vec<UnixMs>,
    /// An instance ended before such a retry. Only a request can set the alarm.
    pub(super) needs_request: bool,
    /// Whether settings and schema let the object open.
    pub(super) can_open: bool,
    /// Whether the settings have the project.
    pub(super) is_configured: bool,
}

impl Object {
    pub(super) fn new() -> Self {
        Self {
            plan: AlarmPlan::default(),
            alarm: None,
            is_running: false,
            retries: Vec::new(),
            needs_request: false,
            can_open: true,
            is_configured: true,
        }
    }
}

impl Run {
    /// The instance is gone. The runtime repeats an alarm that had not ended.
    pub(super) fn end_instance(&mut self) {
        let object = &mut self.object;
        object.needs_request |= !std::mem::take(&mut object.retries).is_empty();
        if object.is_running {
            object.is_running = false;
            object.alarm = Some(UnixMs(self.true_now + self.clock_skew));
        }
        object.plan = AlarmPlan::default();
    }

    /// Settings break or heal, or the project is taken out of them or put back. Either restarts the object.
    pub(super) fn change_settings(&mut self) {
        self.interrupt();
        if self.rng.random() {
            self.object.can_open = !self.object.can_open;
        } else {
            self.object.is_configured = !self.object.is_configured;
        }
        self.log(&format!("opens: {}, configured: {}", self.object.can_open, self.object.is_configured));
    }

    /// Whether a request reaches the ledger. If not, it is answered with a failure, and the alarm is set.
    pub(super) fn is_reachable(&mut self) -> bool {
        if !self.object.can_open {
            self.schedule();
        }
        // The Worker does not forward requests for a project that is not configured.
        self.object.can_open && self.object.is_configured
    }

    /// Follows a request that changed the ledger.
    pub(super) fn publish(&mut self) {
        self.abandon_unsettled();
        self.release();
        self.schedule();
    }

    /// Follows a request that only read.
    pub(super) fn after_read(&mut self) {
        if !self.object.plan.is_up_to_date(self.now()) {
            self.schedule();
        }
    }

    fn schedule(&mut self) {
        let now = self.now();
        if self.object.plan.is_running(now) {
            return;
        }
        let next = match (self.object.can_open, self.object.is_configured) {
            (false, _) => Ok(Some(now.plus_ms(ALARM_RETRY_MS))),
            (true, true) => self.ledger.next_alarm(now),
            (true, false) => self.ledger.next_alarm_unconfigured(now),
        };
        let retry = Some(now.plus_ms(ALARM_RETRY_MS));
        let unsettled = if self.unsettled.is_empty() { None } else { retry };
        self.set_alarm(next.map_or(retry, |next| next.into_iter().chain(unsettled).min()));
    }

    fn set_alarm(&mut self, next: Option<UnixMs>) {
        let now = self.now();
        if self.object.plan.step(next, now) == AlarmStep::Read {
            if self.alarm_fails("read") {
                return self.retry_alarm();
            }
            let read = self.object.plan.begin_read();
            self.object.plan.record(read, self.object.alarm);
        }
        let at = match self.object.plan.step(next, now) {
            AlarmStep::Keep | AlarmStep::Read => return,
            AlarmStep::Set(at) => Some(at),
            AlarmStep::Delete => None,
        };
        let step = self.object.plan.begin_write();
        if self.alarm_fails("set") {
            return self.retry_alarm();
        }
        self.object.alarm = at;
        self.object.plan.record(step, at);
    }

    fn alarm_fails(&mut self, what: &str) -> bool {
        let fails = !self.is_healthy && self.rng.random_range(0..10) == 0;
        if fails {
            self.log(&format!("the alarm could not be {what}"));
        }
        fails
    }

    fn retry_alarm(&mut self) {
        self.object.retries.push(self.now().plus_ms(ALARM_RETRY_MS));
    }

    /// Lets time do what is due: a retry to set the alarm, and the alarm.
    pub(super) fn wake(&mut self) {
        let now = self.now();
        let due: Vec<_> = self.object.retries.extract_if(.., |at| *at <= now).collect();
        for _ in due {
            if let Some(at) = self.object.plan.retry(now) {
                self.set_alarm(Some(at));
            }
        }
        if self.object.alarm.is_some_and(|at| at <= self.now()) && !self.object.is_running {
            self.fire();
        }
    }

    /// The alarm fires: it is consumed unless its work ends without success.
    pub(super) fn fire(&mut self) {
        self.log("alarm");
        self.object.alarm = None;
        self.object.is_running = true;
        let now = self.now();
        self.object.plan.begin_work(now);
        self.take_due_polls();
        self.work();
    }

    /// The work of the alarm: polls what is due while polls are in flight, and ends when none is.
    pub(super) fn work(&mut self) {
        if !self.object.is_running {
            return;
        }
        if self.polls_in_flight.iter().any(|poll| poll.is_of_alarm) {
            self.take_due_polls();
            return;
        }
        if self.disk.is_interrupted() {
            return;
        }
        self.object.is_running = false;
        self.object.plan.end_work();
        self.publish();
        if !self.object.plan.is_up_to_date(self.now()) {
            // The work reports a failure, so the runtime repeats the alarm.
            self.object.alarm = Some(self.now().plus_ms(2_000));
        }
    }

    fn take_due_polls(&mut self) {
        let now = self.now();
        if self.object.can_open && self.object.is_configured && self.object.plan.takes_work(now) {
            match self.ledger.due_polls(now) {
                Ok(polls) => polls.into_iter().for_each(|poll| self.start_poll(poll, true)),
                Err(_) => self.object.plan.back_off(now),
            }
        }
    }
}
