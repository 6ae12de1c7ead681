//! The chunks of rows that have been requested and have not arrived. Pure.

/// Why a chunk is requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LoadReason {
    /// It is not loaded.
    Missing,
    /// Its rows may have changed since an earlier request.
    Refresh,
}

/// Each chunk is requested once at a time.
#[derive(Debug)]
pub(super) struct PendingChunks<C> {
    /// The chunks, and whether each is to be requested again once it has arrived.
    requested: Vec<(C, bool)>,
}

impl<C: PartialEq> PendingChunks<C> {
    /// Nothing is requested.
    pub(super) fn new() -> Self {
        Self { requested: Vec::new() }
    }

    /// Whether to request a chunk now. One that is under way may be older than a change, and is requested again then.
    pub(super) fn begin(&mut self, chunk: C, reason: LoadReason) -> bool {
        if let Some((_, is_due_again)) = self.requested.iter_mut().find(|(known, _)| *known == chunk) {
            *is_due_again |= reason == LoadReason::Refresh;
            return false;
        }
        self.requested.push((chunk, false));
        true
    }

    /// A chunk has arrived, or its request has failed. Returns whether to request it again.
    pub(super) fn end(&mut self, chunk: &C) -> bool {
        let index = self.requested.iter().position(|(known, _)| known == chunk);
        index.is_some_and(|index| self.requested.swap_remove(index).1)
    }
}

#[cfg(test)]
mod tests {
    use super::LoadReason::{Missing, Refresh};
    use super::*;

    #[test]
    fn a_refresh_of_a_chunk_that_is_under_way_requests_it_once_more() {
        let mut pending = PendingChunks::new();
        assert!(pending.begin(0, Refresh) && pending.begin(1, Missing));
        assert!(!pending.begin(0, Refresh) && !pending.begin(0, Refresh) && !pending.begin(0, Missing));
        assert!(pending.end(&0), "the response may be older than the refresh");
        assert!(pending.begin(0, Refresh));
        assert!(!pending.end(&0), "nobody asked for it since");
        assert!(!pending.begin(1, Missing) && !pending.end(&1), "a row of it was scrolled into view twice");
    }
}
