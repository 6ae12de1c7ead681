use docket_wire::UnixMs;

use super::{Analytics, CacheEntry, FetchError, PageRequest};

/// What came of a request for a page.
pub type FetchResult = Result<CacheEntry, FetchError>;

/// What an operation needs next.
#[derive(Debug)]
pub enum Step<T> {
    /// A page. [`Operation::apply`] takes what came of it.
    Fetch(PageRequest),
    /// A page that will be needed later: it can be requested now, and nobody waits for it.
    Prefetch(PageRequest),
    /// Nothing more.
    Done(T),
}

/// A read of figures, or a piece of background work: it decides which pages it needs, one after the other, and its
/// holder brings them.
pub trait Operation<D> {
    /// What it brings in the end.
    type Output;

    /// Says what is needed next. Not to be called again after [`Step::Fetch`] before [`Operation::apply`].
    ///
    /// # Errors
    /// Why the operation fails.
    fn step(&mut self, analytics: &Analytics<D>, now: UnixMs) -> Result<Step<Self::Output>, FetchError>;

    /// Takes what came of the page that [`Operation::step`] asked for.
    ///
    /// # Errors
    /// Why the operation fails.
    fn apply(
        &mut self,
        analytics: &Analytics<D>,
        fetched: FetchResult,
        now: UnixMs,
    ) -> Result<(), FetchError>;
}
