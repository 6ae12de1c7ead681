//! The chunks of rows that have been requested and have not arrived. Pure.

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

    /// Whether to request a chunk now. With `is_refresh`, one that is under way may be older than the change that the caller
    /// knows of.
    pub(super) fn begin(&mut self, chunk: C, is_refresh: bool) -> bool {
        if let Some((_, is_due_again)) = self.requested.iter_mut().find(|(known, _)| *known == chunk) {
            *is_due_again |= is_refresh;
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
    use super::*;

    #[test]
    fn a_refresh_of_a_chunk_that_is_under_way_requests_it_once_more() {
        let mut pending = PendingChunks::new();
        assert!(pending.begin(0, true) && pending.begin(1, false));
        assert!(!pending.begin(0, true) && !pending.begin(0, true) && !pending.begin(0, false));
        assert!(pending.end(&0), "the response may be older than the refresh");
        assert!(pending.begin(0, true));
        assert!(!pending.end(&0), "nobody asked for it since");
        assert!(!pending.begin(1, false) && !pending.end(&1), "a row of it was scrolled into view twice");
    }
}
