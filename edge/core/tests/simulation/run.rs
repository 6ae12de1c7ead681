//! One run: a random story, step by step, with the invariants checked after each.

mod checks;
mod steps;

use std::collections::{BTreeMap, BTreeSet};

use docket_core::jobs::{Ledger, Limits, NewSubmission, PollTask};
use docket_wire::{JobId, JobStatus, SubmissionId, UnixMs};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::faulty::Faulty;
use crate::service::{Answer, Service};

const LIMITS: Limits = Limits { agent_per_hour: 20, polls_per_hour: 60, typical_job_ms: 150_000 };
/// Steps between two checks; what is broken stays broken.
const CHECK_EVERY: u32 = 10;
const HOUR_MS: i64 = 3_600_000;

struct Run {
    rng: StdRng,
    disk: Faulty,
    ledger: Ledger<Faulty>,
    service: Service,
    /// The time as it is, and as the ledger's clock shows it.
    true_now: i64,
    clock_skew: i64,
    /// Calls whose answer has not been taken in yet. An interruption loses them, whether the service has acted or not.
    prompts_under_way: Vec<(SubmissionId, NewSubmission, Option<Answer>)>,
    looks_under_way: Vec<(PollTask, Answer)>,
    /// Prompts for which the ledger said that it has them.
    written_down: BTreeMap<SubmissionId, String>,
    /// Calls that were made for a submission since a person last sent it in.
    calls: BTreeMap<SubmissionId, u32>,
    /// Prompts that a person had sent once more.
    meant_twice: BTreeSet<String>,
    keys: Vec<(String, Option<JobId>, String)>,
    /// When requests went out, by the ledger's clock.
    prompts_spent: Vec<i64>,
    looks_spent: Vec<i64>,
    /// A console that is never told everything anew unless it has to be.
    console: Console,
    submissions: u32,
    log: bool,
}

#[derive(Default)]
struct Console {
    revision: Option<u64>,
    statuses: BTreeMap<JobId, JobStatus>,
}

/// Plays one story.
pub fn run(seed: u64, log: bool) {
    let disk = Faulty::new();
    let start = 1_790_000_000_000;
    let ledger = Ledger::open(disk.clone(), LIMITS, UnixMs(start)).unwrap();
    let mut run = Run {
        rng: StdRng::seed_from_u64(seed),
        disk,
        ledger,
        service: Service::default(),
        true_now: start,
        clock_skew: 0,
        prompts_under_way: Vec::new(),
        looks_under_way: Vec::new(),
        written_down: BTreeMap::new(),
        calls: BTreeMap::new(),
        meant_twice: BTreeSet::new(),
        keys: Vec::new(),
        prompts_spent: Vec::new(),
        looks_spent: Vec::new(),
        console: Console::default(),
        submissions: 0,
        log,
    };
    for step in 0..60 {
        run.step();
        if step % CHECK_EVERY == 0 {
            run.check();
        }
    }
    run.settle_down();
}

impl Run {
    fn now(&self) -> UnixMs {
        UnixMs(self.true_now + self.clock_skew)
    }

    fn say(&self, what: &str) {
        if self.log {
            println!("{:>12} {what}", self.true_now - 1_790_000_000_000);
        }
    }

    fn step(&mut self) {
        self.true_now += [0, 1, 50, 1_000, 10_000, 60_000, HOUR_MS][self.rng.random_range(0..7)];
        if self.rng.random_range(0..12) == 0 {
            let left = self.rng.random_range(0..25);
            self.disk.interrupt_after(Some(left));
        }
        match self.rng.random_range(0..100) {
            0..14 => self.submit(),
            14..20 => self.queue(),
            20..36 => self.answer_a_prompt(),
            36..40 => self.a_person_decides(),
            40..60 => self.alarm(),
            60..82 => self.answer_a_look(),
            82..92 => self.console_catches_up(),
            92..94 => self.clock_skew = self.rng.random_range(-7_200_000..7_200_000),
            94..97 => self.interrupt(),
            _ => self.attach(),
        }
        if self.disk.is_interrupted() {
            self.interrupt();
        }
        self.disk.interrupt_after(None);
    }

    /// The holder is gone, with everything that was under way; another opens the ledger.
    fn interrupt(&mut self) {
        self.say("interrupted");
        self.disk.interrupt_after(None);
        self.prompts_under_way.clear();
        self.looks_under_way.clear();
        self.ledger = Ledger::open(self.disk.clone(), LIMITS, self.now()).unwrap();
    }
}
