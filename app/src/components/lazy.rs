//! Pages, and parts of them, whose code is loaded when a person first opens them.

use std::future::Future;

use futures::FutureExt as _;
use futures::future::LocalBoxFuture;
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
    lazy_part(8, load, view)
}

/// What stands in place of a part that is not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Placeholder {
    /// Rows while it is loading, and an error if it cannot be loaded.
    Rows(usize),
    /// Nothing, also if it cannot be loaded.
    Nothing,
}

/// A part in a split module that shows nothing itself, and that the page can do without.
pub(crate) fn silent_part<Load, View>(
    load: impl Fn() -> Load + Copy + Send + Sync + 'static,
    view: impl Fn() -> View + Send + Sync + 'static,
) -> AnyView
where
    Load: Future<Output = Result<(), SplitLoaderError>> + 'static,
    View: Future<Output = Result<AnyView, SplitLoaderError>>,
{
    part(Placeholder::Nothing, load, view)
}

/// A part of a page in a split module, with so many rows as a placeholder.
pub(crate) fn lazy_part<Load, View>(
    rows: usize,
    load: impl Fn() -> Load + Copy + Send + Sync + 'static,
    view: impl Fn() -> View + Send + Sync + 'static,
) -> AnyView
where
    Load: Future<Output = Result<(), SplitLoaderError>> + 'static,
    View: Future<Output = Result<AnyView, SplitLoaderError>>,
{
    part(Placeholder::Rows(rows), load, view)
}

fn part<Load, View>(
    placeholder: Placeholder,
    load: impl Fn() -> Load + Copy + Send + Sync + 'static,
    view: impl Fn() -> View + Send + Sync + 'static,
) -> AnyView
where
    Load: Future<Output = Result<(), SplitLoaderError>> + 'static,
    View: Future<Output = Result<AnyView, SplitLoaderError>>,
{
    let load = move || load().map(|loaded| loaded.is_ok()).boxed_local();
    let view = move || view().now_or_never().and_then(Result::ok);
    loader(placeholder, Box::new(load), Box::new(view))
}

/// Not generic, so that it is compiled once.
fn loader(
    placeholder: Placeholder,
    load: Box<dyn Fn() -> LocalBoxFuture<'static, bool> + Send + Sync>,
    view: Box<dyn Fn() -> Option<AnyView> + Send + Sync>,
) -> AnyView {
    let state = RwSignal::new(LoadState::Loading);
    let fetch = Callback::new(move |()| {
        state.set(LoadState::Loading);
        let loading = load();
        spawn_local(async move {
            let is_loaded = loading.await;
            // The person may have left the page meanwhile.
            state.try_set(if is_loaded { LoadState::Loaded } else { LoadState::Failed });
            // The focus belongs to the page, not to a part of it.
            if !matches!(placeholder, Placeholder::Rows(0) | Placeholder::Nothing) {
                page::focus_late_page();
            }
        });
    });
    fetch.run(());
    let content = move || match state.get() {
        LoadState::Loaded => view().unwrap_or_else(|| ().into_any()),
        LoadState::Loading | LoadState::Failed if placeholder == Placeholder::Nothing => ().into_any(),
        LoadState::Loading => match placeholder {
            Placeholder::Rows(rows) if rows != 0 => {
                view! { <Skeleton rows=rows label="Loading the page"/> }.into_any()
            }
            _ => ().into_any(),
        },
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
    ApiError::local(if page::is_online() {
        "This page could not be loaded. If Docket was updated meanwhile, reload: what you typed is kept."
    } else {
        "You are offline, and this page is not loaded yet. What you typed is kept."
    })
}
