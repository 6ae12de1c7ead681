//! Where the person left pages that they may come back to.

use docket_wire::ProjectId;
use leptos::prelude::*;

use crate::paths::PageMatch;

/// A position in a project's list of jobs.
#[derive(Debug, Clone)]
pub(crate) struct ListPosition {
    pub project: ProjectId,
    /// The query of the list's URL.
    pub query: String,
    /// How far it was scrolled, in pixels.
    pub scroll_y: f64,
}

/// An item of an inbox whose page the person has opened.
#[derive(Debug, Clone)]
pub(crate) struct InboxPosition {
    pub project: ProjectId,
    /// The link of the item.
    pub href: String,
    /// How far the inbox was scrolled, in pixels.
    pub scroll_y: f64,
}

/// A row of visitors whose page the person went to write a prompt for.
#[derive(Debug, Clone)]
pub(crate) struct VisitorsPosition {
    /// The address of the view, without the origin.
    pub view: String,
    /// The path of the page.
    pub path: String,
    /// The index of its row among all rows of the view, from 0.
    pub row: u64,
    /// How far the page of visitors was scrolled, in pixels.
    pub scroll_y: f64,
}

/// One position of each kind: the last one. Copies are handles to the same state.
#[derive(Clone, Copy)]
pub(crate) struct Positions {
    list: StoredValue<Option<ListPosition>>,
    inbox: StoredValue<Option<InboxPosition>>,
    visitors: StoredValue<Option<VisitorsPosition>>,
}

impl Positions {
    pub(crate) fn new() -> Self {
        Self { list: StoredValue::new(None), inbox: StoredValue::new(None), visitors: StoredValue::new(None) }
    }

    pub(crate) fn set_list(self, position: ListPosition) {
        self.list.set_value(Some(position));
    }

    pub(crate) fn set_inbox(self, position: InboxPosition) {
        self.inbox.set_value(Some(position));
    }

    pub(crate) fn set_visitors(self, position: VisitorsPosition) {
        self.visitors.set_value(Some(position));
    }

    /// The position in the list of a project's jobs, if it is the list that was open last.
    pub(crate) fn list(self, project: &ProjectId) -> Option<ListPosition> {
        self.list.get_value().filter(|position| position.project == *project)
    }

    /// The position in a project's inbox, once.
    pub(crate) fn take_inbox(self, project: &ProjectId) -> Option<InboxPosition> {
        let position = self.inbox.try_update_value(Option::take).flatten();
        position.filter(|position| position.project == *project)
    }

    /// The position in a view of visitors, once. `view` is its address, without the origin.
    pub(crate) fn take_visitors(self, view: &str) -> Option<VisitorsPosition> {
        let position = self.visitors.try_update_value(Option::take).flatten();
        position.filter(|position| position.view == view)
    }

    /// Forgets the position in the inbox once the person goes anywhere else than to its item and back, and that of the visitors once
    /// they go anywhere else than to the jobs and back.
    pub(crate) fn forget(self, now: &PageMatch) {
        let is_elsewhere = |position: &mut InboxPosition| {
            let path = position.href.split('#').next().unwrap_or_default();
            !matches!(now, PageMatch::Inbox(_)) && PageMatch::from_path(path) != *now
        };
        self.inbox.update_value(|position| {
            position.take_if(is_elsewhere);
        });
        if !matches!(now, PageMatch::Visitors(_) | PageMatch::Jobs(_) | PageMatch::Job(..)) {
            self.visitors.set_value(None);
        }
    }
}
