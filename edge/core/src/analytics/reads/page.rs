use docket_wire::UnixMs;

use crate::analytics::{
    Analytics, CacheEntry, FetchError, FetchResult, Operation, OperationStep, PageRequest, is_settled,
};
use crate::storage::Database;

/// A read of one page, verbatim: a fresh one, or an old one that is marked as stale.
#[derive(Debug)]
pub struct PageRead {
    request: PageRequest,
    entry: Option<CacheEntry>,
}

impl PageRead {
    /// Creates the read of this page.
    #[must_use]
    pub fn new(request: PageRequest) -> Self {
        Self { request, entry: None }
    }
}

impl<D: Database> Operation<D> for PageRead {
    type Output = CacheEntry;

    fn step(&mut self, _: &Analytics<D>, _: UnixMs) -> Result<OperationStep<CacheEntry>, FetchError> {
        Ok(self.entry.take().map_or_else(|| OperationStep::Fetch(self.request.clone()), OperationStep::Done))
    }

    fn apply(
        &mut self,
        analytics: &Analytics<D>,
        fetched: FetchResult,
        now: UnixMs,
    ) -> Result<(), FetchError> {
        self.entry = Some(analytics.or_stale(&self.request, fetched, now)?);
        Ok(())
    }
}

impl<D: Database> Analytics<D> {
    /// The result of a request or, if the service failed temporarily, an old answer, marked as stale unless it is settled.
    pub(super) fn or_stale(&self, request: &PageRequest, fetched: FetchResult, now: UnixMs) -> FetchResult {
        match fetched {
            Err(FetchError::Upstream(failure)) if failure.is_temporary() => {
                let entry = self.cache().get(&request.key(), now)?.ok_or(failure)?;
                // A refresh of settled data would have brought the same.
                let is_settled = request.settles_after().is_some_and(|to| is_settled(to, entry.fetched_at));
                Ok(CacheEntry { is_stale: !is_settled, ..entry })
            }
            fetched => fetched,
        }
    }
}
