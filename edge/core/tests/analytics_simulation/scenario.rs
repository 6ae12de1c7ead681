//! One scenario: a seeded sequence of random steps.

use std::sync::LazyLock;

use docket_core::analytics::{Analytics, BackfillKey, FetchPermit, PageRequest, days_begun};
use docket_wire::{
    BackfillKind, BackfillRequest, CallerName, Day, Interval, ProjectId, QueuedBackfill, Span, UnixMs, Utc,
    UtcOffsets, ZoneName,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::faulty::Faulty;
use crate::operations::{PartialExport, Running};
use crate::service::{LIMIT, Service};

/// 2026-11-20T12:00:00Z.
const START: i64 = 1_795_176_000_000;
const STEPS: u32 = 40;
/// Twice the one that most operations are about.
const PROJECTS: [&str; 4] = ["acme", "acme", "eu", "gone"];
/// Every call is answered within this time.
const CALL_MS: i64 = 60_000;

/// A database as an object leaves it that opened it once.
static OPENED: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let disk = Faulty::new();
    drop(Analytics::open(disk.clone(), LIMIT).unwrap());
    disk.into_content()
});

/// A zone whose clocks are set forward by an hour, two hours after the scenario starts.
pub struct Shifting;

impl UtcOffsets for Shifting {
    fn offset_s(&self, at: UnixMs) -> i32 {
        if at.0 < START + 7_200_000 { 3600 } else { 7200 }
    }
}

pub struct Scenario {
    pub rng: StdRng,
    pub disk: Faulty,
    pub analytics: Analytics<Faulty>,
    pub service: Service,
    pub running: Vec<Running>,
    /// Requests to the service that it has not answered, and when they were made: each arrives at once.
    pub calls: Vec<(PageRequest, FetchPermit, UnixMs)>,
    /// An interrupted export that can be resumed.
    pub partial: Option<PartialExport>,
    true_now: i64,
    clock_skew: i64,
    log: bool,
}

pub fn play(seed: u64, log: bool) {
    let disk = Faulty::with_content(&OPENED);
    let analytics = Analytics::open(disk.clone(), LIMIT).unwrap();
    let mut scenario = Scenario {
        rng: StdRng::seed_from_u64(seed),
        disk,
        analytics,
        service: Service::default(),
        running: Vec::new(),
        calls: Vec::new(),
        partial: None,
        true_now: START,
        clock_skew: 0,
        log,
    };
    for _ in 0..STEPS {
        scenario.step();
    }
    scenario.finish();
}

impl Scenario {
    pub fn now(&self) -> UnixMs {
        UnixMs(self.true_now + self.clock_skew)
    }

    pub fn say(&self, event: impl FnOnce() -> String) {
        if self.log {
            println!("{:>10} {}", self.now().0 - START, event());
        }
    }

    fn step(&mut self) {
        let elapsed = [0, 1, 50, 1_000, 10_000, 60_000, 600_000, 3_600_000][self.rng.random_range(0..8)];
        if elapsed >= CALL_MS {
            self.answer_all();
        }
        self.true_now += elapsed;
        if self.rng.random_range(0..12) == 0 {
            self.disk.interrupt_after(Some(self.rng.random_range(0..25)));
        }
        match self.rng.random_range(0..100) {
            0..45 => self.start_operation(),
            45..52 => self.start_page_trend(),
            52..72 => self.answer_one(),
            72..80 => self.alarm(),
            80..86 => self.start_backfill(),
            86..88 => self.cancel_backfill(),
            88..91 => self.service.others = self.rng.random_range(0..LIMIT),
            91..94 => self.jump(),
            94..96 => self.interrupt(),
            96..98 => {
                let _ = self.analytics.end_pause(self.now());
            }
            _ => {}
        }
        if self.disk.is_interrupted() {
            self.interrupt();
        }
        self.disk.interrupt_after(None);
    }

    /// Makes the clock jump. No call is in flight, because its request could not be counted across a jump.
    fn jump(&mut self) {
        if self.calls.is_empty() {
            self.clock_skew = self.rng.random_range(-7_200_000..7_200_000);
            self.say(|| "the clock jumps".to_owned());
        }
    }

