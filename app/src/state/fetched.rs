//! What is asked of the edge anew whenever something changes.

use std::future::Future;

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::api::ApiError;

/// What was asked, and what came of it.
pub(crate) type Answer<K, T> = Option<(K, Result<T, ApiError>)>;

/// The answer to what is wanted now; while that is on its way, the one to what was wanted before. Copies are handles to
/// the same.
pub(crate) struct Fetched<K: Send + Sync + 'static, T: Send + Sync + 'static> {
    wanted: Memo<Option<K>>,
    answer: RwSignal<Answer<K, T>>,
    ask: Callback<K>,
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
    /// Asks by `fetch` for what is wanted, whenever that becomes something else.
    pub(crate) fn new<F>(wanted: Memo<Option<K>>, fetch: impl Fn(K) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<T, ApiError>> + 'static,
    {
        let answer = RwSignal::new(None);
        let ask = Callback::new(move |key: K| {
            let asked = fetch(key.clone());
            spawn_local(async move {
                let found = asked.await;
                // By now the page may have been left, or something else be wanted.
                if wanted.try_get_untracked().flatten().as_ref() == Some(&key) {
                    answer.try_set(Some((key, found)));
                }
            });
        });
        Effect::new(move || {
            if let Some(key) = wanted.get() {
                ask.run(key);
            }
        });
        Self { wanted, answer, ask }
    }

    /// Asks for the same once more.
    pub(crate) fn again(self) {
        if let Some(key) = self.wanted.try_get_untracked().flatten() {
            self.ask.run(key);
        }
    }

    /// The answer that is there.
    pub(crate) fn get(self) -> Answer<K, T> {
        self.answer.get()
    }

    /// The answer to what is wanted now, if it is there and is one of success.
    pub(crate) fn found(self) -> Option<(K, T)> {
        let (key, found) = self.answer.get()?;
        let found = found.ok()?;
        (self.wanted.get().as_ref() == Some(&key)).then_some((key, found))
    }

    /// Whether the answer that is there is not to what is wanted now.
    pub(crate) fn is_old(self) -> bool {
        let wanted = self.wanted.get();
        self.answer.with(|answer| answer.as_ref().is_some_and(|(key, _)| Some(key) != wanted.as_ref()))
    }
}
