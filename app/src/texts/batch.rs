//! What jobs for many pages say.

use docket_wire::{InvalidLabel, InvalidPrompt};

pub(crate) const ONLY_FOR_OPERATORS: &str =
    "Only an operator of the project can start jobs. Ask an admin for that role.";

// The form.
pub(crate) const PAGES: &str = "Pages";
pub(crate) const ONE_PATH_PER_LINE: &str = "One path per line.";
/// Behind it, while a page has no figures.
pub(crate) const DATA_COMES_FROM_VISITORS: &str =
    "To include visitor data, select the pages on the Visitors page.";
pub(crate) const TEMPLATE: &str = "Template";
pub(crate) const CHOOSE_A_TEMPLATE: &str = "Choose a template";
/// Before the link that leads to where one is created.
pub(crate) const NO_TEMPLATE_ABOUT_PAGES: &str = "No template uses {{page}} yet. ";
pub(crate) const LABELS_OF_ALL_JOBS: &str = "Labels of all jobs, separated by commas";
pub(crate) const PROMPTS: &str = "Prompts";
/// Before the title of a job about the same.
pub(crate) const SIMILAR_JOB: &str = "Similar job: ";
/// Of a prompt that does not follow the template any more.
pub(crate) const CHANGED_BY_YOU: &str = "Changed by you.";
pub(crate) const USE_THE_TEMPLATE_AGAIN: &str = "Use the template again";
/// Takes a page out of the list.
pub(crate) const REMOVE: &str = "Remove";
/// Before two answers, of which one is [`KEEP_THEM`] or that to keep the page.
pub(crate) const CHANGES_WILL_BE_LOST: &str = "Your changes to this prompt will be lost.";
pub(crate) const DISCARD_THEM: &str = "Discard them";
pub(crate) const REMOVE_IT: &str = "Remove it";
pub(crate) const LIST_IS_NOT_STORED: &str =
    "This browser's storage is full or disabled: a reload would lose this list.";

// Why nothing is started.
pub(crate) const TEMPLATE_IS_MISSING: &str = "Choose a template.";
pub(crate) const TEMPLATE_IS_LOADING: &str = "The template is still loading.";

/// `line` is what a person typed.
pub(crate) fn no_path(line: &str) -> String {
    format!("“{line}” is not a path: paths begin with /.")
}

pub(crate) const PAGE_IS_MISSING: &str = "Add a page.";
pub(crate) const NOTHING_WAS_SENT: &str = "Nothing was sent: this browser's storage is full or disabled, so a \
     reload would lose track of what was sent. Free some storage, or send fewer pages.";

/// Above the progress of jobs that another tab began while others were prepared here.
pub(crate) const ANOTHER_TAB_BEGAN: &str = "Nothing was sent: another tab had started these jobs before. What you \
     prepared is saved, and appears again when you close them.";

// The progress.
pub(crate) const PROGRESS: &str = "Progress";
/// The label of the progress bar.
pub(crate) const SENT: &str = "Sent";
pub(crate) const NOTHING_IS_LEFT: &str = "Nothing is left to send.";
pub(crate) const PAUSED: &str = "Paused.";
pub(crate) const CLOSED: &str = "Closed.";
pub(crate) const CLOSED_BY_ANOTHER_TAB: &str = "Another tab has closed these jobs, so nothing more of them is sent. \
     Prepare the pages again to start jobs for them.";
/// Why it is paused.
pub(crate) const OUTCOME_IS_UNKNOWN: &str = "Paused, because the outcome of a prompt is unknown and the next ones \
     may end the same way. Resume when the service works again.";
pub(crate) const SENT_BY_ANOTHER_TAB: &str = "Another tab of this browser is sending the rest.";
pub(crate) const PAUSE: &str = "Pause";
pub(crate) const RESUME: &str = "Resume";
pub(crate) const TRY_ALL_FAILED_AGAIN: &str = "Try all failed again";
/// In place of [`TRY_ALL_FAILED_AGAIN`], if all that failed are of unknown outcome.
pub(crate) const CHECK_ALL_AGAIN: &str = "Check all unknown again";
pub(crate) const CANCEL_THE_REST: &str = "Cancel the rest";
pub(crate) const CONFIRM_CANCEL_REST: &str =
    "Cancel all prompts that are not sent yet? To send them later, you would have to prepare them again.";
pub(crate) const CANCEL_THEM: &str = "Cancel them";
pub(crate) const KEEP_THEM: &str = "Keep them";
pub(crate) const ONE_AFTER_ANOTHER: &str = "Sent one after another while Docket is open in this browser. After a \
     reload or a sign-in, resume here: no page gets two jobs.";

