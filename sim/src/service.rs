//! The state of the service, and its operations.

use std::collections::{BTreeMap, HashMap};
use std::net::SocketAddr;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use docket_wire::{JobStatus, UnixMs, VisitorTotals, VisitorsQuery, VisitorsResponse};
use serde::Serialize;
use serde_json::Value;
use tokio::sync::watch;

use crate::access::AccessIssuer;
use crate::clock::{Clock, ms};
use crate::config::Config;
use crate::fault::SimFault;
use crate::fault::chaos::{self, Chaos};
use crate::job::SimJob;
use crate::job::plan::{TurnOutcome, plan};
use crate::job::sentinel::Directive;
use crate::limit::SlidingWindow;
use crate::request_log::{ServiceOperation, SimRequestLog};
use crate::traffic::{Traffic, VisitorReport};

/// Every response for a project with this prefix and a fault's name has that fault: `acme-faults-500-html`. A
/// duration follows an underscore: `acme-faults-timeout_3s`.
pub const FAULT_PROJECT_PREFIX: &str = "acme-faults-";

/// Delay until a visit is counted.
const VISITORS_LAG: Duration = Duration::from_secs(300);
/// Default range of a visitors request.
const DEFAULT_RANGE: Duration = Duration::from_secs(30 * 86_400);
const DEFAULT_LIMIT: u32 = 50;
/// Rows of the previous page that are repeated if rows have shifted.
const SHIFTED_ROWS: usize = 3;

pub(crate) struct SimService {
    pub(crate) config: Config,
    pub(crate) address: SocketAddr,
    pub(crate) clock: Clock,
    stopping: watch::Receiver<bool>,
    /// By project. Most tests never ask for it.
    traffic: BTreeMap<String, LazyTraffic>,
    /// The last report, with its project and range.
    latest: Mutex<Option<(RangeKey, Arc<VisitorReport>)>>,
    access: Mutex<AccessIssuer>,
    state: Mutex<ServiceState>,
}

type LazyTraffic = LazyLock<Traffic, Box<dyn FnOnce() -> Traffic + Send>>;
/// A project's traffic in an interval.
type RangeKey = (String, UnixMs, UnixMs);

#[derive(Debug)]
struct ServiceState {
    log: SimRequestLog,
    jobs: HashMap<String, SimJob>,
    /// How often each prompt arrived.
    received: HashMap<String, usize>,
    /// Number of jobs, and the window of creates and follow-ups, by project.
    activities: HashMap<String, (u64, SlidingWindow)>,
    analytics: SlidingWindow,
    injected: Vec<(ServiceOperation, SimFault, u32)>,
    chaos: HashMap<ServiceOperation, Chaos>,
    chaos_draws: u64,
}

/// Why a valid request is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refused {
    UnknownJob,
    NoMoreMessages,
    /// Whole seconds until it would be accepted.
    Throttled(u64),
}

/// A job of the stand-in.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct JobRecord {
    pub id: String,
    pub project: String,
    pub status: JobStatus,
    /// When the latest turn ends or ended.
    pub ends_at: UnixMs,
    pub outcome: TurnOutcome,
    pub pr_link: Option<String>,
    /// All its prompts, in order.
    pub prompts: Vec<String>,
}

impl SimService {
    pub(crate) fn new(config: Config, address: SocketAddr, stopping: watch::Receiver<bool>) -> Self {
        let lazy = |project: &str| -> LazyTraffic {
            let (seed, project, paths) = (config.seed, project.to_owned(), config.paths);
            LazyLock::new(Box::new(move || Traffic::new(seed, &project, paths)))
        };
        let projects = config.projects.iter().map(|project| project.as_str());
        let traffic = projects
            .chain([FAULT_PROJECT_PREFIX])
            .map(|project| (project.to_owned(), lazy(project)))
            .collect();
        let state = ServiceState {
            log: SimRequestLog::default(),
            jobs: HashMap::new(),
            received: HashMap::new(),
            activities: HashMap::new(),
            analytics: SlidingWindow::new(config.analytics_per_hour),
            injected: Vec::new(),
            chaos: HashMap::new(),
            chaos_draws: 0,
        };
        let clock = Clock::new(config.now);
        Self {
            config,
            address,
            clock,
            stopping,
            traffic,
            latest: Mutex::default(),
            access: Mutex::default(),
            state: Mutex::new(state),
        }
    }

