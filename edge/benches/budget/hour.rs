//! An hour: the decisions of the core, on a clock that is moved by hand.

use std::collections::VecDeque;

use docket_core::analytics::{Analytics, BackfillTask, Lookup, LookupDecision, PageRequest, Priority};
use docket_core::upstream::response::CallFailure;
use docket_wire::{
    BackfillKind, Interval, ProjectId, UnixMs, UtcOffsets, VisitorTotals, VisitorsPage, VisitorsQuery,
};

use crate::script::{PollTask, hour, trend};
use crate::sqlite::Sqlite;
use crate::tally::Tally;

const LIMIT: usize = 100;
const HOUR_MS: i64 = 3_600_000;
/// 2026-11-20T09:00:00Z, a Friday.
const BEGIN: UnixMs = UnixMs(1_795_165_200_000);

/// Berlin in these months: clocks were set back on 25 October, and forward on 29 March.
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
    fn ask(&mut self, now: UnixMs) -> Result<(), CallFailure> {
        while self.0.front().is_some_and(|first| now.since_ms(*first) >= HOUR_MS) {
            self.0.pop_front();
        }
        if self.0.len() >= LIMIT {
            return Err(CallFailure::Throttled { retry_after_s: Some(60) });
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
    let mut team = Team { analytics, service: Service(VecDeque::new()), tally: Tally::default(), now: BEGIN };
    let today = docket_wire::Day::at(BEGIN, &Berlin).unwrap();
    let looks = hour(today);
    team.tally.looks = looks.len();
    let whole = trend(today);
    let days: Vec<_> =
        whole.newest_first().filter_map(|day| Interval::of_day(day, whole.zone(), &Berlin)).collect();
    let project: ProjectId = "acme-docs".parse().unwrap();
    team.analytics.queue_backfill(&project, BackfillKind::Days, &whole, &days, BEGIN).unwrap();
    for look in looks {
        team.now = BEGIN.plus_ms(look.at_ms);
        team.run_backfills();
        team.look(&look);
    }
    team.tally
}

impl Team {
    fn look(&mut self, look: &PollTask) {
        let project: ProjectId = look.project.parse().unwrap();
        let interval = Interval::of(&look.span, &Berlin).unwrap();
        let earlier = Interval::of(&look.span.compared(look.comparison).unwrap(), &Berlin).unwrap();
        self.figures(&project, &interval, VisitorsQuery::LIMIT_MAX, true);
        self.figures(&project, &earlier, VisitorsQuery::LIMIT_MAX, true);
        let newest = look.span.newest_first().take(2);
        for day in newest.filter_map(|day| Interval::of_day(day, look.span.zone(), &Berlin)) {
            self.figures(&project, &day, 1, false);
        }
    }

    /// As the edge does it; a day of a trend can be left out.
    fn figures(&mut self, project: &ProjectId, interval: &Interval, limit: u32, is_needed: bool) {
        let lookup = Lookup { priority: Priority::Person, force_refresh: false };
        let kept = self.analytics.totals().get(project, interval).unwrap();
        let is_fresh = kept.is_some_and(|kept| {
            self.analytics.is_fresh(Some(interval.to.instant()), kept.checked_at, self.now).unwrap()
        });
        let is_new = !is_fresh && self.ask(project, &interval.page(limit, 0), lookup);
        match self.analytics.totals().get(project, interval).unwrap() {
            Some(kept) => {
                let age_s = self.now.since_ms(kept.checked_at).unsigned_abs() / 1000;
                self.tally.saw(age_s, interval.to.instant() > self.now, !is_fresh && !is_new);
            }
            None => self.tally.refusals += usize::from(is_needed),
        }
    }

    /// Whether there is something new, or as good as new.
    fn ask(&mut self, project: &ProjectId, query: &VisitorsQuery, lookup: Lookup) -> bool {
        let request = PageRequest { project: project.clone(), query: query.clone(), lookup };
        let permit = match self.analytics.lookup(&request, self.now).unwrap() {
            LookupDecision::Hit(entry) => return !entry.is_stale,
            LookupDecision::Exhausted { .. } | LookupDecision::Join => return false,
            LookupDecision::Fetch(permit) => permit,
        };
        let answered = self.service.ask(self.now);
        self.tally.calls += 1;
        let page = VisitorsPage {
            totals: VisitorTotals { human: 2, ai: 1, total: 3 },
            visitors: Vec::new(),
            has_more: false,
        };
        let answer = answered.as_ref().map(|()| (&page, "{}"));
        self.analytics.record_fetch(&request, permit, answer, self.now).unwrap();
        answered.is_ok()
    }

    fn run_backfills(&mut self) {
        let lookup = Lookup { priority: Priority::Background, force_refresh: false };
        loop {
            let due: Vec<BackfillTask> = self.analytics.due_backfills(3, self.now).unwrap();
            if due.is_empty() {
                return;
            }
            for task in due {
                self.ask(&task.project, &task.query(), lookup);
                self.analytics.record_backfill(&task, false).unwrap();
            }
        }
    }
}
