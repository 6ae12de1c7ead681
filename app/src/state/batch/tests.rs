//! A batch against an edge that loses requests and responses, and pages that are cut anywhere: every prompt becomes one job.

use std::collections::BTreeMap;

use docket_wire::JobId;

use super::outcome::Outcome;
use super::prompts::{Batch, BatchPrompt, Progress};
use super::run::{BatchRun, NextStep, through_in_ms};
use crate::format::budget::PromptBudget;

/// Numbers that a seed determines (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % limit
    }

    fn is_one_in(&mut self, limit: u64) -> bool {
        self.below(limit) == 0
    }
}

/// The edge: a key makes one job, and so many prompts are accepted per hour.
#[derive(Default)]
struct Edge {
    jobs: BTreeMap<String, JobId>,
    made: Vec<String>,
    sent_at: Vec<i64>,
    /// Prompts that came while nothing was left of the budget.
    sent_in_vain: u32,
}

const PER_HOUR: u32 = 5;
const HOUR_MS: i64 = 3_600_000;

impl Edge {
    fn budget(&self, now: i64) -> PromptBudget {
        let recent = || self.sent_at.iter().filter(|at| now - **at < HOUR_MS);
        let remaining = PER_HOUR.saturating_sub(u32::try_from(recent().count()).unwrap());
        let reset_s = recent().min().map_or(0, |first| (first + HOUR_MS - now) / 1000 + 1);
        PromptBudget { limit: PER_HOUR, remaining, reset_s: u32::try_from(reset_s).unwrap() }
    }

    fn create(&mut self, key: &str, prompt: &str, now: i64) -> Outcome {
        if let Some(job) = self.jobs.get(key) {
            return Outcome::Sent(job.clone());
        }
        let budget = self.budget(now);
        if budget.remaining == 0 {
            self.sent_in_vain += 1;
            return Outcome::Exhausted(budget.reset_s);
        }
        let job: JobId = format!("job_{}", self.made.len()).parse().unwrap();
        self.jobs.insert(key.to_owned(), job.clone());
        self.made.push(prompt.to_owned());
        self.sent_at.push(now);
        Outcome::Sent(job)
    }
}

fn batch(prompts: usize) -> Batch {
    let prompt = |n| BatchPrompt { page: format!("/{n}"), prompt: format!("Update /{n}") };
    let prompts = (0..prompts).map(prompt).collect();
    Batch { id: "b".into(), template: "Update".into(), labels: Vec::new(), prompts }
}

fn nobody_knows() -> Outcome {
    Outcome::Unknown { reason: "Nobody knows.".into(), submission: None }
}

/// Simulates two tabs with the same storage. One of them may be open only at times.
fn simulate(seed: u64) {
    let mut random = Random(seed);
    let batch = batch(12);
    let mut edge = Edge::default();
    let mut stored = vec![Progress::Waiting; batch.prompts.len()];
    let mut tabs = [BatchRun::new(stored.clone()), BatchRun::new(stored.clone())];
    let (mut now, mut cancelled) = (0, Vec::new());
    for turn in 0.. {
        assert!(turn < 20_000, "seed {seed}: the batch does not end");
        let tab = &mut tabs[usize::try_from(random.below(2)).unwrap()];
        // A reload: what is only in memory is gone.
        if random.is_one_in(12) {
            *tab = BatchRun::new(stored.clone());
        }
        if random.is_one_in(8) {
            tab.is_paused = true;
        } else if tab.is_paused {
            tab.resume();
        }
        tab.merge(&stored);
        if seed.is_multiple_of(4) && random.is_one_in(60) {
            for index in tab.cancel() {
                stored[index] = Progress::Cancelled;
                cancelled.push(index);
            }
        }
        match tab.next(now) {
            NextStep::Done => break,
            NextStep::Idle => now += 1_000,
            NextStep::Wait(until) => now = if random.is_one_in(3) { until } else { now + 1_000 },
            NextStep::Send(index) => {
                tab.begin(index);
                if !random.is_one_in(10) {
                    stored[index] = Progress::Begun;
                }
                now += i64::try_from(random.below(5_000)).unwrap();
                let is_request_lost = random.is_one_in(6);
                let answer = (!is_request_lost)
                    .then(|| edge.create(&batch.key(index), &batch.prompts[index].prompt, now));
                // A cut before the response: the page is closed, and nothing is recorded.
                if random.is_one_in(8) {
                    *tab = BatchRun::new(stored.clone());
                    continue;
                }
                let is_response_lost = random.is_one_in(6);
                let outcome = answer.filter(|_| !is_response_lost).unwrap_or(Outcome::NoResponse);
                let progress = tab.record(index, outcome, now);
                tab.record_budget(edge.budget(now), now);
                // The disk may be full: the outcome is not stored.
                if !random.is_one_in(10) {
                    stored[index] = progress;
                }
            }
        }
    }
    let mut made = edge.made.clone();
    made.sort_unstable();
    made.dedup();
    assert_eq!(made.len(), edge.made.len(), "seed {seed}: a page has two jobs");
    for (index, prompt) in batch.prompts.iter().enumerate() {
        let is_made = edge.made.contains(&prompt.prompt);
        assert!(is_made || cancelled.contains(&index), "seed {seed}: {} was lost", prompt.page);
    }
}

