//! Starts jobs about pages in the table of visitors.

use leptos::prelude::*;

use super::path_rows::{LoadedRows, PathEntry};
use super::selection::{CountedRow, Selection};
use crate::browser::fields::caret;
use crate::browser::{focus, page, zone};
use crate::format::analytics::{job_prompt, page_figures, view_of_row};
use crate::paths::Page;
use crate::state::batch::setup::SetupPage;
use crate::state::batch::storage::BatchStorage;
use crate::state::positions::VisitorsPosition;
use crate::state::templates::page_context::PageContext;

impl Selection {
    /// Opens the composer of new jobs with a prompt about the page of a row, below what a person has written there. Back leads to
    /// the row, by its `index` among all rows of the view.
    pub(crate) fn write_job(self, counted: &CountedRow, index: u64) {
        let row = &counted.row;
        let (console, project) = (self.console, self.project.get_value());
        console.positions.set_visitors(VisitorsPosition {
            view: self.href(&self.view_untracked()),
            path: row.path.clone(),
            row: index,
            scroll_y: page::scroll_y(),
        });
        let figures = self.figures_of(counted);
        let draft = job_prompt(&row.path, &figures);
        let composer = console.composer(&project, None);
        if console.suggestion.with_value(|suggestion| composer.is_text(suggestion)) {
            composer.replace(draft.clone());
        } else {
            composer.restore(&draft);
        }
        console.suggestion.set_value(draft.clone());
        let context =
            PageContext { project: project.clone(), page: row.path.clone(), figures, draft: draft.clone() };
        console.for_page.set_value(Some(context));
        self.navigate.run((Page::Jobs(&project).to_string(), Default::default()));
        focus::move_soon("#prompt");
        // The frame runs this after the callback that moves the focus.
        caret::move_behind_first_line_soon(draft);
    }

    /// The visitors of a page in words, with the link to them.
    fn figures_of(self, CountedRow { row, span, before }: &CountedRow) -> String {
        let view = view_of_row(row, span);
        let link = self.project.with_value(|project| Page::VisitorsView(project, &view).to_string());
        let before = before.as_ref().map(|before| (before.total, &before.span));
        let today = zone::today(self.console.now_ms.get_untracked(), span.zone());
        page_figures(row, span, before, today, &page::absolute(&link))
    }

    /// The row whose page the person went to write a prompt for, when they are back in its view. `None` if another page has its place now.
    pub(crate) fn take_position(self, loaded: &LoadedRows) -> Option<VisitorsPosition> {
        let position = self.console.positions.take_visitors(&self.href(&self.view_untracked()))?;
        let is_same = match loaded.entry(position.row) {
            Some(PathEntry::Page(counted)) => counted.row.path == position.path,
            Some(PathEntry::Folder(_)) => false,
            // Its chunk is loaded once it is on the screen.
            None => position.row < loaded.count(),
        };
        is_same.then_some(position)
    }

    /// Opens the page of jobs for many pages with the selected ones. Returns whether the browser has stored them.
    pub(crate) fn prepare_jobs(self) -> bool {
        let project = self.project.get_value();
        let setup_page = |counted: &CountedRow| SetupPage {
            path: counted.row.path.clone(),
            figures: self.figures_of(counted),
            edited: None,
        };
        let pages = self.selected.with_untracked(|rows| rows.iter().map(setup_page).collect());
        let storage = BatchStorage::new(&self.console.auth.person_untracked(), &project);
        let mut setup = storage.setup();
        setup.add(pages);
        let is_stored = storage.save_setup(&setup);
        if is_stored {
            // They are on the list of that page now.
            self.clear_rows();
            self.navigate.run((Page::Batch(&project).to_string(), Default::default()));
        }
        is_stored
    }
}
