//! What the palette offers on this page, to this person.

use docket_wire::{AuditQuery, JobEntry, ProjectId, Right, TemplateEntry};
use leptos::prelude::*;

use crate::browser::controls::{self, Control};
use crate::browser::keyboard;
use crate::format;
use crate::paths::{Page, PageMatch};
use crate::state::commands::palette::{PaletteChoice, PaletteCommand, PaletteGroup};
use crate::state::commands::shortcuts::effect_of;
use crate::state::console::Console;
use crate::state::theme::Theme;
use crate::texts::commands::palette as texts;
use crate::texts::general;

fn choice(
    group: PaletteGroup,
    title: impl Into<String>,
    aside: impl Into<String>,
    command: PaletteCommand,
) -> PaletteChoice {
    PaletteChoice { group, title: title.into(), aside: aside.into(), command }
}

/// Everything but jobs and templates. `here` is the page in view.
pub(super) fn fixed(console: Console, project: Option<&ProjectId>, here: &PageMatch) -> Vec<PaletteChoice> {
    let mut all = Vec::new();
    if let Some(project) = project {
        all.extend(pages(console, project));
        all.extend(projects(console));
    }
    let open = |title: &str, page: Page<'_>| {
        choice(PaletteGroup::Pages, title, "", PaletteCommand::Open(page.to_string()))
    };
    all.extend(console.auth.may_manage_access().then(|| open(general::ACCESS, Page::Access)));
    all.push(open(general::YOUR_SESSIONS, Page::Sessions));
    all.push(open(general::SETTINGS, Page::Settings));
    all.extend(actions(console, project, here));
    all
}

fn pages(console: Console, project: &ProjectId) -> Vec<PaletteChoice> {
    let audit = AuditQuery::default();
    let page = |title: &str, keys: &str, to: Page<'_>| {
        choice(PaletteGroup::Pages, title, keys, PaletteCommand::Open(to.to_string()))
    };
    let mut pages = vec![
        page(general::JOBS, "g j", Page::Jobs(project)),
        page(general::INBOX, "g i", Page::Inbox(project)),
        page(general::VISITORS, "g v", Page::Visitors(project)),
        page(general::TEMPLATES, "g t", Page::Templates(project)),
    ];
    if console.auth.may(Right::JobsWrite, project) {
        pages.push(page(general::JOBS_FOR_MANY_PAGES, "", Page::Batch(project)));
    }
    if console.auth.may_read_audit(Some(project)) {
        pages.push(page(general::AUDIT_LOG, "g a", Page::Audit(Some(project), &audit)));
    }
    pages
}

/// Nothing if there is only one project.
fn projects(console: Console) -> Vec<PaletteChoice> {
    let all = console.projects.list().get().and_then(Result::ok).unwrap_or_default();
    let all = if all.len() < 2 { Vec::new() } else { all };
    let project = |project: docket_wire::Project| {
        choice(
            PaletteGroup::Projects,
            project.name,
            "",
            PaletteCommand::Open(Page::Jobs(&project.id).to_string()),
        )
    };
    all.into_iter().map(project).collect()
}

fn actions(console: Console, project: Option<&ProjectId>, here: &PageMatch) -> Vec<PaletteChoice> {
    let action = |title: &str, keys: &str, command: PaletteCommand| {
        choice(PaletteGroup::Actions, title, keys, command)
    };
    let on_screen = controls::on_screen();
    let has_key = |key: &str| on_screen.iter().any(|control| control.key == key);
    let press = |title: &str, key: &str| action(title, key, PaletteCommand::Press(key.to_owned()));
    let mut actions: Vec<PaletteChoice> =
        on_screen.iter().filter_map(|control| on_page(control, here)).collect();
    if let Some(project) = project {
        if !has_key("c") && console.auth.may(Right::JobsWrite, project) {
            actions.push(press(general::NEW_JOB, "c"));
        }
        if !has_key("/") {
            actions.push(press(texts::SEARCH_JOBS, "/"));
        }
        if !(matches!(here, PageMatch::Inbox(_)) && has_key("a")) && console.inbox.unread().get() != 0 {
            actions.push(action(texts::READ_ALL_OF_THE_INBOX, "", PaletteCommand::ReadInbox));
        }
    }
    if !(matches!(here, PageMatch::Job(..)) && has_key("y")) {
        actions.push(action(texts::COPY_LINK_OF_THIS_PAGE, "", PaletteCommand::CopyLink));
    }
    let theme = |theme: Theme| action(theme_title(theme), "", PaletteCommand::SetTheme(theme));
    let shown = console.theme.get();
    actions.extend(Theme::ALL.into_iter().filter(|theme| *theme != shown).map(theme));
    let is_on = keyboard::has_shortcuts();
    let title = if is_on { texts::TURN_SHORTCUTS_OFF } else { texts::TURN_SHORTCUTS_ON };
    actions.push(action(title, "", PaletteCommand::SetShortcuts(!is_on)));
    actions.push(action(general::KEYBOARD_SHORTCUTS, "?", PaletteCommand::ShowShortcuts));
    actions.push(action(general::SIGN_OUT, "", PaletteCommand::SignOut));
    actions
}

fn theme_title(theme: Theme) -> &'static str {
    match theme {
        Theme::System => texts::THEME_SYSTEM,
        Theme::Light => texts::THEME_LIGHT,
        Theme::Dark => texts::THEME_DARK,
    }
}

fn on_page(control: &Control, here: &PageMatch) -> Option<PaletteChoice> {
    let title = match (control.key.as_str(), here) {
        _ if !control.text.is_empty() => &control.text,
        // A follow-up has a key of its own.
        ("c", PageMatch::Job(..)) => return None,
        ("c", _) => general::NEW_JOB,
        (key, _) => effect_of(key, here)?,
    };
    Some(choice(
        PaletteGroup::Actions,
        title,
        control.key.as_str(),
        PaletteCommand::Press(control.key.clone()),
    ))
}

pub(super) fn job(project: &ProjectId, job: &JobEntry) -> PaletteChoice {
    let (_, status) = format::job::entry_status(job);
    let path = Page::Job(project, &job.id).to_string();
    choice(PaletteGroup::Jobs, format::job::entry_title(job), status, PaletteCommand::Open(path))
}

pub(super) fn template(entry: TemplateEntry) -> PaletteChoice {
    choice(PaletteGroup::Templates, entry.name, "", PaletteCommand::UseTemplate(entry.id))
}
