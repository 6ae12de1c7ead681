//! Marks items of the inbox, as read or unread, from wherever a person does so.

use docket_wire::{InboxPatch, ProjectId};

use super::UnreadCount;
use super::order::with_order;
use crate::api::{Api, ApiError, InboxCount};
use crate::browser::tabs;

impl UnreadCount {
    /// Sends a mark after the earlier ones, so that the last click counts, and shows the count after it.
    ///
    /// # Errors
    /// If the request fails.
    pub(crate) async fn mark(
        self,
        api: Api,
        project: &ProjectId,
        patch: &InboxPatch,
    ) -> Result<InboxCount, ApiError> {
        let (view, (turn, _done)) = with_order(|order| (order.views, order.enqueue()));
        if let Some(turn) = turn {
            // The mark before has ended when its sender is dropped.
            let _ = turn.await;
        }
        let number = with_order(|order| order.requests.begin());
        let count = api.mark_inbox(project, patch).await?;
        tabs::broadcast_mark();
        // The person may have gone to another project meanwhile.
        if with_order(|order| order.views) == view {
            self.count_marks(-1);
            if !self.show_response(number, count) {
                // Either count may lack what the other one has.
                self.changed();
            }
            with_order(|order| order.requests.outdate());
        }
        Ok(count)
    }
}
