//! The state of a submission's actions: which form or question is open, and what is typed in it.

use std::sync::Arc;

use docket_wire::{ProjectId, Submission, SubmissionState};
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::hooks::use_navigate;

use super::composers::Composers;
use super::focus::focus_follows;
use super::full_prompt::FullPrompt;
use super::interrupted_editor::InterruptedEditor;
use crate::browser::focus;
use crate::components::jobs::pending_mutation::PendingMutation;
use crate::paths::Page;
use crate::state::console::use_console;
use crate::state::jobs::actions::SubmissionAction;
use crate::state::jobs::drafts::Resolution;
use crate::state::question::Question;
use crate::texts::jobs::submissions as texts;

/// The actions of one submission. Copies are handles to the same state.
#[derive(Clone, Copy)]
pub(super) struct ActionPanel {
    pub(super) submission: Memo<Arc<Submission>>,
    pub(super) full_prompt: FullPrompt,
    pub(super) buttons: Memo<&'static [SubmissionAction]>,
    pub(super) pending: PendingMutation,
    /// The action whose form or question is open.
    pub(super) open: RwSignal<Option<SubmissionAction>>,
    /// The text of the open form.
    pub(super) text: StoredValue<String>,
    /// The prompt that the open editor began with.
    pub(super) began: StoredValue<Option<Arc<str>>>,
    pub(super) composers: StoredValue<Composers>,
    pub(super) editor: InterruptedEditor,
    /// Opens the page with the composer of new jobs.
    pub(super) open_jobs: Callback<()>,
    /// The selectors of what gets the focus when a button goes away: the first that exists.
    pub(super) focus_after: StoredValue<Vec<String>>,
    /// Moves the focus on after an action.
    pub(super) move_focus: Callback<()>,
}

impl ActionPanel {
    /// Nothing is open. `entry` is the selector of the submission's entry.
    pub(super) fn new(
        project: &ProjectId,
        submission: Memo<Arc<Submission>>,
        full_prompt: FullPrompt,
        buttons: Memo<&'static [SubmissionAction]>,
        entry: String,
    ) -> Self {
        let focus_after = vec![entry, "#submissions".to_owned(), "h1".to_owned()];
        let (navigate, jobs_page) = (use_navigate(), Page::Jobs(project).to_string());
        let composers = submission.with_untracked(|submission| Composers::new(project, submission));
        let panel = Self {
            submission,
            full_prompt,
            buttons,
            pending: PendingMutation::new(),
            open: RwSignal::new(None),
            text: StoredValue::new(String::new()),
            began: StoredValue::new(None),
            composers: StoredValue::new(composers),
            editor: InterruptedEditor::new(),
            open_jobs: Callback::new(move |()| navigate(&jobs_page, Default::default())),
            focus_after: StoredValue::new(focus_after.clone()),
            move_focus: focus_follows(buttons, focus_after),
        };
        Effect::new(move || panel.close_without_button());
        panel.follow_decisions();
        on_cleanup(move || {
            panel.save_edited();
            panel.end_match();
            panel.editor.end_buttons(panel.focus_after.try_get_value().unwrap_or_default());
        });
        panel
    }

    /// Updates the draft that the submission came from when somebody else decides about it.
    fn follow_decisions(self) {
        Effect::new(move |waited: Option<bool>| {
            let state = self.submission.with(|submission| submission.state.clone());
            let waited = waited == Some(true);
            if let Some(resolution) = Resolution::of(&state).filter(|_| waited) {
                self.resolve(resolution)();
            }
            // The next attempt may end as the one before.
            state.needs_decision() || (waited && state == SubmissionState::Sending)
        });
        // A prompt that has a job now leaves the list.
        let jobs = use_console().jobs;
        on_cleanup(move || {
            let Some(submission) = self.submission.try_get_untracked() else { return };
            let prompt = self.full_prompt.prompt().filter(|_| submission.state.needs_decision());
            let composers = self.composers.try_get_value();
            let Some((prompt, composers)) =
                prompt.zip(composers).filter(|(text, own)| own.has_draft_of(text))
            else {
                return;
            };
            spawn_local(async move {
                if let Ok(now) = jobs.submission(&submission.id).await
                    && let Some(resolution) = Resolution::of(&now.state)
                {
                    composers.resolve(&prompt, resolution);
                }
            });
        });
    }

