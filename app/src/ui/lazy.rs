//! Code that is loaded when it is first needed.

use std::future::Future;

use futures::FutureExt as _;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_split_helpers::SplitLoaderError;

use super::{ErrorNotice, Skeleton, part};
use crate::api::ApiError;
use crate::browser::page;

/// A page whose code is a part of its own. `load` fetches the part unless it is there already; then `view` is ready
/// at once.
pub(crate) fn lazy<Load, View>(
    load: impl Fn() -> Load + Copy + Send + Sync + 'static,
    view: impl Fn() -> View + Send + Sync + 'static,
) -> AnyView
where
    Load: Future<Output = Result<(), SplitLoaderError>> + 'static,
    View: Future<Output = Result<AnyView, SplitLoaderError>>,
{
    let state = RwSignal::new(Loading::Underway);
    let fetch = Callback::new(move |()| {
        state.set(Loading::Underway);
        spawn_local(async move {
            let loaded = load().await;
            // Somebody may have gone elsewhere in the meantime.
            state.try_set(if loaded.is_ok() { Loading::Done } else { Loading::Failed });
            page::arrive_late();
        });
    });
    fetch.run(());
    part(move || match state.get() {
        Loading::Underway => view! { <Skeleton rows=8 label="Loading the page"/> }.into_any(),
        Loading::Done => view().now_or_never().and_then(Result::ok).unwrap_or_else(|| ().into_any()),
        Loading::Failed => view! { <ErrorNotice error=unreachable() on_retry=fetch/> }.into_any(),
    })
    .into_any()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Loading {
    Underway,
    Done,
    Failed,
}

fn unreachable() -> ApiError {
    // A new version has other parts, so what is left of the old one can no longer be had.
    ApiError::local("This page could not be loaded. If Docket was updated meanwhile, reload it.")
}
