use docket_wire::JobId;

use crate::storage::{Database, DatabaseError};

/// The full-text index over the prompts of each job.
#[derive(Debug)]
pub(in crate::jobs) struct SearchIndex<'a, D>(pub(in crate::jobs) &'a D);

impl<D: Database> SearchIndex<'_, D> {
    /// Adds a prompt to what a job is found by.
    pub(in crate::jobs) fn add(&self, job: &JobId, prompt: &str) -> Result<(), DatabaseError> {
        let job = job.as_str();
        let indexed = self.0.run(
            "SELECT 1 FROM search WHERE rowid = (SELECT number FROM jobs WHERE id = ?)",
            &[job.into()],
        )?;
        let statement = if indexed.is_empty() {
            "INSERT INTO search (prompts, rowid) VALUES (?, (SELECT number FROM jobs WHERE id = ?))"
        } else {
            "UPDATE search SET prompts = prompts || char(10) || ? WHERE rowid = (SELECT number FROM jobs WHERE id = ?)"
        };
        self.0.run(statement, &[prompt.into(), job.into()]).map(drop)
    }
}

/// A person's input as an FTS5 query without operators: every word quoted, the last one as a prefix. `None` if
/// the input contains no word.
pub(in crate::jobs) fn search_query(text: &str) -> Option<String> {
    let words: Vec<String> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(|word| format!("\"{word}\""))
        .collect();
    (!words.is_empty()).then(|| format!("{}*", words.join(" ")))
}
