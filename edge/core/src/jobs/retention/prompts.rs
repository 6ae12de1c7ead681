//! The texts of prompts, which can expire before their jobs.

use docket_wire::{EventKind, UnixMs};

use super::LedgerRetention;
use super::delete::{DeletedRecords, ROWS_MAX};
use crate::jobs::store::EventContext;
use crate::retention::expired_before;
use crate::storage::{Database, DatabaseError};

impl<D: Database> LedgerRetention<'_, D> {
    /// Deletes the texts of the prompts of one job, or of prompts that created no job.
    pub(super) fn delete_expired_prompts(&self, now: UnixMs) -> Result<DeletedRecords, DatabaseError> {
        let Some(days) = self.settings.prompts_days else { return Ok(DeletedRecords::default()) };
        let (table, before) = (self.table(), expired_before(days, now));
        if let Some(job) = table.job_with_prompts(before)? {
            let prompts = table.prompts_of(&job.id, ROWS_MAX)?;
            let is_whole = prompts.len() < ROWS_MAX;
            let Some(mut row) = self.jobs().load(&job.id)? else { return Ok(DeletedRecords::default()) };
            // A job without a prompt, such as an imported one, does not change.
            let has_any = !prompts.is_empty() || row.title.is_some();
            if has_any {
                let context = EventContext::of_job(&job.id);
                let revision = self.events.append(now, context, &EventKind::PromptsDeleted)?;
                for prompt in &prompts {
                    table.delete_prompt(prompt, days, revision)?;
                }
                row.title = None;
                row.prompt_days = Some(days);
                row.revision = revision;
                self.jobs().store(&row)?;
            }
            if is_whole {
                table.delete_job_prompts(job.number)?;
            }
            return Ok(DeletedRecords { jobs: 0, prompts: (has_any && is_whole).into(), is_any: true });
        }
        let closed = table.closed_prompts(before, ROWS_MAX)?;
        for prompt in &closed {
            let context = EventContext { submission: Some(&prompt.submission), ..EventContext::default() };
            let revision = self.events.append(now, context, &EventKind::PromptsDeleted)?;
            table.delete_prompt(prompt, days, revision)?;
        }
        Ok(DeletedRecords { jobs: 0, prompts: closed.len(), is_any: !closed.is_empty() })
    }
}
