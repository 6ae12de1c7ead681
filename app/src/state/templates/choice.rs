//! The template that a person chooses from a menu, and the request that loads it.

use docket_wire::{ProjectId, Template, TemplateId};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::api::{Api, ApiError};
use crate::browser::focus;

/// The choice of a menu. Copies are handles to the same state.
#[derive(Clone, Copy)]
pub(crate) struct MenuChoice {
    api: Api,
    project: StoredValue<ProjectId>,
    /// The one that is being loaded.
    requested: StoredValue<Option<TemplateId>>,
    chosen: RwSignal<Option<Template>>,
    error: RwSignal<Option<ApiError>>,
}

impl MenuChoice {
    /// Nothing is chosen.
    pub(crate) fn new(api: Api, project: ProjectId) -> Self {
        Self {
            api,
            project: StoredValue::new(project),
            requested: StoredValue::new(None),
            chosen: RwSignal::new(None),
            error: RwSignal::new(None),
        }
    }

    /// The template that is chosen, once it is loaded.
    pub(crate) fn chosen(self) -> ReadSignal<Option<Template>> {
        self.chosen.read_only()
    }

    /// Why the last one could not be loaded.
    pub(crate) fn error(self) -> ReadSignal<Option<ApiError>> {
        self.error.read_only()
    }

    /// Loads a template, and moves the focus to its fields.
    pub(crate) fn choose(self, id: TemplateId) {
        self.error.set(None);
        self.requested.set_value(Some(id.clone()));
        spawn_local(async move {
            let Some(project) = self.project.try_get_value() else { return };
            let loaded = self.api.template(&project, &id, None).await;
            // The person may have chosen another one meanwhile, or left the page.
            let is_requested = self
                .requested
                .try_update_value(|requested| requested.take_if(|requested| *requested == id).is_some());
            match loaded {
                _ if is_requested != Some(true) => {}
                Ok(template) => {
                    self.chosen.try_set(Some(template));
                    focus::move_soon("#template-values input, #template-values textarea, #fill-prompt");
                }
                Err(failed) => drop(self.error.try_set(Some(failed))),
            }
        });
    }

    /// Nothing is chosen any more. Returns what was.
    pub(crate) fn clear(self) -> Option<Template> {
        self.chosen.try_update(Option::take).flatten()
    }
}
