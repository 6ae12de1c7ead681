use crate::storage::schema::run_all;
use crate::storage::{Database, DatabaseError, Row};

/// Jobs that are read at once: a response can have two megabytes.
const BATCH: i64 = 50;
/// A longer URL is not shown, and has no number.
const URL_BYTES: usize = 2_000;

/// Jobs are found by the number of their pull request.
pub(super) fn migrate<D: Database>(db: &D) -> Result<(), DatabaseError> {
    run_all(
        db,
        &[
            "ALTER TABLE jobs ADD COLUMN pull_request INTEGER",
            "CREATE INDEX jobs_pull_request ON jobs (pull_request) WHERE pull_request IS NOT NULL",
        ],
    )?;
    // Only responses that could be read as a job are stored, so a link is a text or null.
    let batch = format!(
        "SELECT number, json_extract(body, '$.prLink') FROM jobs WHERE number > ? ORDER BY number LIMIT {BATCH}"
    );
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
    let url = row.text_or_null()?.filter(|url| url.len() <= URL_BYTES);
    if let Some(pull_request) = url.as_deref().and_then(pull_request) {
        let statement = "UPDATE jobs SET pull_request = ? WHERE number = ?";
        db.run(statement, &[i64::from(pull_request).into(), number.into()])?;
    }
    Ok(number)
}

/// The number in the URL of a pull request, if it has the form of a well-known host.
fn pull_request(url: &str) -> Option<u32> {
    ["/pull/", "/-/merge_requests/", "/pull-requests/", "/pulls/"].iter().find_map(|marker| {
        let (_, rest) = url.split_once(marker)?;
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        rest.get(..digits)?.parse().ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_of_a_well_known_host_has_a_number() {
        for (url, number) in [
            ("https://github.com/acme/docs/pull/42/files", Some(42)),
            ("https://git.example/acme/docs/-/merge_requests/7", Some(7)),
            ("https://code.example/pull-requests/8#top", Some(8)),
            ("https://code.example/pulls/x", None),
            ("https://code.example/review/9", None),
            ("https://code.example/pull/99999999999", None),
        ] {
            assert_eq!(pull_request(url), number, "{url}");
        }
    }
}
