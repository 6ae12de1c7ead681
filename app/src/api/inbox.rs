//! The inbox of the person who is signed in.

use docket_wire::{Inbox, InboxPatch, ProjectId};
use gloo_net::http::Method;
use serde::Deserialize;

use super::client::json;
use super::{Api, ApiError};
use crate::paths::Endpoint;

/// What every page shows of an inbox: reading the items is code that only some load.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(crate) struct InboxCount {
    pub revision: u64,
    pub unread: u32,
}

impl Api {
    /// How many items of an inbox are unread.
    pub(crate) async fn inbox_count(self, project: &ProjectId) -> Result<InboxCount, ApiError> {
        self.get(Endpoint::Inbox(project, Some(0))).await
    }

    pub(crate) async fn inbox(self, project: &ProjectId) -> Result<Inbox, ApiError> {
        self.get(Endpoint::Inbox(project, None)).await
    }

    /// An inbox with the ten newest items of each group.
    pub(crate) async fn newest_of_inbox(self, project: &ProjectId) -> Result<Inbox, ApiError> {
        self.get(Endpoint::Inbox(project, Some(10))).await
    }

    /// Stores what the person has read.
    pub(crate) async fn mark_inbox(
        self,
        project: &ProjectId,
        patch: &InboxPatch,
    ) -> Result<InboxCount, ApiError> {
        self.change_for(Method::PATCH, Endpoint::Inbox(project, None), json(patch)?).await
    }
}
