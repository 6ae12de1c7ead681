//! The projects of this deployment, and the one that was open last.

use docket_wire::{Project, ProjectId};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::api::{Api, ApiError};
use crate::browser::storage;
use crate::format::link;

/// The storage key of the project that was open last.
const LAST_PROJECT: &str = "docket.project";

#[derive(Clone, Copy)]
pub(crate) struct Projects {
    api: Api,
    list: RwSignal<Option<Result<Vec<Project>, ApiError>>>,
    /// The one that was open last in this tab: other tabs may have opened others since.
    last: StoredValue<Option<String>>,
}

impl Projects {
    /// A handle without projects.
    pub(crate) fn new(api: Api) -> Self {
        Self { api, list: RwSignal::new(None), last: StoredValue::new(storage::get(LAST_PROJECT)) }
    }

    /// The projects; absent until they are loaded.
    pub(crate) fn list(self) -> ReadSignal<Option<Result<Vec<Project>, ApiError>>> {
        self.list.read_only()
    }

    /// Whether the list is loaded and does not have a project.
    pub(crate) fn is_unknown(self, id: &ProjectId) -> bool {
        self.list.with(
            |list| matches!(list, Some(Ok(projects)) if projects.iter().all(|project| project.id != *id)),
        )
    }

    pub(crate) fn load(self) {
        // The list may be that of another person who was signed in before in this tab.
        self.list.set(None);
        spawn_local(async move {
            let number = self.api.session_number();
            let projects = self.api.projects().await;
            // Nor may it be that of a person who has signed out since.
            if number == self.api.session_number() {
                self.list.set(Some(projects));
            }
        });
    }

    /// Takes a project that does not exist any more off the list.
    pub(crate) fn remove(self, id: &ProjectId) {
        self.list.update(|list| {
            if let Some(Ok(projects)) = list {
                projects.retain(|project| project.id != *id);
            }
        });
    }

    /// Stores which project is open.
    pub(crate) fn set_last(self, project: &ProjectId) {
        storage::set(LAST_PROJECT, project.as_str());
        self.last.set_value(Some(project.to_string()));
    }

    /// The name of a project; empty without one.
    pub(crate) fn name(self, id: Option<&ProjectId>) -> String {
        let Some(id) = id else { return String::new() };
        self.with(id, |project| project.map_or_else(|| id.to_string(), |project| project.name.clone()))
    }

    /// The URL of the published page that has a path in the visitors of a project, if it is known.
    pub(crate) fn live_page(self, id: &ProjectId, path: &str) -> Option<String> {
        self.with(id, |project| link::live_page(project?.site_url.as_deref()?, path))
    }

    fn with<T>(self, id: &ProjectId, read: impl FnOnce(Option<&Project>) -> T) -> T {
        self.list.with(|list| {
            let projects = list.as_ref().and_then(|list| list.as_ref().ok());
            read(projects.and_then(|projects| projects.iter().find(|project| project.id == *id)))
        })
    }

    /// The project to open first: the one that was open last, or the first of the list.
    pub(crate) fn default_project(self) -> Option<ProjectId> {
        let projects = self.list.get()?.ok()?;
        let is_last =
            |project: &&Project| self.last.with_value(|last| last.as_deref() == Some(project.id.as_str()));
        projects.iter().find(is_last).or(projects.first()).map(|project| project.id.clone())
    }
}
