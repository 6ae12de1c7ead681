//! Carries out what was chosen in the palette.

use docket_wire::{InboxPatch, ProjectId};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::open::{CommandsDialog, DialogState};
use crate::api::ApiError;
use crate::browser::{clipboard, controls, keyboard, page};
use crate::paths::Page;
use crate::state::commands::palette::PaletteCommand;
use crate::state::console::Console;
use crate::state::pending_request::PendingRequest;
use crate::texts::commands::palette as texts;
use crate::texts::general;

/// Carries out the commands of the palette, and closes it.
#[derive(Clone, Copy)]
pub(super) struct CommandRunner {
    pub console: Console,
    /// The project in view, or the one that was open last.
    pub project: Memo<Option<ProjectId>>,
    pub dialog: DialogState,
    pub navigate: Callback<String>,
    /// Closes the palette, so that the focus is where it was.
    pub close: Callback<()>,
    pub request: PendingRequest,
}

impl CommandRunner {
    /// Carries out a choice. What can fail keeps the palette open until it has succeeded.
    pub(super) fn run(self, command: PaletteCommand) {
        match command {
            // Signing out removes the palette with everything else.
            PaletteCommand::SignOut => self.request.run(self.console.auth.sign_out()),
            PaletteCommand::ReadInbox => self.request.run(async move {
                self.read_inbox().await?;
                self.done(general::EVERYTHING_IS_READ);
                Ok(())
            }),
            PaletteCommand::CopyLink => spawn_local(async move {
                if clipboard::copy(&page::url()).await {
                    self.done(general::COPIED_ANNOUNCED);
                } else {
                    self.request.reject(general::COPY_REFUSED.to_owned());
                }
            }),
            PaletteCommand::SetTheme(theme) => {
                self.console.theme.choose(theme);
                self.done(texts::THEME_CHANGED);
            }
            PaletteCommand::SetShortcuts(is_on) => {
                keyboard::set_shortcuts(is_on);
                let announcement = if is_on { texts::SHORTCUTS_ARE_ON } else { texts::SHORTCUTS_ARE_OFF };
                self.done(announcement);
            }
            PaletteCommand::ShowShortcuts => {
                self.close.run(());
                self.dialog.open(CommandsDialog::Shortcuts);
            }
            PaletteCommand::Open(path) => {
                self.close.run(());
                self.navigate.run(path);
            }
            PaletteCommand::Press(key) => {
                self.close.run(());
                controls::press_on_screen(&key);
            }
            PaletteCommand::UseTemplate(id) => {
                let Some(project) = self.project.get_untracked() else { return };
                self.close.run(());
                self.console.wanted_template.set(Some(id));
                self.navigate.run(Page::Jobs(&project).to_string());
                page::open_soon(".template-menu");
            }
        }
    }

    fn done(self, announcement: &str) {
        // Somebody may have closed the palette meanwhile.
        self.close.try_run(());
        self.console.live_region.set(announcement.to_owned());
    }

    async fn read_inbox(self) -> Result<(), ApiError> {
        let Some(project) = self.project.get_untracked() else { return Ok(()) };
        let Console { api, inbox, .. } = self.console;
        let shown = api.inbox_count(&project).await?;
        let patch = InboxPatch { read_up_to: Some(shown.revision), marks: Vec::new() };
        inbox.mark(api, &project, &patch).await?;
        inbox.changed();
        Ok(())
    }
}
