//! The templates of a project, on a page or in a menu that shows them for long.

use docket_wire::{PAGE_VARIABLE, ProjectId, TemplateEntry, TemplateId, TemplatesPage};
use leptos::prelude::*;

use crate::api::ApiError;
use crate::browser::page;
use crate::state::console::use_console;
use crate::state::fetched::Fetched;

/// The templates. Nothing tells the console that somebody else has saved one, so they are loaded again whenever a person comes back to
/// the page. Copies are handles to the same state.
#[derive(Clone, Copy)]
pub(crate) struct ProjectTemplates {
    fetched: Fetched<(), TemplatesPage>,
    /// Whether the next request is one that nobody asked for.
    is_quiet: StoredValue<bool>,
    /// Whether such a request is under way: coming back causes several events at once.
    is_refreshing: StoredValue<bool>,
    /// The templates as they were loaded last. If they could not be loaded again, they stay, and with them what is open in them.
    pub entries: Memo<Vec<TemplateEntry>>,
}

impl ProjectTemplates {
    /// Loads them. A template that `is_in_use` stays among them although somebody else has deleted it.
    pub(crate) fn new(
        project: ProjectId,
        is_in_use: impl Fn(&TemplateId) -> bool + Copy + Send + Sync + 'static,
    ) -> Self {
        let api = use_console().api;
        let project = StoredValue::new(project);
        let (is_quiet, is_refreshing) = (StoredValue::new(false), StoredValue::new(false));
        let last = StoredValue::new(None::<TemplatesPage>);
        let fetched = Fetched::once(move || {
            let is_quiet = is_quiet.try_update_value(std::mem::take) == Some(true);
            let project = project.get_value();
            async move {
                let result = api.templates(&project).await;
                if is_quiet {
                    is_refreshing.try_set_value(false);
                }
                let before = last.try_get_value().flatten().filter(|_| is_quiet);
                let result = match (result, before) {
                    (Ok(now), Some(before)) => Ok(with_used(now, before, is_in_use)),
                    // The person has a list that they can continue with.
                    (Err(_), Some(before)) => Ok(before),
                    (result, None) => result,
                };
                if let Ok(page) = &result {
                    last.try_set_value(Some(page.clone()));
                }
                result
            }
        });
        let entries = Memo::new(move |before: Option<&Vec<TemplateEntry>>| {
            let now = fetched.get().and_then(|(_, page)| page.ok()).map(|page| page.templates);
            now.or_else(|| before.cloned()).unwrap_or_default()
        });
        let templates = Self { fetched, is_quiet, is_refreshing, entries };
        templates.refresh_on_return();
        templates
    }

    /// The latest response: the templates, or why they could not be loaded.
    pub(crate) fn response(self) -> Option<Result<(), ApiError>> {
        self.fetched.get().map(|(_, page)| page.map(|_| ()))
    }

    /// Whether they were loaded once.
    pub(crate) fn has_loaded(self) -> Memo<bool> {
        Memo::new(move |before: Option<&bool>| {
            before.is_some_and(|before| *before) || matches!(self.response(), Some(Ok(())))
        })
    }

    /// Loads them again, because the person wants to.
    pub(crate) fn refetch(self) {
        self.fetched.refetch();
    }

    /// Loads them again, and says nothing if that fails.
    pub(crate) fn refresh(self) {
        if self.is_refreshing.try_get_value() == Some(false) {
            self.is_refreshing.set_value(true);
            self.is_quiet.set_value(true);
            self.fetched.refetch();
        }
    }

    fn refresh_on_return(self) {
        for event in ["focus", "visibilitychange"] {
            let listener = window_event_listener_untyped(event, move |_| {
                if page::is_visible() {
                    self.refresh();
                }
            });
            on_cleanup(move || listener.remove());
        }
    }
}

/// Whether the prompts of a template are about a page.
pub(crate) fn is_about_page(entry: &TemplateEntry) -> bool {
    entry.variables.iter().any(|variable| variable == PAGE_VARIABLE)
}

/// The page with those templates of the page before that it lacks and that are in use, each in its place.
fn with_used(
    mut now: TemplatesPage,
    before: TemplatesPage,
    is_in_use: impl Fn(&TemplateId) -> bool,
) -> TemplatesPage {
    for (index, entry) in before.templates.into_iter().enumerate() {
        let is_gone = now.templates.iter().all(|other| other.id != entry.id);
        if is_gone && is_in_use(&entry.id) {
            now.templates.insert(index.min(now.templates.len()), entry);
        }
    }
    now
}

#[cfg(test)]
mod tests {
    use docket_wire::{CallerName, UnixMs};

    use super::*;

    fn page(ids: &[&str]) -> TemplatesPage {
        let entry = |id: &&str| TemplateEntry {
            id: id.parse().unwrap(),
            name: (*id).to_owned(),
            version: 1,
            variables: Vec::new(),
            author: CallerName("ada".into()),
            at: UnixMs(0),
        };
        TemplatesPage { templates: ids.iter().map(entry).collect(), has_more: false }
    }

    #[test]
    fn a_deleted_template_stays_while_it_is_in_use() {
        let merged = |now: &[&str], before: &[&str], used: &str| {
            let page = with_used(page(now), page(before), |id| id.to_string() == used);
            page.templates.into_iter().map(|entry| entry.name).collect::<Vec<_>>()
        };
        assert_eq!(merged(&["a", "d"], &["a", "b", "c"], "b"), ["a", "b", "d"]);
        assert_eq!(merged(&[], &["a", "b"], "b"), ["b"]);
        assert_eq!(merged(&["a", "b"], &["a", "b"], "b"), ["a", "b"]);
        assert_eq!(merged(&["a"], &["a", "b"], ""), ["a"]);
    }
}
