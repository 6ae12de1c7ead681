//! The visitors of a project. What the page shows is in the URL.

use docket_wire::{ProjectId, RowsQuery, ZoneName};
use leptos::prelude::*;
use leptos_router::hooks::{use_location, use_navigate};
use leptos_router::location::Location;

use crate::browser::zone;
use crate::components::analytics::{DataStatus, RangePicker, TotalsSection, days_and_paths};
use crate::components::deferred::Deferred;
use crate::components::pause_notice::{PauseNotice, Resume};
use crate::format::analytics::VisitorsView;
use crate::paths::{self, Page};
use crate::state::analytics::last_view::{first_view, last_view, record_view};
use crate::state::analytics::selected_rows::{storage_key, stored_rows};
use crate::state::analytics::selection::{Selection, VisitorsRequest};
use crate::state::console::use_console;
use crate::state::fetched::Fetched;
use crate::texts::analytics::head as texts;
use crate::texts::general;
use crate::ui::Heading;

const MINUTE_MS: i64 = 60_000;

/// The visitors of a project.
#[component]
pub(crate) fn VisitorsPage(project: ProjectId) -> impl IntoView {
    let (selection, parsed) = selection_of_url(project);
    let Selection { console, project, request, .. } = selection;
    // The totals do not depend on the filter and order of the paths.
    let totals_request = Memo::new(move |_| {
        request.get().map(|request| VisitorsRequest { rows: RowsQuery::default(), ..request })
    });
    let summary = Fetched::new(totals_request, move |request: VisitorsRequest| {
        let project = project.get_value();
        async move {
            let summary = console.api.summary(&project, &request.span, request.compare).await;
            match &summary {
                Ok(summary) => selection.record_budget(summary.budget),
                // Nothing would respond to this either.
                Err(error) if error.is_network() => {}
                // A failure has no budget, and the reason may be a pause.
                Err(_) => selection.refresh_budget(&project).await,
            }
            summary
        }
    });
    let paused_until = Signal::derive(move || selection.budget.get()?.paused_until);
    let on_resume = Callback::new(move |()| -> Resume {
        let project = project.get_value();
        Box::pin(async move {
            console.api.resume_visitors(&project).await?;
            selection.refresh_budget(&project).await;
            summary.refetch();
            Ok(())
        })
    });
    let invalid = Memo::new(move |_| parsed.get().err());
    let is_valid = move || invalid.with(Option::is_none);
    let problem = move || {
        let sentence = invalid.get()?;
        let plain = selection.href(&VisitorsView::default());
        Some(view! {
            <div class="notice notice--error" role="alert">
                <p class="notice__text">{sentence} " " <a href=plain>{general::CLEAR_FILTER}</a></p>
            </div>
        })
    };
    view! {
        <div class="visitors-head">
            <Heading name=general::VISITORS/>
            <RangePicker selection=selection/>
        </div>
        <DataStatus selection=selection summary=summary/>
        <PauseNotice
            until=paused_until
            effect=texts::PAUSE_EFFECT
            on_resume=on_resume
            may_resume=true
        />
        <Show when=is_valid fallback=move || problem>
            <TotalsSection summary=summary/>
            <Deferred>{days_and_paths(selection)}</Deferred>
        </Show>
    }
}

/// What the URL selects, or a sentence about what is wrong with it. A URL without a query gets the view that was open
/// last when the page opens, and on the page itself what it shows at first.
fn selection_of_url(project: ProjectId) -> (Selection, Memo<Result<VisitorsRequest, String>>) {
    let console = use_console();
    let Location { search, pathname, .. } = use_location();
    let is_without_days = search.with_untracked(String::is_empty);
    // Until the URL has them.
    let last = RwSignal::new(is_without_days.then(|| last_view(&project)).flatten());
    let view = Memo::new(move |_| match last.get() {
        Some(view) => Ok(view),
        None if search.with(String::is_empty) => Ok(first_view().unwrap_or_default()),
        None => search.with(|search| VisitorsView::from_query(|name| paths::parameter(search, name))),
    });
    let minute = Memo::new(move |_| console.now_ms.get() / MINUTE_MS);
    let today = Memo::new(move |_| {
        let zone =
            view.with(|view| view.as_ref().map(|view| view.zone.clone()).unwrap_or_else(|_| ZoneName::utc()));
        zone::today(minute.get() * MINUTE_MS, &zone)
    });
    let parsed = Memo::new(move |_| -> Result<VisitorsRequest, String> {
        let view = view.get()?;
        let today = today.get().ok_or_else(|| texts::unsupported_zone(view.zone.as_str()))?;
        VisitorsRequest::of(view, today)
    });
    let request = Memo::new(move |_| parsed.get().ok());
    let project = StoredValue::new(project);
    let navigate = use_navigate();
    let navigate = Callback::new(move |(path, options): (String, _)| navigate(&path, options));
    let rows_key = project.with_value(|project| storage_key(&console.auth.person_untracked(), project));
    let selection = Selection {
        console,
        project,
        view,
        today,
        request,
        budget: RwSignal::new(None),
        navigate,
        selected: RwSignal::new(stored_rows(&rows_key)),
        is_selection_full: RwSignal::new(false),
    };
    selection.store_rows(rows_key);
    // The URL may be that of the next page already.
    let is_own = move || {
        let own = project.with_value(|project| Page::Visitors(project).to_string());
        pathname.with_untracked(|path| *path == own)
    };
    Effect::new(move || {
        if !search.with(String::is_empty) {
            return last.set(None);
        }
        let view = selection.view_untracked();
        if is_own() && view != VisitorsView::default() {
            selection.replace(&view);
        }
    });
    Effect::new(move || {
        let view = view.get();
        if let Some(view) = view.ok().filter(|_| is_own()) {
            project.with_value(|project| record_view(project, &view));
        }
    });
    (selection, parsed)
}
