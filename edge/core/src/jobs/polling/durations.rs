//! What an instance learned of the durations of jobs.

use std::cell::RefCell;

use docket_wire::{SubmissionKind, UnixMs};

use crate::jobs::schedule::{Durations, PollingLoad, Price, Schedule};

/// What an instance learned of creates and of follow-ups.
#[derive(Debug)]
pub(crate) struct DurationCache {
    typical_ms: u32,
    creates: RefCell<CachedFit>,
    follow_ups: RefCell<CachedFit>,
}

#[derive(Debug)]
struct CachedFit {
    /// The distribution is fitted to these, in milliseconds: a fit costs more than a poll.
    samples: Vec<i64>,
    durations: Durations,
    /// What a poll costs while polls are scarce.
    price: Price,
}

impl DurationCache {
    /// Nothing yet.
    pub(crate) fn empty(typical_ms: u32) -> Self {
        let work = || {
            let durations = Durations::prior(typical_ms);
            RefCell::new(CachedFit { samples: Vec::new(), durations, price: Price::default() })
        };
        Self { typical_ms, creates: work(), follow_ups: work() }
    }

    /// The schedule of one kind of work under a load, learned from these durations in milliseconds.
    pub(super) fn schedule(
        &self,
        work: SubmissionKind,
        samples: Vec<i64>,
        load: PollingLoad,
        now: UnixMs,
    ) -> Schedule {
        let mut learned = match work {
            SubmissionKind::Create => self.creates.borrow_mut(),
            SubmissionKind::FollowUp => self.follow_ups.borrow_mut(),
        };
        if learned.samples != samples {
            learned.durations = Durations::observed(&samples, self.typical_ms);
            learned.samples = samples;
        }
        let CachedFit { durations, price, .. } = &mut *learned;
        price.schedule(durations, load, now)
    }
}
