//! The entries of an audit log, with the filters above them and the earlier pages below.

use std::collections::BTreeSet;

use docket_wire::{AuditPage, AuditQuery, InvalidParameter, ProjectId};
use leptos::prelude::*;
use leptos_router::hooks::use_location;

use super::filters::{AuditFilters, focus_author};
use super::table::AuditTable;
use crate::api::ApiError;
use crate::components::error_notice::{ErrorNotice, RequestError};
use crate::components::load_more::LoadMoreButton;
use crate::paths::{self, Endpoint, Page};
use crate::state::audit::AuditPages;
use crate::texts::{audit as texts, general};
use crate::ui::Skeleton;

/// The parameters of the page.
const NAMES: [&str; 5] = ["author", "action", "refused", "atSince", "atUntil"];

/// What stands below the filters.
#[derive(Clone, PartialEq)]
enum ListShown {
    Loading,
    Failed(ApiError),
    /// No entry matches, or there is none yet.
    Nothing,
    Entries,
}

/// The audit log of a project or, without one, of what belongs to none. The URL has its filters.
#[component]
pub(crate) fn AuditList(
    #[prop(optional)] project: Option<ProjectId>,
    /// Notified when the person did something on the page that the log records.
    #[prop(optional)]
    changed: Option<Trigger>,
) -> impl IntoView {
    let search = use_location().search;
    let query = Memo::new(move |_| search.with(|search| read(search)));
    let pages = AuditPages::new(project.clone(), Memo::new(move |_| query.get().ok()));
    Effect::new(move |has_run: Option<()>| {
        if let Some(changed) = changed {
            changed.track();
        }
        if has_run.is_some() {
            pages.reload();
        }
    });
    // The names stay when a filter leaves their entries out, so that a person can change to another one.
    let authors = Memo::new(move |before: Option<&BTreeSet<String>>| {
        let mut authors = before.cloned().unwrap_or_default();
        pages.shown.with(|shown| {
            if let Some(Ok(AuditPage { entries, .. })) = shown {
                authors.extend(
                    entries.iter().filter_map(|entry| entry.author.as_ref()).map(ToString::to_string),
                );
            }
        });
        authors
    });
    let plain = Page::Audit(project.as_ref(), &AuditQuery::default()).to_string();
    let invalid = {
        let plain = plain.clone();
        move || {
            query.with(Result::is_err).then(|| {
                view! {
                    <div class="notice notice--error" role="alert">
                        <p class="notice__text">{general::INVALID_FILTER} {clear_link(plain.clone())}</p>
                    </div>
                }
            })
        }
    };
    view! {
        <AuditFilters project=project.clone() query=query authors=authors/>
        {invalid}
        <Entries project=project.clone() query=query pages=pages plain=plain/>
        <BelowEntries project=project query=query pages=pages/>
    }
}

/// The entries, or what is shown instead of them. `plain` is the path without filters.
#[component]
fn Entries(
    project: Option<ProjectId>,
    query: Memo<Result<AuditQuery, InvalidParameter>>,
    pages: AuditPages,
    plain: String,
) -> impl IntoView {
    let has_filter = Memo::new(move |_| query.with(|query| *query != Ok(AuditQuery::default())));
    let entries = Signal::derive(move || {
        pages.shown.get().and_then(Result::ok).map(|page| page.entries).unwrap_or_default()
    });
    let list = Memo::new(move |_| {
        pages.shown.with(|shown| match shown {
            None => ListShown::Loading,
            Some(Err(error)) => ListShown::Failed(error.clone()),
            Some(Ok(page)) if page.entries.is_empty() => ListShown::Nothing,
            Some(Ok(_)) => ListShown::Entries,
        })
    });
    move || match list.get() {
        ListShown::Loading => view! { <Skeleton rows=8 label=texts::LOADING_ENTRIES/> }.into_any(),
        ListShown::Failed(error) => {
            view! { <ErrorNotice error=error on_retry=Callback::new(move |()| pages.reload())/> }.into_any()
        }
        ListShown::Nothing => nothing(has_filter.get(), plain.clone(), project.as_ref()),
        ListShown::Entries => view! { <AuditTable entries=entries project=project.clone()/> }.into_any(),
    }
}

/// The button for earlier entries, and the link to all of them as a file. Both are below the entries, so that they do not move when
/// the entries arrive.
#[component]
fn BelowEntries(
    project: Option<ProjectId>,
    query: Memo<Result<AuditQuery, InvalidParameter>>,
    pages: AuditPages,
) -> impl IntoView {
    let file = move || {
        let mut pairs = query.get().unwrap_or_default().pairs();
        pairs.push(("format", "ndjson".to_owned()));
        Endpoint::Audit(project.as_ref(), &pairs).to_string()
    };
    view! {
        <div class="audit__end" hidden=move || pages.shown.with(Option::is_none)>
            <RequestError request=pages.request()/>
            <Show when=move || pages.has_more()>
                <LoadMoreButton label=general::LOAD_EARLIER is_loading=Signal::derive(move || pages.request().is_pending()) on_load=Callback::new(move |()| pages.load_earlier())/>
            </Show>
            <a href=file download="" aria-keyshortcuts="d" title=general::shortcut("d")>{texts::EXPORT}</a>
        </div>
    }
}

/// The link to the log without filters.
fn clear_link(plain: String) -> impl IntoView {
    view! {
        <a href=plain aria-keyshortcuts="b" title=general::shortcut("b") on:click=focus_author>{general::CLEAR_FILTER}</a>
    }
}

fn read(search: &str) -> Result<AuditQuery, InvalidParameter> {
    let found: Vec<_> =
        NAMES.into_iter().filter_map(|name| Some((name, paths::parameter(search, name)?))).collect();
    AuditQuery::from_pairs(found.iter().map(|(name, value)| (*name, value.as_str())))
}

/// What is shown instead of the entries.
fn nothing(has_filter: bool, plain: String, project: Option<&ProjectId>) -> AnyView {
    if has_filter {
        return view! { <p class="empty" role="status">{texts::NO_ENTRIES_MATCH} {clear_link(plain)}</p> }
            .into_any();
    }
    let start =
        project.map(|project| view! { <a href=Page::Jobs(project).to_string()>{general::START_A_JOB}</a> });
    view! {
        <p class="empty">{texts::NO_ENTRIES_YET} {start}</p>
    }
    .into_any()
}
