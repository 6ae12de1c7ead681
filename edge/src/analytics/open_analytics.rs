//! The analytics, once their database is open.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use docket_core::analytics::{Analytics, FetchResult};
use docket_core::audit::RecordLimiter;
use futures_channel::oneshot;
use litemap::LiteMap;
use worker::{Env, State};

use crate::alarm_object::ObjectState;
use crate::platform::alarm::Alarm;
use crate::platform::storage::not_open::NotOpen;
use crate::platform::storage::rows::BilledRows;
use crate::platform::storage::sql::Sql;
use crate::settings;

/// Callers that wait for one request to the service.
pub(super) type FetchWaiters = Vec<oneshot::Sender<FetchResult>>;

/// Calls to the service share it, because a call can outlive the request that started it.
pub(super) struct OpenAnalytics {
    pub(super) state: State,
    pub(super) env: Env,
    pub(super) core: Analytics<Sql>,
    pub(super) sql: Sql,
    /// The callers that wait, by the key of the request to the service.
    pub(super) waiters: RefCell<LiteMap<String, FetchWaiters>>,
    pub(super) alarm: Rc<Alarm>,
    /// Whether the service has responded since the alarm was set: its response can expire earlier than what is stored.
    pub(super) has_fetched: Cell<bool>,
    /// Changes of one caller per hour that the service does not see.
    pub(super) changes_per_hour: u32,
    /// Days for which the audit log is stored.
    pub(super) audit_days: u32,
    /// Days for which data are stored; without a number, as long as there is room.
    pub(super) visitors_days: Option<u32>,
    pub(super) refusals: RefCell<RecordLimiter>,
}

impl OpenAnalytics {
    pub(super) fn new(state: State, env: Env, alarm: Rc<Alarm>, sql: Sql) -> Result<Self, NotOpen> {
        let settings = settings::read(&env)?;
        let core = Analytics::open(sql.clone(), settings.analytics_per_hour)?;
        Ok(Self {
            state,
            env,
            core,
            sql,
            waiters: RefCell::default(),
            alarm,
            has_fetched: Cell::default(),
            changes_per_hour: settings.changes_per_hour,
            audit_days: settings.audit_days,
            visitors_days: settings.visitors_days,
            refusals: RefCell::default(),
        })
    }
}

impl ObjectState for OpenAnalytics {
    const NAME: &'static str = "AnalyticsObject";

    fn count_rows(&self, BilledRows { rows_read, rows_written }: BilledRows) {
        self.core.count_rows(rows_read, rows_written);
    }
}