    fn state(&self) -> MutexGuard<'_, ServiceState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs `work` on the issuer of assertions.
    pub(crate) fn access<T>(&self, work: impl FnOnce(&mut AccessIssuer) -> T) -> T {
        work(&mut self.access.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// An assertion for Docket: see [`AccessIssuer::assertion`].
    pub(crate) fn assertion(&self, header: &Value, claims: &Value) -> String {
        let issuer = format!("http://{}", self.address);
        self.access(|access| access.assertion(&issuer, self.clock.now(), header, claims))
    }

    /// Runs `read` on the request log.
    pub(crate) fn log<T>(&self, read: impl FnOnce(&mut SimRequestLog) -> T) -> T {
        read(&mut self.state().log)
    }

    /// Waits for `duration`, or until the service stops.
    pub(crate) async fn pause(&self, duration: Duration) {
        let mut stopping = self.stopping.clone();
        tokio::select! {
            () = tokio::time::sleep(duration) => {}
            _ = stopping.wait_for(|stopping| *stopping) => {}
        }
    }

    /// Whether the service has the project, and the fault in the project's name, if it has one.
    pub(crate) fn project(&self, id: &str) -> Option<Option<SimFault>> {
        match id.strip_prefix(FAULT_PROJECT_PREFIX) {
            Some(fault) => fault.replace('_', " ").parse().ok().map(Some),
            None => self.config.projects.iter().any(|project| project.as_str() == id).then_some(None),
        }
    }

    /// The fault of a request: an injected one, the project's, the prompt's or the job's, or a random one.
    pub(crate) fn fault(
        &self,
        operation: ServiceOperation,
        project: Option<SimFault>,
        prompted: Option<SimFault>,
    ) -> Option<SimFault> {
        let mut state = self.state();
        let injected = state.injected.iter_mut().find(|(on, _, left)| *on == operation && *left > 0);
        let injected = injected.map(|(_, fault, left)| {
            *left -= 1;
            *fault
        });
        injected.or(project).or(prompted).or_else(|| {
            state.chaos_draws += 1;
            let (seed, number) = (self.config.seed, state.chaos_draws);
            match state.chaos.get(&operation) {
                Some(chosen) => chosen.draw(seed, number),
                None => chaos::draw(seed, self.config.chaos, number),
            }
        })
    }

    pub(crate) fn inject(&self, operation: ServiceOperation, fault: SimFault, times: u32) {
        let mut state = self.state();
        state.injected.retain(|(_, _, left)| *left > 0);
        state.injected.push((operation, fault, times));
    }

    pub(crate) fn set_chaos(&self, operation: ServiceOperation, chaos: Chaos) {
        self.state().chaos.insert(operation, chaos);
    }

    pub(crate) fn clear_faults(&self) {
        let mut state = self.state();
        state.injected.clear();
        state.chaos.clear();
    }

    pub(crate) fn receive(&self, prompt: &str) {
        *self.state().received.entry(prompt.to_owned()).or_default() += 1;
    }

    pub(crate) fn received(&self, prompt: &str) -> usize {
        self.state().received.get(prompt).copied().unwrap_or(0)
    }

    /// Takes one of the project's uses of creating and messaging.
    pub(crate) fn take_agent_use(&self, project: &str) -> Result<(), Refused> {
        let now = self.clock.now();
        self.state().activity(&self.config, project).1.take(now).map_err(Refused::Throttled)
    }

    /// Takes one of the organization's uses of analytics.
    pub(crate) fn take_analytics_use(&self) -> Result<(), Refused> {
        let now = self.clock.now();
        self.state().analytics.take(now).map_err(Refused::Throttled)
    }

    pub(crate) fn create(&self, project: &str, prompt: String, directives: &[Directive]) -> Value {
        let (now, &Config { seed, speed, .. }) = (self.clock.now(), &self.config);
        let mut state = self.state();
        let activity = state.activity(&self.config, project);
        let number = activity.0;
        activity.0 += 1;
        let mut job = SimJob::new(seed, project, number, now);
        job.take_prompt(prompt, plan(seed, speed, project, number, 0), directives, now);
        let answer = job.to_json(now);
        state.jobs.insert(job.id.clone(), job);
        answer
    }

    pub(crate) fn message(
        &self,
        project: &str,
        id: &str,
        prompt: String,
        directives: &[Directive],
    ) -> Result<Value, Refused> {
        let (now, &Config { seed, speed, .. }) = (self.clock.now(), &self.config);
        let mut state = self.state();
        let job = state.job(project, id)?;
        if job.refuses_follow_ups {
            return Err(Refused::NoMoreMessages);
        }
        let turn = u64::try_from(job.prompts.len()).unwrap_or(u64::MAX);
        job.take_prompt(prompt, plan(seed, speed, project, job.number, turn), directives, now);
        Ok(job.to_json(now))
    }

    pub(crate) fn get(&self, project: &str, id: &str) -> Result<Value, Refused> {
        let now = self.clock.now();
        Ok(self.state().job(project, id)?.to_json(now))
    }

    /// The fault of the next poll of a job.
    pub(crate) fn poll_fault(&self, project: &str, id: &str) -> Option<SimFault> {
        self.state().job(project, id).ok()?.next_poll_fault()
    }

    /// One page of visitors. If rows have shifted, it is as if the list had grown at its beginning since the previous page.
    pub(crate) fn visitors(
        &self,
        project: &str,
        query: &VisitorsQuery,
        has_shifted: bool,
    ) -> VisitorsResponse {
        let now = self.clock.now();
        let moment = docket_wire::DateOrTime::instant;
        let to = query.date_to.as_ref().map_or(now, moment);
        let from = query.date_from.as_ref().map_or(to.plus_ms(-ms(DEFAULT_RANGE)), moment);
        let known_until = now.plus_ms(-ms(VISITORS_LAG));
        let report = self.report(project, from.min(known_until), to.min(known_until));
        let (mut totals, rows) = (report.totals, &report.rows);
        let skip = usize::try_from(query.offset.unwrap_or(0)).unwrap_or(usize::MAX);
        let take = usize::try_from(query.limit.unwrap_or(DEFAULT_LIMIT)).unwrap_or(usize::MAX);
        let skip = if has_shifted {
            totals.human += 1;
            totals.total += 1;
            skip.saturating_sub(SHIFTED_ROWS)
        } else {
            skip
        };
        let has_more = rows.len() > skip.saturating_add(take);
        VisitorsResponse { totals, visitors: rows.iter().skip(skip).take(take).cloned().collect(), has_more }
    }

    /// The visitors of a range. The last report is cached, because a client that reads one page usually reads the next.
    fn report(&self, project: &str, from: UnixMs, to: UnixMs) -> Arc<VisitorReport> {
        let project = if self.traffic.contains_key(project) { project } else { FAULT_PROJECT_PREFIX };
        let range = (project.to_owned(), from, to);
        let mut latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((same, report)) = &*latest
            && *same == range
        {
            return Arc::clone(report);
        }
        let report = self.traffic.get(project).map(|traffic| traffic.report(from, to));
        let report = Arc::new(report.unwrap_or_else(|| VisitorReport {
            totals: VisitorTotals { human: 0, ai: 0, total: 0 },
            rows: Vec::new(),
        }));
        *latest = Some((range, Arc::clone(&report)));
        report
    }

    /// Ends a job's turn now. Returns false if there is no such job.
    pub(crate) fn end_job(&self, id: &str, outcome: Option<TurnOutcome>) -> bool {
        let now = self.clock.now();
        self.state().jobs.get_mut(id).map(|job| job.end(outcome, now)).is_some()
    }

    /// Archives a completed job now. Returns false if there is no such job.
    pub(crate) fn archive_job(&self, id: &str) -> bool {
        let now = self.clock.now();
        self.state().jobs.get_mut(id).map(|job| job.archive(now)).is_some()
    }

    /// Makes an ended job active again. Returns false if there is no such job.
    pub(crate) fn resume_job(&self, id: &str, duration: Duration) -> bool {
        let now = self.clock.now();
        self.state().jobs.get_mut(id).map(|job| job.resume(duration, now)).is_some()
    }

    /// All jobs, in the order of their creation.
    pub(crate) fn jobs(&self) -> Vec<JobRecord> {
        let now = self.clock.now();
        let state = self.state();
        let mut jobs: Vec<_> = state.jobs.values().collect();
        jobs.sort_by_key(|job| (job.created_at, &job.project, job.number));
        jobs.into_iter().map(|job| record(job, now)).collect()
    }
}

impl ServiceState {
    fn activity(&mut self, config: &Config, project: &str) -> &mut (u64, SlidingWindow) {
        let new = || (0, SlidingWindow::new(config.agent_per_hour));
        self.activities.entry(project.to_owned()).or_insert_with(new)
    }

    fn job(&mut self, project: &str, id: &str) -> Result<&mut SimJob, Refused> {
        self.jobs.get_mut(id).filter(|job| job.project == project).ok_or(Refused::UnknownJob)
    }
}

fn record(job: &SimJob, now: UnixMs) -> JobRecord {
    JobRecord {
        id: job.id.clone(),
        project: job.project.clone(),
        status: job.status(now),
        ends_at: job.turn.ends_at,
        outcome: job.turn.outcome,
        pr_link: job.pr_link(now).map(str::to_owned),
        prompts: job.prompts.clone(),
    }
}
