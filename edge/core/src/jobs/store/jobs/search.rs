use docket_wire::JobId;

use crate::jobs::store::column::next;
use crate::storage::schema::run_all;
use crate::storage::{Database, DatabaseError, Row};

/// The full-text index over the prompts of each job.
#[derive(Debug)]
pub(crate) struct SearchIndex<'a, D>(pub(crate) &'a D);

/// Maximum length of the indexed text of a job, in characters: its prompts in the order in which they were accepted. A
/// character has at most 4 bytes, so that a row stays below the 2 MB that SQLite stores in a Durable Object.
const SEARCHED_CHARS_MAX: i64 = 250_000;

/// The number of a job, which is that of its text.
const NUMBER: &str = "(SELECT number FROM jobs WHERE id = ?1)";

/// The prompts that are searched.
const ACCEPTED: &str = "submissions WHERE state = 'accepted' AND prompt_days IS NULL";

/// Selects the prompts that a job's indexed text is made of, in their order. Without those after its maximum length, they are within
/// the 2 MB as well, however many the job has.
fn indexed(job: &str) -> String {
    format!(
        "SELECT prompt FROM (
            SELECT prompt, submitted_at, id,
                SUM(octet_length(prompt)) OVER (ORDER BY submitted_at, id ROWS UNBOUNDED PRECEDING) - octet_length(prompt) AS before
            FROM {ACCEPTED} AND job_id = {job}
         ) WHERE before < 4 * {SEARCHED_CHARS_MAX} ORDER BY submitted_at, id"
    )
}

impl<D: Database> SearchIndex<'_, D> {
    /// Adds the first prompt of a job that is not indexed yet.
    pub(crate) fn add_first(&self, job: &JobId, prompt: &str) -> Result<(), DatabaseError> {
        self.run(&format!("INSERT INTO search (prompts, rowid) VALUES (?2, {NUMBER})"), job, prompt)
    }

    /// Adds a prompt to the indexed text of a job, unless that has its maximum length.
    pub(crate) fn add(&self, job: &JobId, prompt: &str) -> Result<(), DatabaseError> {
        let length = format!("SELECT length(prompts) FROM search WHERE rowid = {NUMBER}");
        let mut indexed = self.0.run(&length, &[job.as_str().into()])?;
        match indexed.first_mut().map(Row::integer).transpose()? {
            None => self.add_first(job, prompt),
            Some(length) if length >= SEARCHED_CHARS_MAX => Ok(()),
            Some(_) => self.run(
                &format!(
                    "UPDATE search SET prompts = substr(prompts || char(10) || ?2, 1, {SEARCHED_CHARS_MAX}) WHERE rowid = {NUMBER}"
                ),
                job,
                prompt,
            ),
        }
    }

    fn run(&self, statement: &str, job: &JobId, prompt: &str) -> Result<(), DatabaseError> {
        // U+0000 ends a text for SQLite's functions.
        let prompt = prompt.replace('\0', " ");
        self.0.run(statement, &[job.as_str().into(), prompt.into()]).map(drop)
    }

    /// Builds the index again from the prompts of all jobs.
    pub(crate) fn rebuild(&self) -> Result<(), DatabaseError> {
        let of_job = indexed("jobs.id");
        let fill = format!(
            "INSERT INTO search (rowid, prompts)
             SELECT number, (SELECT substr(group_concat(prompt, char(10)), 1, {SEARCHED_CHARS_MAX}) FROM ({of_job})) FROM jobs
             WHERE EXISTS (SELECT 1 FROM {ACCEPTED} AND job_id = jobs.id) ORDER BY number"
        );
        run_all(self.0, &["DELETE FROM search", &fill])?;
        // Prompts with U+0000 need the replacement in `add`.
        let has_nul = format!("SELECT DISTINCT job_id FROM {ACCEPTED} AND instr(prompt, char(0)) > 0");
        for mut row in self.0.run(&has_nul, &[])? {
            let job: JobId = next(&mut row)?;
            let params = [job.as_str().into()];
            self.0.run("DELETE FROM search WHERE rowid = (SELECT number FROM jobs WHERE id = ?)", &params)?;
            for mut row in self.0.run(&indexed("?"), &params)? {
                self.add(&job, &row.text()?)?;
            }
        }
        Ok(())
    }
}

/// A person's input as an FTS5 query without operators. What has no space is a phrase: `4.2` is not found in "2.4", nor `/guides/sdk` in
/// "sdk guides". The last word is a prefix, because it may not be typed to its end. `None` if the input contains no word.
pub(crate) fn search_query(text: &str) -> Option<String> {
    let phrases: Vec<String> = text.split_whitespace().filter_map(phrase).collect();
    (!phrases.is_empty()).then(|| format!("{}*", phrases.join(" ")))
}

/// The words of a text in this order; `None` if it has none.
fn phrase(text: &str) -> Option<String> {
    // A decomposed letter and its mark are one word to the index.
    let words = text.split(|c: char| !c.is_alphanumeric() && !('\u{300}'..='\u{36f}').contains(&c));
    let words: Vec<&str> = words.filter(|word| word.contains(char::is_alphanumeric)).collect();
    (!words.is_empty()).then(|| format!("\"{}\"", words.join(" ")))
}
