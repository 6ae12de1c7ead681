//! What Docket acknowledged to the actors, and the errors that an actor noticed itself.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::Value;

use crate::harness::Answer;
use crate::shared_state::Who;

/// Violations that are shown.
const SHOWN: usize = 20;

#[derive(Default)]
pub(crate) struct Record {
    promises: Mutex<Promises>,
}

#[derive(Default)]
pub(crate) struct Promises {
    /// The prompts that each submission which Docket named can have. Every edit adds one.
    pub(crate) submissions: BTreeMap<String, BTreeSet<String>>,
    /// The job of every prompt that Docket said the service had accepted.
    pub(crate) accepted: BTreeMap<String, String>,
    /// For each prompt, an upper bound of how often people sent it again.
    pub(crate) resent: BTreeMap<String, u32>,
    /// Jobs, in the order in which the actors got to know them.
    pub(crate) jobs: Vec<String>,
    pub(crate) violations: Vec<String>,
    counts: BTreeMap<String, u64>,
}

impl Record {
    pub(crate) fn promises(&self) -> MutexGuard<'_, Promises> {
        self.promises.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Something that must not happen.
    pub(crate) fn violation(&self, what: String) {
        self.promises().violations.push(what);
    }

    pub(crate) fn count(&self, what: &str) {
        *self.promises().counts.entry(what.to_owned()).or_default() += 1;
    }

    /// The response to a prompt, of a create or a follow-up.
    pub(crate) fn submitted(&self, who: &Who, prompt: &str, answer: Option<&Answer>) {
        let Some(answer) = answer else { return };
        let Ok(json) = serde_json::from_str::<Value>(&answer.text) else { return };
        let text = |name: &str| json[name].as_str().map(str::to_owned);
        let mut promises = self.promises();
        let named = if answer.status == 202 { text("id") } else { text("submissionId") };
        match (answer.status, named, text("id")) {
            (409, ..) => {}
            // The rejected prompts of programs may be deleted.
            (400..500, Some(_), _) if matches!(who, Who::Program(_)) => {}
            (_, Some(submission), _) => {
                promises.submissions.entry(submission).or_default().insert(prompt.to_owned());
            }
            (200 | 201, None, Some(job)) => {
                let before = promises.accepted.insert(prompt.to_owned(), job.clone());
                if before.is_some_and(|before| before != job) {
                    promises.violations.push(format!("one key made two jobs: {prompt}"));
                }
                if !promises.jobs.contains(&job) {
                    promises.jobs.push(job);
                }
            }
            _ => {}
        }
    }

    /// A person is about to edit a submission.
    pub(crate) fn may_become(&self, submission: &str, prompt: &str) {
        if let Some(prompts) = self.promises().submissions.get_mut(submission) {
            prompts.insert(prompt.to_owned());
        }
    }

    /// What happened, for the log.
    pub(crate) fn summary(&self) -> String {
        let promises = self.promises();
        let mut text = format!(
            "{} jobs, {} prompts accepted, {} submissions named, {} resent",
            promises.jobs.len(),
            promises.accepted.len(),
            promises.submissions.len(),
            promises.resent.len()
        );
        for (what, times) in &promises.counts {
            write!(text, "\n  {times:>6} {what}").unwrap();
        }
        text
    }

    /// Fails if there was a violation.
    pub(crate) fn check(&self) {
        let promises = self.promises();
        let shown: Vec<_> = promises.violations.iter().take(SHOWN).collect();
        assert!(shown.is_empty(), "{} violations, the first: {shown:#?}", promises.violations.len());
    }
}
