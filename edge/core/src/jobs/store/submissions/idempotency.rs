//! Submissions by their idempotency key.

use base16ct::lower::encode_string;
use docket_wire::CallerName;
use sha2::{Digest, Sha256};

use super::{SubmissionRow, SubmissionsTable};
use crate::jobs::store::column::next;
use crate::storage::{Database, DatabaseError};

/// The earlier submission with an idempotency key.
#[derive(Debug)]
pub(crate) struct EarlierSubmission {
    pub(crate) submission: SubmissionRow,
    /// The prompt of the request that had the key. A person may have edited the submission since.
    pub(crate) requested: RequestedPrompt,
    /// HTTP status and body of the service's answer, if it accepted the submission.
    pub(crate) answer: Option<(u16, String)>,
}

/// The prompt that an idempotency key came with.
#[derive(Debug)]
pub(crate) enum RequestedPrompt {
    Text(String),
    /// What is left of a deleted one.
    Digest(String),
}

impl RequestedPrompt {
    /// The digest of a prompt that came with a key. The key makes equal prompts differ, so that a short one is hard to
    /// guess.
    pub(crate) fn digest(key: &str, prompt: &str) -> String {
        let digest: [u8; 32] = Sha256::digest([key, prompt].join("\0").as_bytes()).into();
        encode_string(&digest)
    }

    /// Whether it is the prompt of this request.
    pub(crate) fn matches(&self, key: &str, prompt: &str) -> bool {
        match self {
            Self::Text(text) => text == prompt,
            Self::Digest(digest) => *digest == Self::digest(key, prompt),
        }
    }
}

impl<D: Database> SubmissionsTable<'_, D> {
    /// The submission with an author's idempotency key. The key is forgotten when the submission is deleted: with its job, or after
    /// a rejection.
    pub(crate) fn by_key(
        &self,
        author: &CallerName,
        key: &str,
    ) -> Result<Option<EarlierSubmission>, DatabaseError> {
        let found = self.0.run(
            &format!(
                "SELECT {}, COALESCE(requested_prompt, prompt), prompt_digest, answer_status, answer_body FROM submissions
                 WHERE author = ? AND idempotency_key = ?",
                SubmissionRow::COLUMNS
            ),
            &[author.0.as_str().into(), key.into()],
        )?;
        let Some(mut row) = found.into_iter().next() else { return Ok(None) };
        let submission = SubmissionRow::read(&mut row)?;
        let (text, digest): (String, Option<String>) = (next(&mut row)?, next(&mut row)?);
        let requested = digest.map_or(RequestedPrompt::Text(text), RequestedPrompt::Digest);
        let status: Option<u16> = next(&mut row)?;
        let answer = status.zip(next(&mut row)?);
        Ok(Some(EarlierSubmission { submission, requested, answer }))
    }
}