    /// The question that comes before an action.
    pub(super) fn question(self, action: SubmissionAction) -> Option<Question> {
        let has_draft = self.composers.with_value(Composers::has_draft);
        self.submission.with_untracked(|submission| action.question(&submission.state, has_draft))
    }

    /// Opens the form or question of an action, or closes it again. An action that has neither is carried out.
    pub(super) fn select(self, action: SubmissionAction) {
        if !action.has_form() && self.question(action).is_none() {
            return self.perform(action);
        }
        self.leave_edited();
        // An error of another action says nothing about this one.
        self.pending.dismiss();
        let prompt = self.full_prompt.prompt().filter(|_| action == SubmissionAction::Edit);
        self.text.set_value(prompt.as_deref().map(ToOwned::to_owned).unwrap_or_default());
        self.began.set_value(prompt);
        self.open.update(|open| *open = (*open != Some(action)).then_some(action));
        if action.has_form() {
            focus::move_soon(format!("#{}", self.field_id()));
        }
    }

    /// Closes what is open, and gives the focus back to its button.
    pub(super) fn close(self) {
        self.leave_edited();
        if let Some(action) = self.open.try_update(Option::take).flatten() {
            self.pending.dismiss();
            focus::move_soon(format!("#{}", self.button_id(action)));
        }
    }

    /// Closes what is open when its button goes away.
    fn close_without_button(self) {
        let buttons = self.buttons.get();
        let closed = self.open.get_untracked().filter(|open| !buttons.contains(open));
        if closed == Some(SubmissionAction::Edit) {
            // Docket sends a queued follow-up also while somebody edits it.
            self.end_editor(self.save_edited());
        } else {
            // Other buttons take the place of those that are there.
            self.editor.end_buttons(self.focus_after.get_value());
        }
        if closed.is_some() {
            self.end_match();
            self.open.set(None);
        }
    }

    /// Moves on from an editor that goes away. `is_moved` is whether its text is in the composer now.
    pub(super) fn end_editor(self, is_moved: bool) {
        if self.editor.end_editor(is_moved) {
            self.composers.try_with_value(Composers::hold_keys);
        }
    }

    /// Says why the form for the id of a job went away: somebody else has decided about the prompt.
    fn end_match(self) {
        let is_open = self.open.try_get_untracked() == Some(Some(SubmissionAction::Match));
        if is_open && !self.pending.is_pending_untracked() {
            self.editor.say(texts::DECIDED_MEANWHILE);
        }
    }

    /// Keeps the text of an editor that the person closes.
    fn leave_edited(self) {
        if self.save_edited() {
            self.editor.say(texts::TEXT_MOVED);
        }
    }

    /// Keeps the text of an open editor in the composer, if it was edited. Returns whether it was.
    pub(super) fn save_edited(self) -> bool {
        let is_editing = self.open.try_get_untracked() == Some(Some(SubmissionAction::Edit))
            && !self.pending.is_pending_untracked();
        let Some(text) = self.text.try_get_value().filter(|_| is_editing) else { return false };
        self.began.try_get_value().flatten().as_deref() != Some(text.as_str())
            && self.composers.try_with_value(|composers| composers.save_edited(&text)).is_some()
    }

    /// The id of the button of an action.
    pub(super) fn button_id(self, action: SubmissionAction) -> String {
        self.submission.with_untracked(|submission| format!("action-{}-{}", action as u8, submission.id))
    }

    /// The id of the field of the open form.
    pub(super) fn field_id(self) -> String {
        self.submission.with_untracked(|submission| format!("text-of-{}", submission.id))
    }
}
