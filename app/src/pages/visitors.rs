//! The visitors of a project. What the page shows is in the URL.

use docket_wire::{ProjectId, RowsQuery, VisitorRow, ZoneName};
use leptos::prelude::*;
use leptos_router::hooks::{use_location, use_navigate};

use crate::api::ApiError;
use crate::browser::{caret, focus, page, zone};
use crate::components::analytics::{DataStatus, PathsSection, RangePicker, TotalsSection, TrendSection};
use crate::components::error_notice::ErrorNotice;
use crate::components::pause_notice::{PauseNotice, Resume};
use crate::format::analytics::{VisitorsView, job_prompt, page_figures, view_of_row};
use crate::paths::{self, Page};
use crate::state::analytics::marks::Marks;
use crate::state::analytics::selection::{Selection, VisitorsRequest};
use crate::state::batch::setup::SetupPage;
use crate::state::batch::stored::BatchPlace;
use crate::state::console::Console;
use crate::state::fetched::Fetched;
use crate::state::templates::page_context::PageContext;
use crate::texts::analytics::head as texts;
use crate::texts::general;
use crate::ui::Heading;

const MINUTE_MS: i64 = 60_000;

/// The visitors of a project.
#[component]
pub(crate) fn VisitorsPage(project: ProjectId) -> impl IntoView {
    let console = Console::here();
    let search = use_location().search;
    let view = Memo::new(move |_| {
        search.with(|search| VisitorsView::from_query(|name| paths::parameter(search, name)))
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
        Ok(VisitorsRequest { span: view.span(today)?, compare: view.compare, rows: view.rows })
    });
    let request = Memo::new(move |_| parsed.get().ok());
    let project = StoredValue::new(project);
    let navigate = use_navigate();
    let navigate = Callback::new(move |(path, options): (String, _)| navigate(&path, options));
    // Adds a prompt to the composer of new jobs, which keeps what is written there already.
    let on_new_job = Callback::new(move |row: VisitorRow| {
        let span = request.with_untracked(|request| request.as_ref().map(|request| request.span.clone()));
        let Some(span) = span else { return };
        let project = project.get_value();
        let link = Page::Figures(&project, &view_of_row(&row, &span)).to_string();
        let link = page::absolute(&link);
        let draft = job_prompt(&row, &span, &link);
        console.composer(&project, None).restore(&draft);
        let figures = page_figures(&row, &span, &link);
        let context =
            PageContext { project: project.clone(), page: row.path.clone(), figures, draft: draft.clone() };
        console.for_page.set_value(Some(context));
        navigate.run((Page::Jobs(&project).to_string(), Default::default()));
        focus::move_soon("#prompt");
        // The frame runs this after the callback that moves the focus.
        caret::move_behind_first_line_soon(draft);
    });
    let (budget, selected) = (RwSignal::new(None), RwSignal::new(Vec::<VisitorRow>::new()));
    let on_new_jobs = Callback::new(move |()| {
        let span = request.with_untracked(|request| request.as_ref().map(|request| request.span.clone()));
        let Some(span) = span else { return false };
        let project = project.get_value();
        let person = console.auth.person_now();
        let of_row = |row: &VisitorRow| {
            let link = page::absolute(&Page::Figures(&project, &view_of_row(row, &span)).to_string());
            SetupPage { path: row.path.clone(), figures: page_figures(row, &span, &link), edited: None }
        };
        let pages = selected.with_untracked(|rows| rows.iter().map(of_row).collect());
        let place = BatchPlace::new(&person, &project);
        let mut setup = place.setup();
        setup.add(pages);
        let is_stored = place.save_setup(&setup);
        if is_stored {
            navigate.run((Page::Batch(&project).to_string(), Default::default()));
        }
        is_stored
    });
    let selection = Selection {
        console,
        project,
        view,
        today,
        request,
        budget,
        days_loading: RwSignal::new(None),
        navigate,
        on_new_job,
        selected,
        on_new_jobs,
    };
    // The totals do not depend on the filter and order of the paths.
    let totals_request = Memo::new(move |_| {
        request.get().map(|request| VisitorsRequest { rows: RowsQuery::default(), ..request })
    });
    let summary = Fetched::new(totals_request, move |request: VisitorsRequest| {
        let project = project.get_value();
        async move {
            let summary = console.api.summary(&project, &request.span, request.compare).await;
            match &summary {
                Ok(summary) => selection.note_budget(summary.budget),
                // A failure has no budget, and the reason may be a pause.
                Err(_) => selection.refresh_budget(&project).await,
            }
            summary
        }
    });
    let marks = Marks::new(selection);
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
    let problem = move || invalid.get().map(|error| view! { <ErrorNotice error=ApiError::local(error)/> });
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
            <TrendSection selection=selection marks=marks/>
            <PathsSection selection=selection marks=marks/>
        </Show>
    }
}
