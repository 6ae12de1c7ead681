//! The invariants.

use std::collections::BTreeMap;

use docket_core::storage::Database;
use docket_wire::{EventKind, HistoryQuery, JobFilter, JobId, JobStatus, LiveMessage};

use crate::run::{DAY_MS, JOBS_DAYS, KnownJob, PROMPTS_DAYS, Run, Work};

impl Run {
    /// The jobs that are gone were over, and old enough.
    pub fn forget_deleted(&mut self) {
        let gone: Vec<JobId> =
            self.jobs.keys().filter(|id| !self.ledger.reads().has_job(id).unwrap()).cloned().collect();
        for id in gone {
            let known = self.jobs.remove(&id).unwrap();
            assert!(self.may_go(&id, &known, JOBS_DAYS), "{id} is gone: {known:?}");
        }
    }

    fn may_go(&self, id: &JobId, known: &KnownJob, days: u32) -> bool {
        let is_lost = self.unknown.values().any(|job| job.as_ref() == Some(id));
        known.work == Work::Over && !is_lost && self.now.since_ms(known.touched) > i64::from(days) * DAY_MS
    }

    pub fn check(&mut self) {
        let revision = self.ledger.revision().unwrap();
        assert!(revision >= self.last_revision, "a revision is given again");
        self.last_revision = revision;
        let rows = self.disk.run("SELECT id, added_at, prompt_days FROM jobs", &[]).unwrap();
        let mut stored = BTreeMap::new();
        for mut row in rows {
            let id: JobId = row.parsed().unwrap();
            let added_ms = row.integer().unwrap();
            let is_young = self.now.0 - added_ms <= i64::from(PROMPTS_DAYS) * DAY_MS;
            let has_lost_prompts = row.integer_or_null().unwrap().is_some();
            assert!(!(is_young && has_lost_prompts), "the prompts of {id} are gone");
            stored.insert(id, added_ms);
        }
        for (id, known) in &self.jobs {
            assert!(stored.contains_key(id), "{id} is gone: {known:?}");
        }
        for id in self.unknown.keys() {
            let prompt = self.ledger.reads().submission(id).unwrap().unwrap().prompt;
            assert!(prompt.is_some(), "the prompt of unknown outcome is gone");
        }
        assert_eq!(
            self.number("SELECT polled_jobs FROM schedule"),
            self.number(
                "SELECT COUNT(*) FROM jobs WHERE next_poll_at IS NOT NULL
                 AND (ended_at IS NULL OR expect_activity_until IS NOT NULL)"
            ),
            "the number of polled jobs"
        );
        for orphans in [
            "SELECT COUNT(*) FROM events WHERE what <> '{\"kind\":\"deleted\"}' AND job_id NOT IN (SELECT id FROM jobs)
             AND submission_id IS NULL",
            "SELECT COUNT(*) FROM labels WHERE job NOT IN (SELECT number FROM jobs)",
            "SELECT COUNT(*) FROM search WHERE rowid NOT IN (SELECT number FROM jobs)",
            "SELECT COUNT(*) FROM submissions WHERE prompt_days IS NOT NULL AND prompt <> ''",
        ] {
            assert_eq!(self.number(orphans), 0, "{orphans}");
        }
    }

    /// Nobody does anything any more: everything that is over is deleted, and no alarm is left.
    pub fn end(&mut self) {
        self.delete(false);
        self.now = self.now.plus_ms(i64::from(PROMPTS_DAYS) * DAY_MS + 3_700_000);
        self.delete(false);
        let is_over = |(id, known): &(&JobId, &KnownJob)| self.may_go(id, known, PROMPTS_DAYS);
        for (id, _) in self.jobs.iter().filter(is_over) {
            let detail = self.ledger.reads().detail(id, &HistoryQuery::default()).unwrap().unwrap();
            assert_eq!(detail.job.title, None, "{id}");
            assert!(detail.submissions.iter().all(|row| row.prompt.is_none()), "{id}");
        }
        self.now = self.now.plus_ms(i64::from(JOBS_DAYS) * DAY_MS);
        self.delete(false);
        let left: Vec<_> = self.jobs.iter().filter(|(id, known)| self.may_go(id, known, JOBS_DAYS)).collect();
        assert!(left.is_empty(), "{left:?}");
        self.catch_up();
        self.check();
    }

    pub fn catch_up(&mut self) {
        let message = self.ledger.reads().catch_up(self.console.revision, self.now).unwrap();
        let (revision, jobs) = match message {
            LiveMessage::Snapshot(snapshot) => {
                self.console.jobs.clear();
                (snapshot.revision, snapshot.jobs)
            }
            LiveMessage::Changes { since, revision, events, jobs, .. } => {
                let revisions: Vec<u64> = events.iter().map(|event| event.revision).collect();
                assert_eq!(revisions, (since + 1..=revision).collect::<Vec<_>>(), "exactly what was missed");
                for event in events.iter().filter(|event| event.what == EventKind::Deleted) {
                    event.job.iter().for_each(|id| drop(self.console.jobs.remove(id)));
                }
                (revision, jobs)
            }
            LiveMessage::Checked { .. } | LiveMessage::Pauses(_) | LiveMessage::Inbox { .. } => {
                unreachable!("not a change")
            }
        };
        self.console.revision = Some(revision);
        self.console.jobs.extend(jobs.into_iter().map(|job| (job.id, job.status)));
        let fresh = self.ledger.reads().snapshot(&JobFilter::default(), self.now).unwrap();
        let fresh: BTreeMap<JobId, JobStatus> =
            fresh.jobs.into_iter().map(|job| (job.id, job.status)).collect();
        assert_eq!(self.console.jobs, fresh, "a console that caught up sees what a new one sees");
    }

    fn number(&self, sql: &str) -> i64 {
        self.disk.run(sql, &[]).unwrap().remove(0).integer().unwrap()
    }
}
