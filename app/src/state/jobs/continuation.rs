//! The text with which a new job continues an ended one. Pure.

use docket_wire::{JobDetail, Submission, SubmissionId, SubmissionKind};

use crate::texts::jobs::submissions as texts;

/// The submission that created a job, and its prompt if the history has all of it. `None` if its text is deleted or not loaded.
pub(crate) fn first_prompt(detail: &JobDetail) -> Option<(SubmissionId, Option<String>)> {
    let is_first =
        |row: &&Submission| row.kind == SubmissionKind::Create && row.prompt_deleted_after_days.is_none();
    let first = detail.submissions.iter().find(is_first)?;
    Some((first.id.clone(), first.prompt.clone()))
}

/// The prompt of a new job that continues an ended one: its first prompt or, if nobody has that any more, its title; its pull
/// request, and `follow_up`.
pub(super) fn continuation(detail: &JobDetail, first: Option<&str>, follow_up: &str) -> String {
    let first = first.or(detail.job.title.as_deref());
    let pull_request = detail.job.pr_link.as_ref().map(|url| texts::earlier_job_made(url));
    let parts = [first, pull_request.as_deref(), Some(follow_up)];
    parts.into_iter().flatten().collect::<Vec<_>>().join("\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn a_continuation_has_the_context_of_the_ended_job() {
        let mut detail = sample::detail(1, vec![], vec![]);
        assert_eq!(continuation(&detail, None, "And the tutorial."), "Prompt of a\n\nAnd the tutorial.");
        detail.job.pr_link = Some("https://github.com/acme/docs/pull/42".into());
        assert_eq!(
            continuation(&detail, Some("Hi"), "And the tutorial."),
            "Hi\n\nAn earlier job made https://github.com/acme/docs/pull/42\n\nAnd the tutorial."
        );
    }
}
