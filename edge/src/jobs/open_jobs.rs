//! What a jobs object has while its ledger is open.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use docket_core::audit::{AuditedChange, RecordLimiter};
use docket_core::jobs::{Ledger, LedgerSettings};
use docket_core::rate_limit::WaitingRequests;
use docket_core::storage::DatabaseError;
use docket_wire::{CallerName, ProjectId, SubmissionId, UnixMs};
use worker::Env;

use super::live::{Sockets, Waiters};
use crate::alarm_object::ObjectState;
use crate::http::failure::Failure;
use crate::platform::alarm::Alarm;
use crate::platform::clock;
use crate::platform::storage::not_open::NotOpen;
use crate::platform::storage::rows::BilledRows;
use crate::platform::storage::sql::Sql;
use crate::settings;

/// A jobs object whose ledger is open. Calls to the service share it: they outlive the request that started them.
pub(super) struct OpenJobs {
    pub(super) sockets: Rc<Sockets>,
    pub(super) env: Env,
    pub(super) ledger: Ledger<Sql>,
    pub(super) sql: Sql,
    pub(super) waiters: RefCell<Waiters>,
    /// The requests of callers that wait for a change.
    pub(super) waiting: RefCell<WaitingRequests>,
    /// Submissions whose outcome could not be stored.
    pub(super) unsettled: RefCell<Vec<SubmissionId>>,
    /// The revision up to which consoles have the changes.
    pub(super) published: Cell<u64>,
    pub(super) alarm: Rc<Alarm>,
    /// Limits how many refusals the audit log records.
    pub(super) refusals: RefCell<RecordLimiter>,
}

impl OpenJobs {
    pub(super) fn new(env: Env, sockets: Rc<Sockets>, alarm: Rc<Alarm>, sql: Sql) -> Result<Self, NotOpen> {
        let settings = settings::read(&env)?;
        // New settings restart the object, but its sockets can outlive that.
        sockets.close_revoked(&settings);
        let ledger = Ledger::migrate(sql.clone(), LedgerSettings::of(&settings))?;
        let published = ledger.revision()?;
        let ledger = ledger.recover(clock::now())?;
        crate::platform::log::opened(published);
        let jobs = Self {
            sockets,
            env,
            ledger,
            sql,
            waiters: RefCell::default(),
            waiting: RefCell::default(),
            unsettled: RefCell::default(),
            published: Cell::new(published),
            alarm,
            refusals: RefCell::default(),
        };
        // Consoles that stayed connected learn what was interrupted.
        jobs.publish_or_log();
        Ok(jobs)
    }

    /// Makes a caller's change now, with its record.
    pub(super) fn change<T>(
        &self,
        change: AuditedChange,
        make: impl FnOnce(&CallerName, UnixMs) -> Result<T, DatabaseError>,
    ) -> Result<T, DatabaseError> {
        let now = clock::now();
        self.ledger.with_audit(now, || Ok((make(change.author(), now)?, Some(change.into_record()))))
    }

    /// Whether the settings have the project, so that the service can be called. Someone may have taken it out.
    pub(super) fn is_configured(&self) -> bool {
        let (Some(project), Ok(settings)) = (self.ledger.project(), settings::read(&self.env)) else {
            return false;
        };
        settings.project(&project).is_some()
    }

    pub(super) fn project(&self) -> Result<ProjectId, Failure> {
        self.ledger.project().ok_or_else(|| Failure::internal("the jobs object has no project yet"))
    }
}

impl ObjectState for OpenJobs {
    const NAME: &'static str = "JobsObject";

    fn count_rows(&self, BilledRows { rows_read, rows_written }: BilledRows) {
        self.ledger.count_rows(rows_read, rows_written);
    }
}
