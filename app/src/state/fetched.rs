//! A resource that is fetched again whenever its key changes.

use std::future::Future;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::request_order::RequestOrder;
use crate::api::ApiError;

/// A key, and the response for it.
pub(crate) type KeyedResponse<K, T> = Option<(K, Result<T, ApiError>)>;

/// The response for the current key or, until it arrives, the one for the key before. Copies are handles to the same
/// state.
pub(crate) struct Fetched<K: Send + Sync + 'static, T: Send + Sync + 'static> {
    key: Memo<Option<K>>,
    response: RwSignal<KeyedResponse<K, T>>,
    fetch: Callback<K>,
}

impl<K: Send + Sync + 'static, T: Send + Sync + 'static> Clone for Fetched<K, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K: Send + Sync + 'static, T: Send + Sync + 'static> Copy for Fetched<K, T> {}

impl<T: Clone + Send + Sync + 'static> Fetched<(), T> {
    /// Calls `fetch` once, and again at each [`Fetched::refetch`].
    pub(crate) fn once<F>(fetch: impl Fn() -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<T, ApiError>> + 'static,
    {
        Self::new(Memo::new(|_| Some(())), move |()| fetch())
    }
}

impl<K, T> Fetched<K, T>
where
    K: Clone + PartialEq + Send + Sync + 'static,
    T: Clone + Send + Sync + 'static,
{
    /// Calls `fetch` whenever the key changes. Without a key it fetches nothing.
    pub(crate) fn new<F>(key: Memo<Option<K>>, fetch: impl Fn(K) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<T, ApiError>> + 'static,
    {
        let response = RwSignal::new(None);
        let order = StoredValue::new(RequestOrder::new());
        let fetch = Callback::new(move |requested: K| {
            let request = fetch(requested.clone());
            let number = order.try_update_value(RequestOrder::begin).unwrap_or_default();
            spawn_local(async move {
                let result = request.await;
                // The person may have left the page or changed the key meanwhile.
                let is_current = key.try_get_untracked().flatten().as_ref() == Some(&requested);
                if is_current && order.try_update_value(|order| order.show(number)) == Some(true) {
                    response.try_set(Some((requested, result)));
                }
            });
        });
        Effect::new(move || {
            if let Some(key) = key.get() {
                fetch.run(key);
            }
        });
        Self { key, response, fetch }
    }

    /// Fetches the current key again. An error goes away at once, so that the wait is shown, and the same error is announced again.
    pub(crate) fn refetch(self) {
        if let Some(key) = self.key.try_get_untracked().flatten() {
            if self.response.try_with_untracked(|response| matches!(response, Some((_, Err(_)))))
                == Some(true)
            {
                self.response.set(None);
            }
            self.fetch.run(key);
        }
    }

    /// Fetches the current key again each time that a moment in Unix ms has passed which `at_ms` reads.
    pub(crate) fn refetch_at(
        self,
        now_ms: ReadSignal<i64>,
        at_ms: impl Fn() -> Option<i64> + Send + Sync + 'static,
    ) {
        let passed_ms = Memo::new(move |_| at_ms().filter(|at_ms| *at_ms <= now_ms.get()));
        Effect::new(move || {
            if passed_ms.get().is_some() {
                self.refetch();
            }
        });
    }

    /// The latest response, with its key.
    pub(crate) fn get(self) -> KeyedResponse<K, T> {
        self.response.get()
    }

    /// The response for the current key, if it has arrived and is successful.
    pub(crate) fn current(self) -> Option<(K, T)> {
        let (key, result) = self.response.get()?;
        let value = result.ok()?;
        (self.key.get().as_ref() == Some(&key)).then_some((key, value))
    }

    /// Whether the latest response is for an earlier key.
    pub(crate) fn is_stale(self) -> bool {
        let current = self.key.get();
        self.response.with(|response| response.as_ref().is_some_and(|(key, _)| Some(key) != current.as_ref()))
    }
}
