//! The rows of the table of paths that are selected for jobs: at most as many as a batch has prompts.

use docket_wire::ProjectId;
use leptos::prelude::*;

use super::selection::{CountedRow, Selection};
use crate::browser::storage;
use crate::state::batch::prompts::Batch;

/// The rows that this tab had selected before a reload, or before the person left the page.
pub(crate) fn stored_rows(key: &str) -> Vec<CountedRow> {
    let stored = storage::get_of_tab(key).and_then(|text| docket_wire::json::from_str(&text).ok());
    stored.unwrap_or_default()
}

/// The storage key of the rows that a person has selected in a project.
pub(crate) fn storage_key(person: &str, project: &ProjectId) -> String {
    storage::key_of("pages", person, project.as_str())
}

impl Selection {
    /// Stores the selected rows whenever they change, so that they survive a reload.
    pub(crate) fn store_rows(self, key: String) {
        Effect::new(move |before: Option<()>| {
            self.selected.with(|selected| {
                // What was loaded just now is stored already.
                if before.is_some() {
                    let text = (!selected.is_empty()).then(|| serde_json::to_string(selected).ok()).flatten();
                    storage::set_of_tab(&key, &text.unwrap_or_default());
                }
            });
        });
    }

    /// Selects a row for jobs, or takes it out.
    pub(crate) fn toggle_row(self, counted: &CountedRow) {
        self.change_selected(|selected| toggle(selected, counted));
    }

    /// Selects further rows, as far as there is room.
    pub(crate) fn select_rows(self, rows: impl Iterator<Item = CountedRow>) {
        self.change_selected(|selected| add(selected, rows));
    }

    /// Selects no row any more.
    pub(crate) fn clear_rows(self) {
        self.selected.set(Vec::new());
        self.is_selection_full.set(false);
    }

    fn change_selected(self, change: impl FnOnce(&mut Vec<CountedRow>) -> Result<(), Full>) {
        let mut result = Ok(());
        self.selected.update(|selected| result = change(selected));
        self.is_selection_full.set(false);
        if result.is_err() {
            // In the next frame, so that a screen reader announces the same sentence again.
            request_animation_frame(move || {
                self.is_selection_full.try_set(true);
            });
        }
    }

    /// Gives the selected rows the visitors of the days that the table shows now. `row_of` finds the row of a page among them.
    pub(crate) fn recount(self, row_of: impl Fn(&str) -> Option<CountedRow>) {
        // A page can have many rows, and few of them are selected.
        if self.selected.with_untracked(Vec::is_empty) {
            return;
        }
        self.selected.update(|selected| {
            for known in selected {
                if let Some(counted) = row_of(&known.row.path) {
                    *known = counted;
                }
            }
        });
    }

    /// Whether a row is selected for jobs.
    pub(crate) fn has_row(self, path: &str) -> bool {
        self.selected.with(|selected| has(selected, path))
    }
}

/// There is no room for another row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Full;

fn has(selected: &[CountedRow], path: &str) -> bool {
    selected.iter().any(|known| known.row.path == path)
}

fn toggle(selected: &mut Vec<CountedRow>, counted: &CountedRow) -> Result<(), Full> {
    if has(selected, &counted.row.path) {
        selected.retain(|known| known.row.path != counted.row.path);
        return Ok(());
    }
    add(selected, [counted.clone()])
}

fn add(selected: &mut Vec<CountedRow>, rows: impl IntoIterator<Item = CountedRow>) -> Result<(), Full> {
    for counted in rows {
        if has(selected, &counted.row.path) {
            continue;
        }
        if selected.len() >= Batch::PROMPTS_MAX {
            return Err(Full);
        }
        selected.push(counted);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use docket_wire::{Span, VisitorRow, ZoneName};

    use super::*;
    use crate::browser::storage::assert_stored_as;
    use crate::state::analytics::selection::VisitorsBefore;

    #[test]
    fn the_stored_form_is_pinned() {
        assert_stored_as(
            &rows(1),
            concat!(
                r#"[{"row":{"path":"/0","human":7,"ai":3,"total":9},"#,
                r#""span":{"from":"2026-10-23","to":"2026-10-23","zone":"UTC"}}]"#,
            ),
        );
        let row = rows(1).remove(0);
        let before = Some(VisitorsBefore { total: 12, span: row.span.clone() });
        assert_stored_as(
            &CountedRow { before, ..row },
            concat!(
                r#"{"row":{"path":"/0","human":7,"ai":3,"total":9},"#,
                r#""span":{"from":"2026-10-23","to":"2026-10-23","zone":"UTC"},"#,
                r#""before":{"total":12,"span":{"from":"2026-10-23","to":"2026-10-23","zone":"UTC"}}}"#,
            ),
        );
    }

    fn rows(count: usize) -> Vec<CountedRow> {
        let day = "2026-10-23".parse().unwrap();
        let span = Span::new(day, day, ZoneName::utc()).unwrap();
        let row = |number| VisitorRow { path: format!("/{number}"), human: 7, ai: 3, total: 9 };
        (0..count).map(|number| CountedRow { row: row(number), span: span.clone(), before: None }).collect()
    }

    #[test]
    fn as_many_rows_are_selected_as_a_batch_has_prompts() {
        let shown = rows(Batch::PROMPTS_MAX + 1);
        let [first, .., last] = shown.as_slice() else { panic!("there are rows") };
        let mut selected = Vec::new();
        assert_eq!(add(&mut selected, shown.clone()), Err(Full));
        assert_eq!(selected.len(), Batch::PROMPTS_MAX);
        assert_eq!(toggle(&mut selected, last), Err(Full));
        assert!(!has(&selected, &last.row.path));
        assert_eq!(add(&mut selected, [first.clone()]), Ok(()), "it is selected already");
        assert_eq!(toggle(&mut selected, first), Ok(()), "it makes room");
        assert_eq!(toggle(&mut selected, last), Ok(()));
        assert!(has(&selected, &last.row.path) && selected.len() == Batch::PROMPTS_MAX);
    }
}
