use docket_wire::UnixMs;

use super::{Analytics, CacheEntry, FetchError, PageRequest};

/// The result of a request for a page.
pub type FetchResult = Result<CacheEntry, FetchError>;

/// The next step of an operation.
#[derive(Debug)]
pub enum OperationStep<T> {
    /// The operation needs a page. [`Operation::apply`] takes the result.
    Fetch(PageRequest),
    /// The operation will need a page later. Its caller requests the page and does not wait for it.
    Prefetch(PageRequest),
    /// The operation has its output.
    Done(T),
}

impl<T> OperationStep<T> {
    /// Turns the result into another one. A page that is still needed stays needed.
    pub(super) fn and_then<U, E>(self, next: impl FnOnce(T) -> Result<U, E>) -> Result<OperationStep<U>, E> {
        Ok(match self {
            Self::Fetch(request) => OperationStep::Fetch(request),
            Self::Prefetch(request) => OperationStep::Prefetch(request),
            Self::Done(result) => OperationStep::Done(next(result)?),
        })
    }
}

/// A read of visitors, or a task of a backfill. It decides which pages it needs, one after the other; its caller looks
/// them up.
pub trait Operation<D> {
    /// What the operation produces.
    type Output;

    /// Decides the next step. After [`OperationStep::Fetch`], call [`Operation::apply`] before calling this again.
    fn step(
        &mut self,
        analytics: &Analytics<D>,
        now: UnixMs,
    ) -> Result<OperationStep<Self::Output>, FetchError>;

    /// Takes the result of the page that [`Operation::step`] asked for.
    fn apply(
        &mut self,
        analytics: &Analytics<D>,
        fetched: FetchResult,
        now: UnixMs,
    ) -> Result<(), FetchError>;
}
