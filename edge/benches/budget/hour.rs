//! Replays the hour with the core, on a simulated clock.

use std::collections::VecDeque;

use docket_core::analytics::{
    AfterTask, Analytics, BackfillKey, BackfillTask, LookupDecision, LookupOptions, PageRequest, Priority,
};
use docket_core::upstream::failure::CallFailure;
use docket_wire::{
    BackfillKind, Interval, ProjectId, UnixMs, UtcOffsets, VisitorTotals, VisitorsQuery, VisitorsResponse,
};

use crate::script::{PageView, hour, trend};
use crate::sqlite::Sqlite;
use crate::tally::Tally;

const LIMIT: usize = 100;
const HOUR_MS: i64 = 3_600_000;
/// 2026-11-20T09:00:00Z, a Friday.
const START: UnixMs = UnixMs(1_795_165_200_000);

/// Berlin in these months: daylight saving time ended on 25 October 2026, and started on 29 March.
struct Berlin;

impl UtcOffsets for Berlin {
    fn offset_s(&self, at: UnixMs) -> i32 {
        let is_summer = |from, to| (UnixMs(from)..UnixMs(to)).contains(&at);
        let summer = is_summer(1_774_746_000_000, 1_792_890_000_000)
            || is_summer(1_743_296_400_000, 1_761_440_400_000);
        if summer { 7200 } else { 3600 }
    }
}

struct Service(VecDeque<UnixMs>);

impl Service {
    fn answer(&mut self, now: UnixMs) -> Result<(), CallFailure> {
        while self.0.front().is_some_and(|first| now.since_ms(*first) >= HOUR_MS) {
            self.0.pop_front();
        }
        if self.0.len() >= LIMIT {
            return Err(CallFailure::Throttled { retry_after_s: Some(60), error: None });
        }
        self.0.push_back(now);
        Ok(())
    }
}

struct Team {
    analytics: Analytics<Sqlite>,
    service: Service,
    tally: Tally,
    now: UnixMs,
}

pub fn run() -> Tally {
    let analytics = Analytics::open(Sqlite::in_memory(), u32::try_from(LIMIT).unwrap()).unwrap();
    let mut team = Team { analytics, service: Service(VecDeque::new()), tally: Tally::default(), now: START };
    let today = docket_wire::Day::at(START, &Berlin).unwrap();
    let views = hour(today);
    team.tally.views = views.len();
    let whole = trend(today);
    let days: Vec<_> =
        whole.newest_first().filter_map(|day| Interval::of_day(day, whole.zone(), &Berlin)).collect();
    let project: ProjectId = "acme-docs".parse().unwrap();
    team.analytics
        .queue_backfill(BackfillKey::new(&project, BackfillKind::Days, &whole), &days, None, START)
        .unwrap();
    for view in views {
        team.now = START.plus_ms(view.at_ms);
        team.run_backfills();
        team.view(&view);
    }
    team.tally
}

impl Team {
    fn view(&mut self, view: &PageView) {
        let project: ProjectId = view.project.parse().unwrap();
        let interval = Interval::of(&view.span, &Berlin).unwrap();
        let earlier = Interval::of(&view.span.compared(view.comparison).unwrap(), &Berlin).unwrap();
        self.totals(&project, &interval, VisitorsQuery::LIMIT_MAX, true);
        self.totals(&project, &earlier, VisitorsQuery::LIMIT_MAX, true);
        let newest = view.span.newest_first().take(2);
        for day in newest.filter_map(|day| Interval::of_day(day, view.span.zone(), &Berlin)) {
            self.totals(&project, &day, 1, false);
        }
    }

    /// Reads totals in the same way as the Worker. A trend is shown even if a day of it is missing.
    fn totals(&mut self, project: &ProjectId, interval: &Interval, limit: u32, is_needed: bool) {
        let lookup = LookupOptions::person();
        let stored = self.analytics.totals().get(project, interval).unwrap();
        let is_fresh = stored.is_some_and(|stored| {
            self.analytics.is_fresh(Some(interval.to.instant()), stored.checked_at, self.now).unwrap()
        });
        let is_new = !is_fresh && self.fetch(project, &interval.page(limit, 0), lookup);
        match self.analytics.totals().get(project, interval).unwrap() {
            Some(stored) => {
                let age_s = self.now.since_ms(stored.checked_at).unsigned_abs() / 1000;
                self.tally.record(age_s, interval.to.instant() > self.now, !is_fresh && !is_new);
            }
            None => self.tally.refusals += usize::from(is_needed),
        }
    }

    /// Looks a page up, and returns whether it is fresh.
    fn fetch(&mut self, project: &ProjectId, query: &VisitorsQuery, lookup: LookupOptions) -> bool {
        let request = PageRequest { project: project.clone(), query: query.clone(), lookup };
        let permit = match self.analytics.lookup(&request, self.now).unwrap() {
            LookupDecision::Hit(entry) => return !entry.is_stale,
            LookupDecision::Exhausted(_) | LookupDecision::Join | LookupDecision::TooLarge => return false,
            LookupDecision::Fetch(permit) => permit,
        };
        let answered = self.service.answer(self.now);
        self.tally.calls += 1;
        let page = VisitorsResponse {
            totals: VisitorTotals { human: 2, ai: 1, total: 3 },
            visitors: Vec::new(),
            has_more: false,
        };
        let answer = answered.as_ref().map(|()| (&page, "{}"));
        self.analytics.record_fetch(&request, permit, answer, self.now).unwrap();
        answered.is_ok()
    }

    fn run_backfills(&mut self) {
        let lookup = LookupOptions::background(None);
        loop {
            let due: Vec<BackfillTask> = self.analytics.due_backfills(3, self.now).unwrap();
            if due.is_empty() {
                return;
            }
            for task in due {
                self.fetch(&task.project, &task.query(), lookup.clone());
                self.analytics.record_backfill(&task, AfterTask::Nothing).unwrap();
            }
        }
    }
}