    /// Restarts the object: running operations are lost, and a new object opens the database.
    fn interrupt(&mut self) {
        self.say(|| "interrupted".to_owned());
        self.disk.interrupt_after(None);
        for (request, _, made_at) in std::mem::take(&mut self.calls) {
            // The request may have left before.
            if self.rng.random() {
                let _ = self.service.answer(&request, made_at, &mut self.rng, false);
            }
        }
        self.running.clear();
        self.analytics = Analytics::open(self.disk.clone(), LIMIT).unwrap();
    }

    pub fn alarm(&mut self) {
        let Ok(due) = self.analytics.due_backfills(3, self.now()) else { return };
        self.say(|| format!("alarm: {due:?}"));
        for task in due {
            let is_configured = task.project.as_str() != "gone";
            self.start(Running::backfill(task, is_configured, self.now()));
        }
    }

    fn start_backfill(&mut self) {
        let (kind, span) = (self.some_kind(), self.some_span());
        let request = BackfillRequest { kind, span };
        let (project, program) = (self.some_project(), self.some_program());
        let (program, now) = (program.as_ref(), self.now());
        let queued = match request.span.zone().is_utc() {
            true => self.analytics.start_backfill(&project, &request, program, &Utc, now),
            false => self.analytics.start_backfill(&project, &request, program, &Shifting, now),
        };
        self.say(|| format!("backfill {request:?}: {queued:?}"));
    }

    /// All queued backfills. If storage is interrupted here, those of a project are missing.
    pub fn queued_backfills(&self) -> Vec<(ProjectId, QueuedBackfill)> {
        let of_project = |project: ProjectId| {
            let report = self.analytics.budget_report(&project, self.now());
            let backfills = report.map(|report| report.backfills).unwrap_or_default();
            backfills.into_iter().map(move |backfill| (project.clone(), backfill))
        };
        PROJECTS.into_iter().flat_map(|id| of_project(id.parse().unwrap())).collect()
    }

    fn cancel_backfill(&mut self) {
        let (kind, span, project) = (self.some_kind(), self.some_span(), self.some_project());
        let program = self.some_program();
        let _ = self.analytics.cancel_backfill(BackfillKey::new(&project, kind, &span), program.as_ref());
    }

    fn some_kind(&mut self) -> BackfillKind {
        [BackfillKind::Days, BackfillKind::DayPaths, BackfillKind::Paths][self.rng.random_range(0..3)]
    }

    pub fn some_program(&mut self) -> Option<CallerName> {
        let name = [None, None, Some("token:ci"), Some("token:bot")][self.rng.random_range(0..4)];
        name.map(|name| CallerName(name.to_owned()))
    }

    pub fn some_project(&mut self) -> ProjectId {
        PROJECTS[self.rng.random_range(0..4)].parse().unwrap()
    }

    /// The days of a span that have begun.
    pub fn days_of(&self, span: &Span) -> Vec<(Day, Interval)> {
        match span.zone().is_utc() {
            true => days_begun(span, &Utc, self.now()),
            false => days_begun(span, &Shifting, self.now()),
        }
    }

    /// One of few spans, so that operations share pages.
    pub fn some_span(&mut self) -> Span {
        let today = Day::at(UnixMs(START), &Utc).unwrap();
        let from = today.plus(self.rng.random_range(-3..3)).unwrap();
        let to = from.plus(self.rng.random_range(0..3)).unwrap();
        let zone = if self.rng.random_range(0..3) == 0 { "Some/Zone" } else { "UTC" };
        Span::new(from, to, ZoneName::try_from(zone.to_owned()).unwrap()).unwrap()
    }

    /// Checks that every backfill ends once the service has recovered and no other operations run.
    fn finish(&mut self) {
        self.interrupt();
        self.service.others = 0;
        for _ in 0..300 {
            let Some(next) = self.analytics.next_backfill_at(self.now()).unwrap() else {
                return;
            };
            self.true_now += next.since_ms(self.now()).max(1);
            self.alarm();
            self.answer_all_successfully();
        }
        panic!("a backfill does not end: {:?}", self.queued_backfills());
    }
}
