//! A submission that needs a decision: its full prompt, and what a person can do with it.

mod actions;
mod composers;
mod focus;
mod full_prompt;
mod interrupted_editor;
mod panel;
mod perform;

pub(crate) use actions::SubmissionActions;
pub(crate) use full_prompt::FullPrompt;
