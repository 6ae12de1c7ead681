//! The pages of an audit log that are loaded.

use docket_wire::{AuditPage, AuditQuery, ProjectId};
use leptos::prelude::*;

use super::console::Console;
use super::fetched::Fetched;
use super::pending_request::PendingRequest;
use crate::api::ApiError;

/// The first page of a query, and the earlier ones that were loaded after it. Copies are handles to the same state.
#[derive(Clone, Copy)]
pub(crate) struct AuditPages {
    project: StoredValue<Option<ProjectId>>,
    query: Memo<Option<AuditQuery>>,
    first: Fetched<AuditQuery, AuditPage>,
    /// The earlier pages as one, with their query.
    earlier: RwSignal<Option<(AuditQuery, AuditPage)>>,
    request: PendingRequest,
}

impl AuditPages {
    /// The pages of the current query; `None` while it is invalid.
    pub(crate) fn new(project: Option<ProjectId>, query: Memo<Option<AuditQuery>>) -> Self {
        let api = Console::here().api;
        let first_project = project.clone();
        let first = Fetched::new(query, move |query| {
            let project = first_project.clone();
            async move { api.audit(project.as_ref(), &query).await }
        });
        Self {
            project: StoredValue::new(project),
            query,
            first,
            earlier: RwSignal::new(None),
            request: PendingRequest::new(),
        }
    }

    /// All loaded entries of the current query; `None` before the first page is there.
    pub(crate) fn shown(self) -> Option<Result<AuditPage, ApiError>> {
        let (query, first) = self.first.get()?;
        let Ok(mut page) = first else { return Some(first) };
        self.earlier.with(|earlier| {
            if let Some((_, earlier)) = earlier.as_ref().filter(|(of_query, _)| *of_query == query) {
                page.entries.extend(earlier.entries.iter().cloned());
                page.has_more = earlier.has_more;
            }
        });
        Some(Ok(page))
    }

    /// Whether earlier entries match.
    pub(crate) fn has_more(self) -> bool {
        matches!(self.shown(), Some(Ok(AuditPage { has_more: true, .. })))
    }

    /// The request for earlier entries.
    pub(crate) fn request(self) -> PendingRequest {
        self.request
    }

    pub(crate) fn reload(self) {
        self.earlier.set(None);
        self.first.refetch();
    }

    /// Loads the page after the last entry.
    pub(crate) fn load_earlier(self) {
        let (Some(query), Some(Ok(shown))) = (self.query.get_untracked(), untrack(|| self.shown())) else {
            return;
        };
        let (api, project) = (Console::here().api, self.project.get_value());
        let next = AuditQuery { before: shown.entries.last().map(|entry| entry.id), ..query.clone() };
        self.request.run(async move {
            let page = api.audit(project.as_ref(), &next).await?;
            self.earlier.try_update(|earlier| append(earlier, query, page));
            Ok(())
        });
    }
}

/// Appends a page to the earlier ones of its query, which replaces those of another query.
fn append(earlier: &mut Option<(AuditQuery, AuditPage)>, query: AuditQuery, page: AuditPage) {
    match earlier.as_mut().filter(|(of_query, _)| *of_query == query) {
        Some((_, before)) => {
            before.entries.extend(page.entries);
            before.has_more = page.has_more;
        }
        None => *earlier = Some((query, page)),
    }
}
