//! Full-text search over prompts.

use docket_wire::JobId;

use crate::storage::{Database, DatabaseError};

/// Adds a prompt to what a job is found by.
pub(super) fn add(db: &impl Database, job: &JobId, prompt: &str) -> Result<(), DatabaseError> {
    let job = job.as_str();
    let known =
        db.run("SELECT 1 FROM search WHERE rowid = (SELECT number FROM jobs WHERE id = ?)", &[job.into()])?;
    let statement = if known.is_empty() {
        "INSERT INTO search (prompts, rowid) VALUES (?, (SELECT number FROM jobs WHERE id = ?))"
    } else {
        "UPDATE search SET prompts = prompts || char(10) || ? WHERE rowid = (SELECT number FROM jobs WHERE id = ?)"
    };
    db.run(statement, &[prompt.into(), job.into()]).map(|_| ())
}

/// What a person typed, as a query that FTS5 cannot misread: every word quoted, the last one as a beginning.
/// `None` if there is no word in it.
pub(super) fn query(text: &str) -> Option<String> {
    let words: Vec<String> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(|word| format!("\"{word}\""))
        .collect();
    (!words.is_empty()).then(|| format!("{}*", words.join(" ")))
}
