//! The pages of an audit log that are loaded.

use docket_wire::{AuditPage, AuditQuery, ProjectId};
use leptos::prelude::*;

use super::console::use_console;
use super::fetched::{Fetched, KeyedResponse};
use super::pending_request::PendingRequest;
use crate::api::ApiError;

/// The first page of a query, and the earlier ones that were loaded after it. Copies are handles to the same state.
#[derive(Clone, Copy)]
pub(crate) struct AuditPages {
    project: StoredValue<Option<ProjectId>>,
    /// All loaded entries of the current query; `None` before the first page is there.
    pub shown: Memo<Option<Result<AuditPage, ApiError>>>,
    first: Fetched<AuditQuery, AuditPage>,
    /// The earlier pages as one, with the query of the first of them.
    earlier: RwSignal<Option<(AuditQuery, AuditPage)>>,
    request: PendingRequest,
}

impl AuditPages {
    /// The pages of the current query; `None` while it is invalid.
    pub(crate) fn new(project: Option<ProjectId>, query: Memo<Option<AuditQuery>>) -> Self {
        let api = use_console().api;
        let first_project = project.clone();
        let first = Fetched::new(query, move |query| {
            let project = first_project.clone();
            async move { api.audit(project.as_ref(), &query).await }
        });
        let earlier = RwSignal::new(None);
        Self {
            project: StoredValue::new(project),
            shown: Memo::new(move |_| shown(first.get(), earlier)),
            first,
            earlier,
            request: PendingRequest::new(),
        }
    }

    /// Whether earlier entries match.
    pub(crate) fn has_more(self) -> bool {
        self.shown.with(|shown| matches!(shown, Some(Ok(AuditPage { has_more: true, .. }))))
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
        let (Some((query, Ok(first))), Some(Ok(shown))) =
            (untrack(|| self.first.get()), self.shown.get_untracked())
        else {
            return;
        };
        let (api, project) = (use_console().api, self.project.get_value());
        let (start, asked) = (next(&query, &first), next(&query, &shown));
        self.request.run(async move {
            let page = api.audit(project.as_ref(), &asked).await?;
            self.earlier.try_update(|earlier| append(earlier, start, &asked, page));
            Ok(())
        });
    }
}

/// The first page, with the earlier ones that follow it.
fn shown(
    first: KeyedResponse<AuditQuery, AuditPage>,
    earlier: RwSignal<Option<(AuditQuery, AuditPage)>>,
) -> Option<Result<AuditPage, ApiError>> {
    let (query, first) = first?;
    let Ok(mut page) = first else { return Some(first) };
    let start = next(&query, &page);
    earlier.with(|earlier| {
        if let Some((_, earlier)) = earlier.as_ref().filter(|(known, _)| *known == start) {
            page.entries.extend(earlier.entries.iter().cloned());
            page.has_more = earlier.has_more;
        }
    });
    Some(Ok(page))
}

/// The query of the page after a page.
fn next(query: &AuditQuery, page: &AuditPage) -> AuditQuery {
    AuditQuery { before: page.entries.last().map(|entry| entry.id), ..query.clone() }
}

/// Appends the page of the query `asked` to the earlier pages of `start`. The first page of another `start` replaces them. A page
/// that does not follow the loaded entries is dropped: otherwise entries would be missing, and nobody would see it.
fn append(
    earlier: &mut Option<(AuditQuery, AuditPage)>,
    start: AuditQuery,
    asked: &AuditQuery,
    page: AuditPage,
) {
    match earlier.as_mut().filter(|(known, _)| *known == start) {
        Some((_, before)) if next(&start, before) == *asked => {
            before.entries.extend(page.entries);
            before.has_more = page.has_more;
        }
        None if start == *asked => *earlier = Some((start, page)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use docket_wire::{AuditAction, AuditCredential, AuditEntry, UnixMs};

    use super::*;

    /// A page of entries with these ids, after which there are more.
    fn page(ids: &[u64]) -> AuditPage {
        let entry = |id: &u64| AuditEntry {
            id: *id,
            at: UnixMs(1),
            author: None,
            credential: AuditCredential::Passphrase,
            action: AuditAction::SignIn,
            target: None,
            refused: None,
            request_id: String::new(),
            address: String::new(),
            country: None,
        };
        AuditPage { entries: ids.iter().map(entry).collect(), has_more: true }
    }

    fn ids(earlier: Option<&(AuditQuery, AuditPage)>) -> Vec<u64> {
        earlier.iter().flat_map(|(_, page)| page.entries.iter().map(|entry| entry.id)).collect()
    }

    #[test]
    fn no_entry_is_left_out_between_pages() {
        let query = AuditQuery::default();
        let (first, renewed) = (page(&[9, 8]), page(&[10, 9]));
        let start = next(&query, &first);
        let mut earlier = None;
        append(&mut earlier, start.clone(), &start, page(&[7, 6]));
        let second = next(&query, &page(&[7, 6]));
        append(&mut earlier, start.clone(), &second, page(&[5, 4]));
        append(&mut earlier, start.clone(), &second, page(&[5, 4]));
        assert_eq!(ids(earlier.as_ref()), [7, 6, 5, 4]);
        // The first page was loaded again, and ends with a later entry.
        let renewed = next(&query, &renewed);
        assert!(earlier.as_ref().is_some_and(|(known, _)| *known != renewed));
        append(&mut earlier, renewed.clone(), &renewed, page(&[8, 7]));
        assert_eq!(ids(earlier.as_ref()), [8, 7]);
        let mut reloaded = None;
        append(&mut reloaded, start, &second, page(&[5, 4]));
        assert_eq!(reloaded, None, "what came before it is gone");
    }
}
