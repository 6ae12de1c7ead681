//! Pages whose code is loaded when a person first opens them.

use std::future::Future;

use futures::FutureExt as _;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_split_helpers::SplitLoaderError;

use super::error_notice::ErrorNotice;
use crate::api::ApiError;
use crate::browser::page;
use crate::ui::Skeleton;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LoadState {
    Loading,
    Loaded,
    Failed,
}

/// A page in a split module. `load` fetches the module unless it is loaded; after that, the future of `view` is ready
/// at once.
pub(crate) fn lazy<Load, View>(
    load: impl Fn() -> Load + Copy + Send + Sync + 'static,
    view: impl Fn() -> View + Send + Sync + 'static,
) -> AnyView
where
    Load: Future<Output = Result<(), SplitLoaderError>> + 'static,
    View: Future<Output = Result<AnyView, SplitLoaderError>>,
{
    let state = RwSignal::new(LoadState::Loading);
    let fetch = Callback::new(move |()| {
        state.set(LoadState::Loading);
        spawn_local(async move {
            let loaded = load().await;
            // The person may have left the page meanwhile.
            state.try_set(if loaded.is_ok() { LoadState::Loaded } else { LoadState::Failed });
            page::focus_late_page();
        });
    });
    fetch.run(());
    let content = move || match state.get() {
        LoadState::Loading => view! { <Skeleton rows=8 label="Loading the page"/> }.into_any(),
        LoadState::Loaded => view().now_or_never().and_then(Result::ok).unwrap_or_else(|| ().into_any()),
        LoadState::Failed => view! {
            <ErrorNotice error=unavailable() on_retry=fetch/>
            <button type="button" class="button" on:click=|_| page::reload()>"Reload"</button>
        }
        .into_any(),
    };
    content.into_any()
}

/// A new version has other modules, and replaces those of the old one. Drafts survive a reload.
fn unavailable() -> ApiError {
    ApiError::local(
        "This page could not be loaded. If Docket was updated meanwhile, reload: what you typed is kept.",
    )
}
