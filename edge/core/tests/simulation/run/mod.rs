//! One run: random steps, with the invariants checked every few steps.

mod checks;
mod full_storage;
mod object;
mod steps;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use docket_core::jobs::{Ledger, LedgerSettings, NewSubmission, PollTask};
use docket_wire::{InboxSubject, JobEntry, JobId, SubmissionId, UnixMs};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::faulty::Faulty;
use crate::service::{Answer, Service};
use object::Object;

const SETTINGS: LedgerSettings =
    LedgerSettings { agent_per_hour: 20, polls_per_hour: 60, ..LedgerSettings::NOTHING };
/// Steps between two checks. A broken invariant stays broken.
const CHECK_EVERY: u32 = 10;
/// 2026-09-21T14:13:20Z.
const START: i64 = 1_790_000_000_000;
const HOUR_MS: i64 = 3_600_000;

struct Run {
    rng: StdRng,
    disk: Faulty,
    ledger: Ledger<Faulty>,
    service: Service,
    /// The true time. The ledger's clock is off by `clock_skew`.
    true_now: i64,
    clock_skew: i64,
    /// Calls whose outcome is not recorded yet. An interruption loses them, whether the service has acted or not.
    prompts_in_flight: Vec<(SubmissionId, NewSubmission, Option<Answer>)>,
    polls_in_flight: Vec<PollInFlight>,
    /// Submissions whose outcome could not be stored.
    unsettled: Vec<SubmissionId>,
    object: Object,
    /// The service and the runtime do not fail any more.
    is_healthy: bool,
    /// Prompts that the ledger acknowledged.
    recorded: BTreeMap<SubmissionId, String>,
    /// Calls for a submission since a person last sent it, or the service throttled it.
    calls: BTreeMap<SubmissionId, u32>,
    /// The queued follow-ups behind each one that was rejected.
    held: BTreeMap<SubmissionId, BTreeSet<SubmissionId>>,
    /// Prompts that a person sent again.
    resent: BTreeSet<String>,
    keys: Vec<(String, Option<JobId>, String)>,
    /// When requests were sent, by the ledger's clock.
    prompt_times: Vec<(SubmissionId, i64)>,
    poll_times: Vec<i64>,
    /// A console that gets a snapshot only if the ledger decides so.
    console: Console,
    submissions: u32,
    is_verbose: bool,
}

struct PollInFlight {
    poll: PollTask,
    answer: Answer,
    /// The work of the alarm waits for it, rather than a request.
    is_of_alarm: bool,
}

#[derive(Default)]
struct Console {
    revision: Option<u64>,
    jobs: BTreeMap<JobId, JobEntry>,
    /// What is in the inbox, and whether it is read.
    inbox: Vec<(InboxSubject, bool)>,
}

/// A database as an object leaves it that opened it once.
static OPENED: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let disk = Faulty::new();
    drop(Ledger::open(disk.clone(), SETTINGS, UnixMs(START)).unwrap());
    disk.into_content()
});

/// Runs one seed.
pub fn run(seed: u64, is_verbose: bool) {
    let disk = Faulty::with_content(&OPENED);
    let ledger = Ledger::open(disk.clone(), SETTINGS, UnixMs(START)).unwrap();
    let mut run = Run {
        rng: StdRng::seed_from_u64(seed),
        disk,
        ledger,
        service: Service::default(),
        true_now: START,
        clock_skew: 0,
        prompts_in_flight: Vec::new(),
        polls_in_flight: Vec::new(),
        unsettled: Vec::new(),
        object: Object::new(),
        is_healthy: false,
        recorded: BTreeMap::new(),
        calls: BTreeMap::new(),
        held: BTreeMap::new(),
        resent: BTreeSet::new(),
        keys: Vec::new(),
        prompt_times: Vec::new(),
        poll_times: Vec::new(),
        console: Console::default(),
        submissions: 0,
        is_verbose,
    };
    for step in 0..60 {
        run.step();
        if step % CHECK_EVERY == 0 {
            run.check();
        }
    }
    run.recover();
}

impl Run {
    fn now(&self) -> UnixMs {
        UnixMs(self.true_now + self.clock_skew)
    }

    fn log(&self, what: &str) {
        if self.is_verbose {
            println!("{:>12} {what}", self.true_now - 1_790_000_000_000);
        }
    }

    fn step(&mut self) {
        self.true_now += [0, 1, 50, 1_000, 10_000, 60_000, HOUR_MS][self.rng.random_range(0..7)];
        if self.rng.random_range(0..12) == 0 {
            let left = self.rng.random_range(0..25);
            self.disk.interrupt_after(Some(left));
        }
        self.fill_or_free_storage();
        self.wake();
        match self.rng.random_range(0..120) {
            0..16 => self.submit(),
            16..22 => self.queue(),
            22..38 => self.answer_a_prompt(),
            38..42 => self.resolve_as_person(),
            // Alarms may come early and twice.
            42..54 => self.fire(),
            54..82 => self.answer_a_poll(),
            82..92 => self.catch_up_console(),
            92..94 => self.clock_skew = self.rng.random_range(-7_200_000..7_200_000),
            94..97 => self.interrupt(),
            97..100 => self.import(),
            100..108 => self.read(),
            108..111 => self.set_polling(),
            111..117 => {
                if let Some(job) = self.random_job() {
                    self.service.change_elsewhere(job.as_str(), self.true_now, &mut self.rng);
                }
            }
            _ => self.change_settings(),
        }
        if self.disk.is_interrupted() {
            self.interrupt();
        }
        self.disk.interrupt_after(None);
    }

    /// The object is gone, with every call in flight, and a new one opens the ledger.
    fn interrupt(&mut self) {
        self.log("interrupted");
        self.disk.interrupt_after(None);
        self.free_storage();
        self.prompts_in_flight.clear();
        self.unsettled.clear();
        self.polls_in_flight.clear();
        self.end_instance();
        self.ledger = Ledger::open(self.disk.clone(), SETTINGS, self.now()).unwrap();
    }
}
