//! A submission that needs a decision: its whole prompt, and what a person can do with it.

mod actions;
mod composers;
mod focus;
mod interrupted_editor;
mod panel;
mod perform;
mod whole;

pub(crate) use actions::SubmissionActions;
pub(crate) use whole::WholeSubmission;
