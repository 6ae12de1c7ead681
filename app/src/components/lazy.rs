//! Pages, and parts of them, whose code is loaded when a person first opens them.

use std::future::Future;

use futures::FutureExt as _;
use futures::future::LocalBoxFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_split_helpers::SplitLoaderError;

use super::error_notice::ErrorNotice;
use crate::api::ApiError;
use crate::browser::{focus, page};
use crate::texts::auth::sign_in;
use crate::texts::{errors, general, shell};
use crate::ui::{ChartSkeleton, Heading, Skeleton, VisitorsSkeleton};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ModuleState {
    Loading,
    Loaded,
    Failed,
}

/// The role of a part in its page. It decides what the page shows while the part is not loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PartRole {
    /// The page itself: rows while it is loading, and an error if it cannot be loaded.
    Page,
    /// The page of visitors: its placeholder has totals and a chart instead of rows.
    VisitorsPage,
    /// A part that people look for: an error if it cannot be loaded.
    Part,
    /// A dialog: an error if it cannot be loaded, and it opens only for a person.
    Dialog,
    /// A page without the frame of the others: a line while it is loading, and an error if it cannot be loaded.
    Standalone,
    /// A part that begins with a chart, for which it has a placeholder.
    Chart,
    /// A part that the page can do without: nothing.
    Extra,
}

impl PartRole {
    fn is_page(self) -> bool {
        matches!(self, Self::Page | Self::VisitorsPage)
    }
}

/// A page, or a part of one, in a split module. `load` fetches the module unless it is loaded; after that, the future of
/// `view` is ready at once.
pub(crate) fn lazy<Load, View>(
    role: PartRole,
    load: impl Fn() -> Load + Copy + Send + Sync + 'static,
    view: impl Fn() -> View + Send + Sync + 'static,
) -> AnyView
where
    Load: Future<Output = Result<(), SplitLoaderError>> + 'static,
    View: Future<Output = Result<AnyView, SplitLoaderError>>,
{
    let load = move || load().map(|loaded| loaded.is_ok()).boxed_local();
    let view = move || view().now_or_never().and_then(Result::ok);
    loader(role, Box::new(load), Box::new(view))
}

/// Not generic, so that it is compiled once.
fn loader(
    role: PartRole,
    load: Box<dyn Fn() -> LocalBoxFuture<'static, bool> + Send + Sync>,
    view: Box<dyn Fn() -> Option<AnyView> + Send + Sync>,
) -> AnyView {
    let state = RwSignal::new(ModuleState::Loading);
    let fetch = Callback::new(move |()| {
        // The heading of the failure goes away with the focus.
        let has_failed = state.get_untracked() == ModuleState::Failed;
        state.set(ModuleState::Loading);
        let loading = load();
        spawn_local(async move {
            let is_loaded = loading.await;
            // The person may have left the page meanwhile.
            state.try_set(if is_loaded { ModuleState::Loaded } else { ModuleState::Failed });
            // The focus belongs to the page, not to a part of it.
            if role.is_page() {
                focus::move_to_late_page();
                if has_failed {
                    focus::move_if_on("body", vec!["h1".to_owned()]);
                }
            }
        });
    });
    fetch.run(());
    let listener = window_event_listener(leptos::ev::online, move |_| {
        if role != PartRole::Dialog && state.try_get_untracked() == Some(ModuleState::Failed) {
            fetch.try_run(());
        }
    });
    on_cleanup(move || listener.remove());
    let content = move || match state.get() {
        ModuleState::Loaded => view().unwrap_or_else(|| ().into_any()),
        ModuleState::Loading if role == PartRole::Page => {
            view! { <Skeleton rows=8 label=shell::LOADING_THE_PAGE/> }.into_any()
        }
        ModuleState::Loading if role == PartRole::VisitorsPage => {
            view! { <VisitorsSkeleton label=shell::LOADING_THE_PAGE/> }.into_any()
        }
        ModuleState::Loading if role == PartRole::Chart => {
            view! { <ChartSkeleton label=shell::LOADING_THE_PAGE/> }.into_any()
        }
        ModuleState::Loading if role == PartRole::Standalone => view! { <LoadingDocket/> }.into_any(),
        ModuleState::Loading => ().into_any(),
        ModuleState::Failed if role == PartRole::Extra => ().into_any(),
        ModuleState::Failed => {
            let heading = role.is_page().then(|| view! { <Heading name=shell::PAGE_NOT_LOADED/> });
            view! { {heading} {unavailable(fetch)} }.into_any()
        }
    };
    content.into_any()
}

/// Docket is on its way: its first response, or its sign-in page.
#[component]
pub(crate) fn LoadingDocket() -> impl IntoView {
    view! { <p class="loading" role="status">{sign_in::LOADING_DOCKET}</p> }
}

/// Says why a module did not load. While the browser is offline, the app requests the module again later. Otherwise, a new version
/// may have replaced the modules of this one: then the person reloads the page, which keeps drafts.
fn unavailable(fetch: Callback<()>) -> AnyView {
    if !page::is_online() {
        return view! { <ErrorNotice error=ApiError::local(errors::OFFLINE) on_retry=fetch/> }.into_any();
    }
    view! {
        <div class="notice notice--error" role="alert">
            <p class="notice__text">{errors::PAGE_NOT_LOADED}</p>
            <button type="button" class="button" on:click=|_| page::reload()>{general::RELOAD}</button>
        </div>
    }
    .into_any()
}
