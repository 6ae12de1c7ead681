//! What the objects with an alarm have in common: they open late, set their alarm again when they could not open, log the rows
//! of all their work, and answer messages of backups even while they are closed.

use std::rc::Rc;

use docket_core::backup::Domain;
use worker::{Request, Response, State};

use crate::backup::{self, Backups};
use crate::http::failure::Failure;
use crate::http::instance;
use crate::platform::alarm::Alarm;
use crate::platform::log::{self, WorkKind};
use crate::platform::storage::lazy_open::LazyOpen;
use crate::platform::storage::not_open::NotOpen;
use crate::platform::storage::rows::{BilledRows, RowMeter};
use crate::platform::storage::sql::Sql;

/// An object with an alarm, while it is open.
pub(crate) trait ObjectState {
    /// The name of the object in the log.
    const NAME: &'static str;

    /// Counts rows for the metrics of the object.
    fn count_rows(&self, rows: BilledRows);
}

/// An object with an alarm.
pub(crate) struct AlarmObject<T> {
    object: LazyOpen<T>,
    alarm: Rc<Alarm>,
    rows: Rc<RowMeter>,
    backups: Backups,
}

impl<T: ObjectState> AlarmObject<T> {
    /// Makes the first attempt to open. It is synchronous: an object that is rebuilt after an abort does not await promises.
    pub(crate) fn new(
        state: &State,
        domain: fn() -> Domain<Sql>,
        open: impl Fn(State, Sql, Rc<Alarm>) -> Result<T, NotOpen> + 'static,
    ) -> Self {
        instance::prepare();
        crate::platform::panics::end_with_instance(state);
        let alarm = Rc::new(Alarm::new(state));
        let rows = Rc::new(RowMeter::default());
        let backups = Backups::new(Sql::new(state, Rc::clone(&rows)), domain());
        let of_object = Rc::clone(&alarm);
        let object = LazyOpen::new(state, Rc::clone(&rows), move |state, sql| {
            backup::before_opening(&sql, &domain())?;
            open(state, sql, Rc::clone(&of_object))
        });
        let alarm_object = Self { object, alarm, rows, backups };
        alarm_object.log_rows(WorkKind::Opening, None);
        alarm_object
    }

    /// The object, opened now if necessary. If that fails, the alarm tries again.
    pub(crate) async fn get(&self) -> Result<Rc<T>, Failure> {
        self.backups.end_abandoned();
        match self.object.get() {
            Ok(object) => Ok(object),
            Err(not_open) => {
                self.alarm.schedule_retry().await;
                Err((&not_open).into())
            }
        }
    }

    /// The object if it is open and nothing is known of its alarm: it may have been lost.
    pub(crate) fn without_alarm(&self) -> Option<Rc<T>> {
        self.object.opened().filter(|_| !self.alarm.is_up_to_date())
    }

    /// Answers a message of a backup. `on_closed` runs if the object is closed then: a restore has begun or ended, and the alarm
    /// opens the object once it can.
    pub(crate) async fn answer_backup(
        &self,
        request: &Request,
        url: &str,
        on_closed: impl FnOnce(),
    ) -> worker::Result<Response> {
        let answered = self.backups.answer(request, url, &self.object).await;
        if self.object.opened().is_none() {
            on_closed();
            self.alarm.schedule_retry().await;
        }
        self.log_rows(WorkKind::Request, None);
        answered.unwrap_or_else(|failure| failure.into_object_reply(None)).into_response()
    }

    /// Does the work of an alarm. The runtime drops an alarm that throws six times, so every failure is logged, and the alarm is
    /// set again.
    pub(crate) async fn run_alarm(&self, work: impl AsyncFnOnce(Rc<T>)) -> worker::Result<Response> {
        self.alarm.begin();
        self.backups.end_abandoned();
        match self.object.get() {
            Ok(object) => work(object).await,
            Err(not_open) => {
                let message = format!("{} could not open: {}", T::NAME, Failure::from(&not_open));
                match not_open {
                    NotOpen::Failed(_) => log::error(&message),
                    // An administrator has begun the restore, or deployed the earlier release.
                    NotOpen::Restoring | NotOpen::NewerSchema(_) => log::warning(&message),
                }
                self.alarm.end();
                self.alarm.schedule_retry().await;
            }
        }
        self.log_rows(WorkKind::Alarm, None);
        self.alarm.outcome()
    }

    /// Logs and counts the rows that were read and written since the last call.
    pub(crate) fn log_rows(&self, work: WorkKind, request_id: Option<&str>) {
        let rows = log::rows(T::NAME, work, request_id, &self.rows);
        if let Some(object) = self.object.opened() {
            object.count_rows(rows);
        }
    }
}
