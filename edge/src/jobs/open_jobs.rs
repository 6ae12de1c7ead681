use std::cell::{Cell, RefCell};
use std::rc::Rc;

use docket_core::jobs::{Ledger, Limits};
use docket_wire::{ProjectId, SubmissionId};
use worker::{Env, State};

use super::sockets::Sockets;
use super::waiters::Waiters;
use crate::http::failure::Failure;
use crate::http::open_error::NotOpen;
use crate::platform::alarm::Alarm;
use crate::platform::clock;
use crate::platform::sql::Sql;
use crate::settings;

/// A jobs object whose ledger is open. Calls to the service share it: they outlive the request that started them.
pub(super) struct OpenJobs {
    pub(super) state: State,
    pub(super) sockets: Sockets,
    pub(super) env: Env,
    pub(super) ledger: Ledger<Sql>,
    pub(super) waiters: RefCell<Waiters>,
    /// Submissions whose outcome could not be stored.
    pub(super) unsettled: RefCell<Vec<SubmissionId>>,
    /// The revision up to which consoles have the changes.
    pub(super) published: Cell<u64>,
    pub(super) alarm: Rc<Alarm>,
}

impl OpenJobs {
    pub(super) fn new(state: State, env: Env, alarm: Rc<Alarm>) -> Result<Self, NotOpen> {
        let settings = settings::read(&env)?;
        let limits = Limits {
            agent_per_hour: settings.agent_per_hour,
            polls_per_hour: settings.polls_per_hour,
            typical_job_ms: settings.typical_job_s.saturating_mul(1000),
        };
        let ledger = Ledger::open(Sql::of(&state), limits, clock::now())?;
        let published = ledger.revision()?;
        crate::platform::log::opened(published);
        let (sockets, state) = Sockets::of(state);
        Ok(Self {
            state,
            sockets,
            env,
            ledger,
            waiters: RefCell::default(),
            unsettled: RefCell::default(),
            published: Cell::new(published),
            alarm,
        })
    }

    pub(super) fn project(&self) -> Result<ProjectId, Failure> {
        self.ledger.project()?.ok_or_else(|| Failure::internal("the jobs object has no project yet"))
    }
}
