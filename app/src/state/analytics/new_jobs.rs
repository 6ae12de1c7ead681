//! Starts jobs about pages in the table of visitors.

use leptos::prelude::*;

use super::path_rows::{LoadedRows, PathEntry};
use super::selection::{CountedRow, Selection};
use crate::browser::{caret, focus, page};
use crate::format::analytics::{job_prompt, page_figures, view_of_row};
use crate::paths::Page;
use crate::state::batch::setup::SetupPage;
use crate::state::batch::stored::BatchKey;
use crate::state::console::RowOfVisitors;
use crate::state::templates::page_context::PageContext;

impl Selection {
    /// Opens the composer of new jobs with a prompt about the page of a row, below what is written there already. Back leads to the
    /// row, by its index in the view.
    pub(crate) fn write_job(self, CountedRow { row, span }: &CountedRow, index: u64) {
        let (console, project) = (self.console, self.project.get_value());
        console.row_of_visitors.set_value(Some(RowOfVisitors {
            view: self.href(&self.view_untracked()),
            path: row.path.clone(),
            index,
            scroll_y: page::scroll_y(),
        }));
        let link = page::absolute(&Page::Figures(&project, &view_of_row(row, span)).to_string());
        let draft = job_prompt(row, span, &link);
        console.composer(&project, None).restore(&draft);
        let figures = page_figures(row, span, &link);
        let context =
            PageContext { project: project.clone(), page: row.path.clone(), figures, draft: draft.clone() };
        console.for_page.set_value(Some(context));
        self.navigate.run((Page::Jobs(&project).to_string(), Default::default()));
        focus::move_soon("#prompt");
        // The frame runs this after the callback that moves the focus.
        caret::move_behind_first_line_soon(draft);
    }

    /// The row whose page the person went to write a prompt for, when they are back in its view. `None` if another page has its place now.
    pub(crate) fn take_row(self, loaded: &LoadedRows) -> Option<RowOfVisitors> {
        let row = self.console.take_row_of_visitors(&self.href(&self.view_untracked()))?;
        let is_same = match loaded.entry(row.index) {
            Some(PathEntry::Page(counted, _)) => counted.row.path == row.path,
            Some(PathEntry::Folder(_)) => false,
            // Its chunk is loaded once it is on the screen.
            None => row.index < loaded.count(),
        };
        is_same.then_some(row)
    }

    /// Opens the page of jobs for many pages with the selected ones. Returns whether the browser has stored them.
    pub(crate) fn prepare_jobs(self) -> bool {
        let project = self.project.get_value();
        let setup_page = |CountedRow { row, span }: &CountedRow| {
            let view = view_of_row(row, span);
            let link = page::absolute(&Page::Figures(&project, &view).to_string());
            SetupPage { path: row.path.clone(), figures: page_figures(row, span, &link), edited: None }
        };
        let pages = self.selected.with_untracked(|rows| rows.iter().map(setup_page).collect());
        let place = BatchKey::new(&self.console.auth.person_now(), &project);
        let mut setup = place.setup();
        setup.add(pages);
        let is_stored = place.save_setup(&setup);
        if is_stored {
            // They are on the list of that page now.
            self.clear_rows();
            self.navigate.run((Page::Batch(&project).to_string(), Default::default()));
        }
        is_stored
    }
}
