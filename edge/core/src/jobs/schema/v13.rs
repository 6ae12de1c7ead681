use docket_wire::{Job, JobEntry, pull_request};

use crate::storage::schema::run_all;
use crate::storage::{Database, DatabaseError, Row};

/// Jobs that are read at once: a response can have two megabytes.
const BATCH: i64 = 50;

/// Jobs are found by the number of their pull request.
pub(super) fn migrate<D: Database>(db: &D) -> Result<(), DatabaseError> {
    run_all(
        db,
        &[
            "ALTER TABLE jobs ADD COLUMN pull_request INTEGER",
            "CREATE INDEX jobs_pull_request ON jobs (pull_request) WHERE pull_request IS NOT NULL",
        ],
    )?;
    let batch = format!("SELECT number, body FROM jobs WHERE number > ? ORDER BY number LIMIT {BATCH}");
    let mut last = i64::MIN;
    loop {
        let rows = db.run(&batch, &[last.into()])?;
        if rows.is_empty() {
            return Ok(());
        }
        for row in rows {
            last = store_pull_request(db, row)?;
        }
    }
}

/// Stores the number for one job, and returns the number of the job's row.
fn store_pull_request<D: Database>(db: &D, mut row: Row) -> Result<i64, DatabaseError> {
    let number = row.integer()?;
    let job: Job =
        docket_wire::json::from_str(&row.text()?).map_err(|error| DatabaseError(error.to_string()))?;
    let url = job.pr_link.filter(|url| url.len() <= JobEntry::TEXT_BYTES_MAX);
    if let Some((_, pull_request)) = url.as_deref().and_then(pull_request) {
        let statement = "UPDATE jobs SET pull_request = ? WHERE number = ?";
        db.run(statement, &[i64::from(pull_request).into(), number.into()])?;
    }
    Ok(number)
}
