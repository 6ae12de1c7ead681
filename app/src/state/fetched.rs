//! A resource that is fetched again whenever its key changes, and knows which key its response is for.

use std::future::Future;

use leptos::prelude::*;

use crate::api::ApiError;

/// A key, and the response for it.
pub(crate) type KeyedResponse<K, T> = Option<(K, Result<T, ApiError>)>;

/// The response for the current key or, until it arrives, the one for the key before. Copies are handles to the same
/// resource.
pub(crate) struct Fetched<K: Send + Sync + 'static, T: Send + Sync + 'static> {
    key: Memo<Option<K>>,
    resource: LocalResource<KeyedResponse<K, T>>,
}

impl<K: Send + Sync + 'static, T: Send + Sync + 'static> Clone for Fetched<K, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K: Send + Sync + 'static, T: Send + Sync + 'static> Copy for Fetched<K, T> {}

impl<K, T> Fetched<K, T>
where
    K: Clone + PartialEq + Send + Sync + 'static,
    T: Clone + Send + Sync + 'static,
{
    /// Calls `fetch` whenever the key changes. Without a key it fetches nothing.
    pub(crate) fn new<F>(key: Memo<Option<K>>, fetch: impl Fn(K) -> F + 'static) -> Self
    where
        F: Future<Output = Result<T, ApiError>> + 'static,
    {
        let resource = LocalResource::new(move || {
            let request = key.get().map(|key| (key.clone(), fetch(key)));
            async move {
                let (key, request) = request?;
                Some((key, request.await))
            }
        });
        Self { key, resource }
    }

    /// Fetches the current key again.
    pub(crate) fn refetch(self) {
        self.resource.refetch();
    }

    /// The latest response, with its key.
    pub(crate) fn get(self) -> KeyedResponse<K, T> {
        self.resource.get().flatten()
    }

    /// The response for the current key, if it has arrived and is successful.
    pub(crate) fn current(self) -> Option<(K, T)> {
        let (key, result) = self.get()?;
        let value = result.ok()?;
        (self.key.get().as_ref() == Some(&key)).then_some((key, value))
    }

    /// Whether the latest response is for an earlier key.
    pub(crate) fn is_stale(self) -> bool {
        let current = self.key.get();
        self.get().is_some_and(|(key, _)| Some(key) != current)
    }
}
