//! The routes of submissions.

use docket_wire::ProblemCode::{FollowUpInFlight, QueueFull, SubmissionState, UnknownJob, UnknownSubmission};
use docket_wire::{
    FollowUp, JobRef, REPLAYED_HEADER, Submission, SubmissionId, SubmissionsPage, SubmissionsQuery,
};
use serde_json::json;

use crate::describe::description::{Description, Success, without_read};
use crate::describe::examples::{JOB, submission};
use crate::describe::parameter::{job_id, limit, of_prompt, query_of, submission_id};
use crate::describe::problems::{OF_BUDGET, OF_PROMPT, OF_SERVICE};

const SUBMISSIONS: &str = "Submissions";

pub(super) fn queue() -> Description {
    Description::new(SUBMISSIONS, "Queue a follow-up until the job is idle")
        .text("If polling was stopped or suspended permanently, it resumes.")
        .takes([job_id()])
        .takes(of_prompt())
        .body::<FollowUp>(json!({ "prompt": "Add an example, too" }))
        .responds(
            Success::json::<Submission>("202", "The submission.", submission("queued"))
                .headers(&[REPLAYED_HEADER]),
        )
        .fails(OF_PROMPT)
        .fails(&[UnknownJob, QueueFull])
}

pub(super) fn list() -> Description {
    Description::new(SUBMISSIONS, "List the submissions that are not settled")
        .text("The submissions that are queued, being sent, rejected or of unknown outcome, newest first.")
        .takes([
            query_of::<SubmissionId>("before", "The last submission of the previous page."),
            limit("Submissions per page.", SubmissionsQuery::LIMIT_MAX, SubmissionsQuery::LIMIT).example(20),
        ])
        .responds(Success::json::<SubmissionsPage>(
            "200",
            "A page of the list.",
            json!({ "submissions": [submission("queued")], "hasMore": false }),
        ))
}

pub(super) fn read() -> Description {
    Description::new(SUBMISSIONS, "Read a submission with its whole prompt")
        .takes([submission_id()])
        .responds(Success::json::<Submission>("200", "The submission.", submission("accepted")))
        .fails(&[UnknownSubmission])
}

pub(super) fn edit() -> Description {
    Description::new(SUBMISSIONS, "Edit a queued follow-up")
        .takes([submission_id()])
        .body::<FollowUp>(json!({ "prompt": "Add two examples, too" }))
        .responds(Success::json::<Submission>("200", "The submission.", submission("queued")))
        .responds(without_read())
        .fails(&[UnknownSubmission, SubmissionState])
}

pub(super) fn discard() -> Description {
    Description::new(SUBMISSIONS, "Cancel or discard a submission")
        .text("Cancels a queued follow-up. Discards a rejected submission, or one of unknown outcome.")
        .takes([submission_id()])
        .responds(Success::json::<Submission>(
            "200",
            "The submission with its prompt.",
            submission("discarded"),
        ))
        .responds(without_read())
        .fails(&[UnknownSubmission, SubmissionState])
}

pub(super) fn resend() -> Description {
    Description::new(SUBMISSIONS, "Send a submission again")
        .text("The submission was rejected, or its outcome is unknown.")
        .takes([submission_id()])
        .sends_a_prompt()
        .responds_while_queued()
        .responds(without_read())
        .fails(&[UnknownJob, UnknownSubmission, SubmissionState, FollowUpInFlight])
}

pub(super) fn match_to_job() -> Description {
    Description::new(SUBMISSIONS, "Match a submission of unknown outcome to the job that it created")
        .takes([submission_id()])
        .body::<JobRef>(json!({ "job": JOB }))
        .responds(Success::json::<Submission>("200", "The submission.", submission("accepted")))
        .responds(without_read())
        .fails(OF_SERVICE)
        .fails(OF_BUDGET)
        .fails(&[UnknownJob, UnknownSubmission, SubmissionState])
}
