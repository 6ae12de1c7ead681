//! The forms of actions.

use docket_wire::{Prompt, SubmissionId};

use crate::api::Mutation;
use crate::state::jobs::actions::{Action, job_id};
use crate::texts::jobs::composer as texts;

/// The mutation that the open form asks for.
pub(super) fn form_mutation(open: Option<Action>, id: &SubmissionId, text: &str) -> Result<Mutation, String> {
    if open == Some(Action::Edit) {
        let prompt = Prompt { prompt: text.to_owned() };
        prompt.check().map_err(|invalid| texts::invalid_prompt(&invalid))?;
        return Ok(Mutation::Edit(id.clone(), prompt));
    }
    Ok(Mutation::Match(id.clone(), job_id(text)?))
}
