//! The alarm of an object. [`AlarmPlan`] decides when to set it.

use std::cell::{Cell, RefCell};
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::time::Duration;

use docket_core::alarm::{ALARM_RETRY_MS, AlarmPlan, AlarmStep};
use docket_core::storage::DatabaseError;
use docket_wire::UnixMs;
use gloo_timers::future::sleep;
use worker::{Response, State, Storage};

use super::{clock, log};

/// An alarm set for now inside an alarm does not fire.
const OFFSET_MIN_MS: i64 = 1;
/// Portions that one alarm runs, at most: requests come in between.
const PORTIONS_MAX: usize = 20;

/// The alarm of one object.
pub(crate) struct Alarm {
    storage: Storage,
    plan: RefCell<AlarmPlan>,
    /// Whether a retry is waiting. Every request would begin one more.
    is_retrying: Cell<bool>,
}

impl Alarm {
    pub(crate) fn new(state: &State) -> Self {
        Self { storage: state.storage(), plan: RefCell::default(), is_retrying: Cell::default() }
    }

    /// The alarm fired: its work starts, and ends with [`Alarm::end`] and [`Alarm::schedule`].
    pub(crate) fn begin(&self) {
        self.plan.borrow_mut().begin_work(clock::now());
    }

    /// The work of the alarm is done.
    pub(crate) fn end(&self) {
        self.plan.borrow_mut().end_work();
    }

    /// Delays the next alarm after a failure of something that the alarm would otherwise repeat at once.
    pub(crate) fn back_off(&self) {
        self.plan.borrow_mut().back_off(clock::now());
    }

    /// Runs portions of work until one of them has nothing to do. A failure backs off.
    pub(crate) fn run_portions(&self, mut portion: impl FnMut() -> Result<bool, DatabaseError>) {
        for _ in 0..PORTIONS_MAX {
            match portion() {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    log::error(&error.to_string());
                    self.back_off();
                    break;
                }
            }
        }
    }

    /// Whether the work of the alarm may begin another piece of work.
    pub(crate) fn takes_work(&self) -> bool {
        self.plan.borrow().takes_work(clock::now())
    }

    /// Whether the work of the alarm is running. When that work ends, it calls [`Alarm::schedule`].
    pub(crate) fn is_running(&self) -> bool {
        self.plan.borrow().is_running(clock::now())
    }

    /// Whether a request that changed nothing need not call [`Alarm::schedule`].
    pub(crate) fn is_up_to_date(&self) -> bool {
        self.plan.borrow().is_up_to_date(clock::now())
    }

    /// Sets an alarm that is not set, so that an instance which ends before its work is done has a successor.
    pub(crate) async fn ensure(self: &Rc<Self>) {
        if self.plan.borrow().is_unset(clock::now()) {
            self.schedule_retry().await;
        }
    }

    /// The response of an alarm. If it could not be set again, it throws, so that the runtime repeats it.
    pub(crate) fn outcome(&self) -> worker::Result<Response> {
        if self.is_up_to_date() { Response::empty() } else { Err("the alarm was not set".into()) }
    }

    /// Sets the alarm for a retry, as of an object that could not open.
    pub(crate) async fn schedule_retry(self: &Rc<Self>) {
        self.schedule(Ok(Some(clock::now().plus_ms(ALARM_RETRY_MS)))).await;
    }

    /// Sets the alarm for `next`, unless it is already set. If that fails, it is tried again after a while.
    pub(crate) async fn schedule(self: &Rc<Self>, next: Result<Option<UnixMs>, DatabaseError>) {
        let next = next.unwrap_or_else(|error| {
            log::error(&error.to_string());
            Some(clock::now().plus_ms(ALARM_RETRY_MS))
        });
        if let Err(error) = self.carry_out(next).await {
            log::error(&format!("the alarm was not set: {error}"));
            self.retry();
        }
    }

    async fn carry_out(&self, next: Option<UnixMs>) -> worker::Result<()> {
        let at = loop {
            let step = self.plan.borrow().step(next, clock::now());
            match step {
                AlarmStep::Keep => return Ok(()),
                AlarmStep::Read => {
                    let read = self.plan.borrow().begin_read();
                    let at = self.storage.get_alarm().await?;
                    self.plan.borrow_mut().record(read, at.map(UnixMs));
                }
                AlarmStep::Set(at) => break Some(at),
                AlarmStep::Delete => break None,
            }
        };
        let step = self.plan.borrow_mut().begin_write();
        match at {
            // The SDK takes an offset from now, not a moment.
            Some(at) => self.storage.set_alarm(at.since_ms(clock::now()).max(OFFSET_MIN_MS)).await?,
            None => self.storage.delete_alarm().await?,
        }
        self.plan.borrow_mut().record(step, at);
        Ok(())
    }

    /// Tries again later, because nothing else may happen to the object until then.
    fn retry(self: &Rc<Self>) {
        if self.is_retrying.replace(true) {
            return;
        }
        let alarm = Rc::clone(self);
        // A future of a fixed type, because it contains itself.
        let retry: Pin<Box<dyn Future<Output = ()>>> = Box::pin(async move {
            sleep(Duration::from_millis(ALARM_RETRY_MS.unsigned_abs())).await;
            alarm.is_retrying.set(false);
            let next = alarm.plan.borrow().retry(clock::now());
            if next.is_some() {
                alarm.schedule(Ok(next)).await;
            }
        });
        wasm_bindgen_futures::spawn_local(retry);
    }
}