// The state of a prompt.
pub(crate) const WAITING: &str = "Waiting";
/// A prompt that was sent, as far as is known.
pub(crate) const NO_RESPONSE_YET: &str = "Sent, no response yet";
/// Of a job that this tab had not sent when another one closed them all.
pub(crate) const NOT_KNOWN_HERE: &str = "Not known in this tab";
pub(crate) const CANCELLED: &str = "Cancelled";
pub(crate) const STARTED: &str = "Started";
/// Leads to the page of the jobs.
pub(crate) const RESOLVE: &str = "Resolve";
pub(crate) const CHECK_AGAIN: &str = "Check again";

/// The link of the notice.
pub(crate) const OPEN: &str = "Open";

pub(crate) fn prompt_for(page: &str) -> String {
    format!("Prompt for {page}")
}

pub(crate) fn use_template_again(page: &str) -> String {
    format!("{USE_THE_TEMPLATE_AGAIN} for {page}")
}

pub(crate) fn remove(page: &str) -> String {
    format!("Remove {page}")
}

pub(crate) fn prompts_left(left: &str, per_hour: &str) -> String {
    format!("{left} of {per_hour} prompts {} left this hour.", if left == "1" { "is" } else { "are" })
}

pub(crate) fn last_is_sent_at(prompts: &str, time: &str) -> String {
    format!("The last of {prompts} will be sent at about {time} if Docket stays open in this browser.")
}

pub(crate) fn start_jobs(count: usize, shown: &str) -> String {
    match count {
        0 => "Start jobs".to_owned(),
        1 => "Start 1 job".to_owned(),
        _ => format!("Start {shown} jobs"),
    }
}

pub(crate) fn at_most_pages(limit: &str) -> String {
    format!("At most {limit} pages at once.")
}

/// `invalid` begins with the field: `prompt must have …`.
pub(crate) fn invalid_prompt(page: &str, invalid: &InvalidPrompt) -> String {
    format!("{page}: the {invalid}.")
}

/// `invalid` is the rule: `a label must have 1 to 40 characters …`.
pub(crate) fn invalid_labels(invalid: InvalidLabel) -> String {
    format!("Labels: {invalid}.")
}

pub(crate) fn at_most_labels(limit: &str) -> String {
    format!("Labels: at most {limit}.")
}

/// Leads to the jobs that have a label.
pub(crate) fn jobs_labelled(label: &str) -> String {
    format!("Jobs labelled {label}")
}

/// How many prompts are where. A list of such parts: `2 of 5 sent, 1 failed, 1 with unknown outcome, 2 cancelled`.
pub(crate) fn sent_of(sent: &str, all: &str) -> String {
    format!("{sent} of {all} sent")
}

/// A part like `sent_of`.
pub(crate) fn failed(number: &str) -> String {
    format!("{number} failed")
}

/// A part like `sent_of`.
pub(crate) fn unknown(number: &str) -> String {
    format!("{number} with unknown outcome")
}

/// A part like `sent_of`.
pub(crate) fn cancelled(number: &str) -> String {
    format!("{number} cancelled")
}

/// `time` is "3 min 12 s".
pub(crate) fn next_in(time: &str) -> String {
    format!("Next in {time}.")
}

/// `status` is a word like [`STARTED`].
pub(crate) fn job_for(status: &str, page: &str) -> String {
    format!("{status}: job for {page}")
}

pub(crate) fn try_again(page: &str) -> String {
    format!("Try again: {page}")
}

pub(crate) fn check_again(page: &str) -> String {
    format!("Check again: {page}")
}

pub(crate) fn resolve_prompt_for(page: &str) -> String {
    format!("Resolve: {page}")
}

/// On the page of the jobs, before a link. The counts are made of parts like `sent_of`.
pub(crate) fn notice(counts: &str) -> String {
    format!("Jobs for many pages: {counts}. ")
}

/// Like `notice`, of jobs that the browser has forgotten.
pub(crate) const CLOSED_NOTICE: &str = "Jobs for many pages: closed in another tab. ";

/// Every prompt would be refused for this reason, a sentence.
pub(crate) fn all_refused(reason: &str) -> String {
    format!("Paused: {reason} Resume when that is fixed.")
}

/// Like `notice`, of jobs that are not sent for now.
pub(crate) fn paused_notice(counts: &str) -> String {
    format!("Jobs for many pages: {counts}, paused. ")
}