#[test]
fn every_page_has_exactly_one_job_wherever_the_batch_is_cut() {
    (0..2_000).for_each(simulate);
}

#[test]
fn a_batch_alone_sends_no_prompt_in_vain() {
    let batch = batch(12);
    let (mut edge, mut run, mut now) = (Edge::default(), BatchRun::new(vec![Progress::Waiting; 12]), 0);
    run.record_budget(edge.budget(now), now);
    let expected = through_in_ms(12, edge.budget(now));
    run.resume();
    loop {
        match run.next(now) {
            NextStep::Send(index) => {
                run.begin(index);
                let outcome = edge.create(&batch.key(index), &batch.prompts[index].prompt, now);
                run.record(index, outcome, now);
                run.record_budget(edge.budget(now), now);
            }
            NextStep::Wait(until) => now = until,
            NextStep::Idle => panic!("nobody paused it"),
            NextStep::Done => break,
        }
    }
    assert_eq!((edge.made.len(), edge.sent_in_vain), (12, 0));
    assert!(expected > HOUR_MS, "{expected}");
}

#[test]
fn a_pause_and_the_end_of_the_session_wait_for_a_person() {
    let mut run = BatchRun::new(vec![Progress::Waiting; 2]);
    assert_eq!(run.next(0), NextStep::Idle, "after a load of the page");
    run.resume();
    assert_eq!(run.next(0), NextStep::Send(0));
    run.begin(0);
    assert_eq!(run.next(0), NextStep::Idle, "one after another");
    run.record(0, Outcome::SignedOut, 0);
    assert_eq!(run.next(i64::MAX), NextStep::Idle);
    run.resume();
    assert_eq!(run.next(0), NextStep::Send(0));
}

#[test]
fn what_is_under_way_is_not_cancelled() {
    let mut run = BatchRun::new(vec![Progress::Waiting; 3]);
    run.resume();
    run.begin(0);
    assert_eq!(run.cancel(), [1, 2]);
    let job: JobId = "job_1".parse().unwrap();
    run.record(0, Outcome::Sent(job), 0);
    assert_eq!(
        (run.next(0), run.counts().sentence()),
        (NextStep::Done, "1 of 1 sent, 2 cancelled".to_owned())
    );
}

#[test]
fn a_prompt_that_another_tab_had_under_way_counts_as_sent_after_all() {
    let job: JobId = "job_1".parse().unwrap();
    let mut other = BatchRun::new(vec![Progress::Sent(job.clone()), Progress::Waiting, Progress::Waiting]);
    assert_eq!(other.cancel(), [1, 2]);
    let sent = [Progress::Sent(job.clone()), Progress::Sent(job), Progress::Cancelled];
    other.merge(&sent);
    assert_eq!(other.items(), sent);
    // A response that was lost leaves the prompt waiting in the tab that sends it.
    other.merge(&[Progress::Waiting, Progress::Waiting, Progress::Waiting]);
    assert_eq!(other.counts().sentence(), "2 of 2 sent, 1 cancelled");
}

#[test]
fn a_prompt_that_failed_here_and_was_sent_by_another_tab_counts_as_sent() {
    let failures = [
        Progress::Failed("No.".into()),
        Progress::Unknown { reason: "Nobody knows.".into(), submission: None },
    ];
    let mut run = BatchRun::new(failures.to_vec());
    run.merge(&[Progress::Waiting, Progress::Failed("Later.".into())]);
    assert_eq!(run.items(), failures, "the other tab tries again, and may fail");
    let sent = [(); 2].map(|()| Progress::Sent("job_1".parse().unwrap()));
    run.merge(&sent);
    assert_eq!(run.items(), sent);
}

#[test]
fn a_lost_response_is_waited_for_longer_each_time_and_a_person_can_go_on_at_once() {
    let mut run = BatchRun::new(vec![Progress::Waiting]);
    run.resume();
    let mut waits = Vec::new();
    for _ in 0..7 {
        run.begin(0);
        run.record(0, Outcome::NoResponse, 0);
        let NextStep::Wait(until) = run.next(0) else { panic!() };
        waits.push(until / 1000);
    }
    assert_eq!(waits, [2, 4, 8, 16, 32, 60, 60]);
    run.resume();
    assert_eq!(run.next(0), NextStep::Send(0));
}

