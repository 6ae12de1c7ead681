//! Follow-ups that wait: one in flight a job, the others in order, each sent when the job rests.

use docket_wire::{CallerName, EventKind, JobId, Prompt, Submission, SubmissionId, SubmissionState, UnixMs};

use super::history::{self, About};
use super::job_row::JobRow;
use super::rows::{IS_OPEN, QUEUED, SENDING, unsigned};
use super::{Ledger, NewSubmission, StateConflict, SubmitDecision};
use crate::storage::{Database, DatabaseError};

/// Follow-ups of one job that may wait at once.
const WAITING_MAX: i64 = 10;

impl<D: Database> Ledger<D> {
    /// Takes a follow-up in, to be sent by [`Ledger::release`] when it is its turn.
    ///
    /// # Errors
    /// If storage fails; then nothing was written.
    pub fn queue(
        &self,
        new: &NewSubmission,
        job: &JobId,
        now: UnixMs,
    ) -> Result<SubmitDecision, DatabaseError> {
        self.db.atomically(|| {
            let earlier = self.earlier(new)?;
            if let Some(earlier) = earlier.as_ref().filter(|earlier| !earlier.may_try_again()) {
                return earlier.admission();
            }
            let Some(mut row) = JobRow::load(&self.db, job)? else { return Ok(SubmitDecision::UnknownJob) };
            let mut waiting = self.db.run(
                "SELECT COUNT(*) FROM submissions WHERE state = 'queued' AND job_id = ?",
                &[job.as_str().into()],
            )?;
            if waiting.first_mut().map_or(Ok(0), |row| row.integer())? >= WAITING_MAX {
                return Ok(SubmitDecision::QueueFull);
            }
            let submission = earlier.map_or_else(|| new.id.clone(), |earlier| earlier.id);
            self.write_down(&submission, new, QUEUED, now)?;
            if row.stopped && !row.rests() {
                // Nobody would notice that it rests.
                row.stopped = false;
                row.next_poll_at = Some(now);
                row.revision = history::append(
                    &self.db,
                    now,
                    About { job: Some(job), ..About::default() },
                    &EventKind::PollingResumed,
                )?;
                row.store(&self.db)?;
            }
            Ok(SubmitDecision::Queued { submission })
        })
    }

    /// Takes those from the queues whose turn it is, and marks them as being sent: the caller calls the service for
    /// each and then settles it.
    ///
    /// # Errors
    /// If storage fails; then nothing was marked.
    pub fn release(&self, now: UnixMs) -> Result<Vec<Submission>, DatabaseError> {
        self.db.atomically(|| {
            let mut released = Vec::new();
            for submission in self.next_in_line()? {
                if self.prompts().budget(now)?.remaining == 0 {
                    break;
                }
                self.prompts().record(now)?;
                let about = About {
                    job: submission.job.as_ref(),
                    submission: Some(&submission.id),
                    by: Some(&submission.author),
                };
                let revision =
                    self.set_state(&submission.id, SENDING, None, about, &EventKind::Submitted, now)?;
                released.push(Submission { state: SubmissionState::Sending, revision, ..submission });
            }
            Ok(released)
        })
    }

    /// Writes a waiting follow-up anew.
    ///
    /// # Errors
    /// If storage fails; then nothing was written.
    pub fn edit(
        &self,
        id: &SubmissionId,
        prompt: &Prompt,
        by: &CallerName,
        now: UnixMs,
    ) -> Result<Result<Submission, StateConflict>, DatabaseError> {
        self.db.atomically(|| {
            let Some(submission) = self.submission(id)? else {
                return Ok(Err(StateConflict::UnknownSubmission));
            };
            if submission.state != SubmissionState::Queued {
                return Ok(Err(StateConflict::State(submission.state)));
            }
            let about = About { job: submission.job.as_ref(), submission: Some(id), by: Some(by) };
            let revision = history::append(&self.db, now, about, &EventKind::Edited)?;
            self.db.run(
                "UPDATE submissions SET prompt = ?, revision = ? WHERE id = ?",
                &[prompt.prompt.as_str().into(), (revision as i64).into(), id.as_str().into()],
            )?;
            Ok(Ok(Submission { prompt: prompt.prompt.clone(), revision, ..submission }))
        })
    }

    /// When a waiting follow-up can go out that only the budget holds back.
    pub(super) fn next_release(&self, now: UnixMs) -> Result<Option<UnixMs>, DatabaseError> {
        if self.next_in_line()?.is_empty() {
            return Ok(None);
        }
        Ok(Some(self.prompts().budget(now)?.free_at(now)))
    }

    /// The first waiting follow-up of every job that rests, unless one before it is under way or of unknown outcome.
    fn next_in_line(&self) -> Result<Vec<Submission>, DatabaseError> {
        let lines = self.db.run(
            &format!(
                "SELECT job_id, MIN(rowid) FROM submissions AS waiting WHERE {IS_OPEN} AND state = 'queued' AND NOT EXISTS (
                    SELECT 1 FROM submissions AS other WHERE other.job_id = waiting.job_id AND other.kind = 'follow_up'
                    AND other.state IN ('sending', 'unknown')
                 ) GROUP BY job_id ORDER BY 2"
            ),
            &[],
        )?;
        let mut next = Vec::new();
        for mut line in lines {
            let job: JobId = line.parsed()?;
            let first = unsigned(line.integer()?)?;
            if JobRow::load(&self.db, &job)?.is_none_or(|row| row.rests()) {
                next.extend(self.submissions("rowid = ?", &[(first as i64).into()])?);
            }
        }
        Ok(next)
    }
}
