//! The routes of jobs, and of what changes in a project.

mod day_marks;
mod inbox;
mod submissions;
mod templates;

use docket_core::http::route::JobsRoute;
use docket_wire::ProblemCode::{
    FollowUpInFlight, SubmissionState, TooManyConnections, UnknownJob, UpgradeRequired,
};
use docket_wire::{
    CallerName, DateOrTime, HistoryQuery, Job, JobDetail, JobEntry, JobFilter, JobId, JobPatch, JobRef,
    JobSort, LiveMessage, Prompt, Snapshot,
};
use serde_json::json;

use super::description::{Content, Description, Success, without_read};
use super::examples::{JOB, changes, detail, entry, service_job, snapshot};
use super::parameter::{
    Parameter, if_none_match, job_id, limit, no_cache, number, of_prompt, query, query_of, since, text, wait,
};
use super::problems::{OF_BUDGET, OF_SERVICE};

const SERVICE: &str = "The service's operations";
const JOBS: &str = "Jobs";

pub(super) fn describe(route: &JobsRoute) -> Description {
    match route {
        JobsRoute::CreateJob => Description::new(SERVICE, "Create a job")
            .takes(of_prompt())
            .body::<Prompt>(json!({ "prompt": "Add a page about rate limits" }))
            .sends_a_prompt(),
        JobsRoute::SendMessage { .. } => Description::new(SERVICE, "Send a follow-up now")
            .takes([job_id()])
            .takes(of_prompt())
            .body::<Prompt>(json!({ "prompt": "Mention the header Retry-After, too" }))
            .sends_a_prompt()
            .responds_while_queued()
            .fails(&[UnknownJob, FollowUpInFlight]),
        JobsRoute::GetJob { .. } => Description::new(SERVICE, "Read a job")
            .text("Docket responds from the ledger. If the ledger does not have the job, Docket requests it from the service and adds it.")
            .takes([job_id(), wait(), no_cache("`no-cache` polls the service first."), if_none_match()])
            .responds_if_changed(
                Success::empty("200", "The job, as in the service's last response.")
                    .with(Content::read::<Job>(service_job()))
                    .headers(&["ETag", "Age", "Docket-Polling", "Docket-Stale"]),
            )
            .fails(OF_SERVICE)
            .fails(OF_BUDGET)
            .fails(&[UnknownJob, TooManyConnections]),
        JobsRoute::Jobs => Description::new(JOBS, "List jobs, page by page")
            .takes(filter())
            .takes([if_none_match()])
            .responds_if_changed(
                Success::json::<Snapshot>("200", "A page of the list.", snapshot())
                    .headers(&["ETag"]),
            ),
        JobsRoute::ImportJob => Description::new(JOBS, "Import a job that exists at the service")
            .body::<JobRef>(json!({ "job": JOB }))
            .responds(
                Success::json::<JobDetail>("200", "The job with the newest page of its history.", detail()),
            )
            .responds(without_read())
            .fails(OF_SERVICE)
            .fails(OF_BUDGET)
            .fails(&[UnknownJob]),
        JobsRoute::JobDetail { .. } => Description::new(JOBS, "Read a job with its history")
            .takes([
                job_id(),
                number("before", "The revision of the first event of the page that follows."),
                limit("Events per page.", HistoryQuery::LIMIT_MAX, HistoryQuery::LIMIT),
                if_none_match(),
            ])
            .responds_if_changed(
                Success::json::<JobDetail>("200", "The job with a page of its history.", detail()).headers(&["ETag"]),
            )
            .fails(&[UnknownJob]),
        JobsRoute::PatchJob { .. } => Description::new(JOBS, "Change polling, visibility or labels of a job")
            .takes([job_id()])
            .body::<JobPatch>(json!({ "labels": ["docs"], "hidden": false }))
            .responds(Success::json::<JobEntry>("200", "The job.", entry()))
            .responds(without_read())
            .fails(&[UnknownJob, SubmissionState]),
        JobsRoute::Inbox => inbox::read(),
        JobsRoute::MarkInbox => inbox::mark(),
        JobsRoute::QueueFollowUp { .. } => submissions::queue(),
        JobsRoute::Submissions => submissions::list(),
        JobsRoute::Submission { .. } => submissions::read(),
        JobsRoute::EditSubmission { .. } => submissions::edit(),
        JobsRoute::DiscardSubmission { .. } => submissions::discard(),
        JobsRoute::ResendSubmission { .. } => submissions::resend(),
        JobsRoute::MatchSubmission { .. } => submissions::match_to_job(),
        JobsRoute::Templates => templates::list(),
        JobsRoute::CreateTemplate => templates::create(),
        JobsRoute::Template { .. }
        | JobsRoute::TemplateVersions { .. }
        | JobsRoute::EditTemplate { .. }
        | JobsRoute::DeleteTemplate { .. } => templates::one(route),
        JobsRoute::DayMarks | JobsRoute::PutNote { .. } | JobsRoute::DeleteNote { .. } => day_marks::describe(route),
        JobsRoute::Changes => Description::new(JOBS, "Read what changed after a revision")
            .text("For clients without WebSockets. Without `since`, and after too many changes, the response is a snapshot.")
            .takes([since(), wait()])
            .responds(Success::json::<LiveMessage>("200", "A message of the live route.", changes()))
            .fails(&[TooManyConnections]),
        JobsRoute::Live => Description::new(JOBS, "Receive changes as they happen, over a WebSocket")
            .text(
                "Each text frame that Docket sends is a `LiveMessage` in JSON. A client may send the frame `ping`, and gets \
                 `pong`. A browser's WebSocket needs Docket's own `Origin`. The WebSocket closes with code 4001 when the \
                 session, assertion or token ends that opened it, and in place of a message once it has been open for an hour: \
                 the client connects again, with `since`.",
            )
            .takes([since()])
            .responds(Success::empty("101", "The WebSocket is open."))
            .fails(&[UpgradeRequired, TooManyConnections]),
        JobsRoute::ResumeJobs => Description::new(JOBS, "End the pauses of prompts and polls that the service asked for")
            .responds(Success::empty("204", "Docket sends prompts and polls again.")),
    }
}

fn filter() -> Vec<Parameter> {
    vec![
        query("status", "Only jobs with this status, like `active`.", json!({ "type": "string" }))
            .example("active"),
        query_of::<CallerName>(
            "author",
            "Only jobs whose first prompt this person or program sent, like `token:ci`.",
        ),
        query("label", "Jobs with this label.", json!({ "type": "string" })),
        query_of::<DateOrTime>("addedSince", "Only jobs that were added at this time or later.")
            .example("2026-01-01"),
        query_of::<DateOrTime>("addedUntil", "Only jobs that were added before this time."),
        query_of::<DateOrTime>("endedSince", "Only jobs that ended at this time or later."),
        query_of::<DateOrTime>("endedUntil", "Only jobs that ended before this time."),
        text(
            "q",
            "Only jobs with all of these words in their prompts. The last word may be incomplete. `#405` finds the \
             jobs whose last pull request has that number, and a job id its job.",
            JobFilter::TEXT_BYTES_MAX,
        ),
        query("hidden", "Whether to list hidden jobs instead of the others.", json!({ "type": "boolean" })),
        query(
            "sort",
            "The order: by default, the job that was added last comes first.",
            json!({ "type": "string", "enum": JobSort::ALL.map(JobSort::as_str) }),
        ),
        query_of::<JobId>("before", "The last job of the previous page."),
        limit("Jobs per page.", JobFilter::LIMIT_MAX, JobFilter::LIMIT).example(20),
    ]
}