#[test]
fn a_failed_prompt_waits_again_only_if_a_person_wants_it() {
    let mut run = BatchRun::new(vec![Progress::Waiting]);
    run.resume();
    run.begin(0);
    run.record(0, Outcome::Failed("No.".into()), 0);
    assert_eq!(run.next(0), NextStep::Done);
    run.retry(0);
    assert_eq!(run.next(0), NextStep::Send(0));
}

#[test]
fn a_prompt_that_is_tried_again_during_a_pause_is_sent_alone() {
    let job: JobId = "job_1".parse().unwrap();
    let failed = Progress::Failed("No.".into());
    let unknown = Progress::Unknown { reason: "Nobody knows.".into(), submission: None };
    let mut run = BatchRun::new(vec![Progress::Waiting, failed, unknown, Progress::Waiting]);
    run.retry(1);
    assert_eq!(run.next(0), NextStep::Send(1));
    run.begin(1);
    run.record(1, Outcome::NoResponse, 0);
    assert_eq!(run.next(0), NextStep::Wait(2_000), "no response says that it was sent");
    assert_eq!(run.next(2_000), NextStep::Send(1));
    run.begin(1);
    run.record(1, Outcome::Sent(job), 2_000);
    assert_eq!((run.next(2_000), run.is_paused), (NextStep::Idle, true));
    run.retry(2);
    assert_eq!(run.next(2_000), NextStep::Send(2));
    run.begin(2);
    run.record(2, Outcome::SignedOut, 2_000);
    assert_eq!(run.next(2_000), NextStep::Idle, "another session does not go on with it");
    run.resume();
    assert_eq!(run.next(2_000), NextStep::Send(0));
}

#[test]
fn a_check_of_an_unknown_outcome_does_not_end_the_pause_that_it_caused() {
    let mut run = BatchRun::new(vec![Progress::Waiting; 2]);
    run.resume();
    run.begin(0);
    run.record(0, nobody_knows(), 0);
    run.retry(0);
    assert_eq!(run.next(0), NextStep::Send(0));
    run.begin(0);
    run.record(0, nobody_knows(), 0);
    assert_eq!((run.next(0), run.is_paused, run.pause_reason.is_some()), (NextStep::Idle, true, true));
}

#[test]
fn a_complete_batch_is_not_paused_while_a_prompt_is_tried_again() {
    let mut run = BatchRun::new(vec![Progress::Failed("No.".into()), Progress::Cancelled]);
    run.retry(0);
    assert_eq!((run.next(0), run.is_paused), (NextStep::Send(0), false));
}

#[test]
fn an_outage_costs_one_prompt_and_a_key_that_is_refused_none() {
    let mut run = BatchRun::new(vec![Progress::Waiting; 3]);
    run.resume();
    run.begin(0);
    run.record(0, nobody_knows(), 0);
    assert_eq!((run.next(i64::MAX), run.pause_reason.is_some()), (NextStep::Idle, true));
    run.resume();
    assert_eq!((run.next(0), run.pause_reason.clone()), (NextStep::Send(1), None));
    run.begin(1);
    assert_eq!(run.record(1, Outcome::AllRefused("No key.".into()), 0), Progress::Waiting);
    assert_eq!(run.next(i64::MAX), NextStep::Idle);
    assert!(run.pause_reason.is_some_and(|pause_reason| pause_reason.contains("No key.")));
}

#[test]
fn all_failed_prompts_wait_again_and_those_that_are_still_unknown_stop_nothing() {
    let unknown = || Progress::Unknown { reason: "Nobody knows.".into(), submission: None };
    let mut run =
        BatchRun::new(vec![unknown(), Progress::Cancelled, Progress::Failed("No.".into()), unknown()]);
    assert_eq!(run.failures(), [0, 2, 3]);
    run.failures().into_iter().for_each(|index| run.retry(index));
    run.resume();
    run.begin(0);
    run.record(0, nobody_knows(), 0);
    assert_eq!(run.next(0), NextStep::Send(2));
    run.begin(2);
    run.record(2, nobody_knows(), 0);
    assert_eq!(run.next(0), NextStep::Idle, "this one is news");
}

#[test]
fn the_end_follows_from_the_budget() {
    let budget = PromptBudget { limit: 60, remaining: 5, reset_s: 30 };
    assert_eq!([3, 5, 6, 8].map(|prompts| through_in_ms(prompts, budget)), [0, 0, 30_000, 150_000]);
}

#[test]
fn nothing_more_is_sent_of_a_batch_that_another_tab_closed() {
    let mut run = BatchRun::new(vec![Progress::Waiting, Progress::Failed("No.".into())]);
    run.resume();
    assert_eq!(run.next(0), NextStep::Send(0));
    run.close();
    run.resume();
    run.retry(1);
    assert_eq!(run.next(0), NextStep::Done);
}
