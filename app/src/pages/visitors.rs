//! A project's visitor figures. What is shown is in the URL.

use docket_wire::{ProjectId, Summary, ZoneName};
use leptos::prelude::*;
use leptos_router::hooks::{use_location, use_navigate};

use crate::api::ApiError;
use crate::browser::zone;
use crate::components::visitors::choice::{Asked, Choice};
use crate::components::visitors::interval::Interval;
use crate::components::visitors::paths::Paths;
use crate::components::visitors::range_picker::RangePicker;
use crate::components::visitors::totals::Totals;
use crate::components::visitors::trend::TrendSection;
use crate::format::range::VisitorsView;
use crate::paths;
use crate::state::console::Console;
use crate::state::fetched::Fetched;
use crate::ui::{ErrorNotice, Heading, Skeleton, flag, part};

const MINUTE_MS: i64 = 60_000;

/// The figures of one project.
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
    // What is wrong with the address, or what it asks for.
    let understood = Memo::new(move |_| -> Result<Asked, String> {
        let view = view.get()?;
        let today =
            today.get().ok_or_else(|| format!("This browser does not know the time zone {}.", view.zone))?;
        Ok(Asked { span: view.span(today)?, compare: view.compare, rows: view.rows })
    });
    let asked = Memo::new(move |_| understood.get().ok());
    let navigate = use_navigate();
    let choice = Choice {
        console,
        project: StoredValue::new(project),
        view,
        today,
        asked,
        budget: RwSignal::new(None),
        go: Callback::new(move |(path, options): (String, _)| navigate(&path, options)),
    };
    // Rows have a life of their own.
    let figures = Memo::new(move |_| asked.get().map(|asked| Asked { rows: Default::default(), ..asked }));
    let summary = Fetched::new(figures, move |asked: Asked| {
        let project = choice.project.get_value();
        async move {
            let found = console.api.summary(&project, &asked.span, asked.compare).await?;
            choice.note_budget(found.budget);
            Ok(found)
        }
    });
    let wrong = Memo::new(move |_| understood.get().err());
    let is_right = Memo::new(move |_| wrong.with(Option::is_none));
    let shown = part(move || {
        if !is_right.get() {
            return wrong.get().map(|wrong| view! { <ErrorNotice error=ApiError::local(wrong)/> }).into_any();
        }
        view! {
            <TotalsSection summary=summary/>
            <TrendSection choice=choice/>
            <Paths choice=choice/>
        }
        .into_any()
    });
    view! {
        <div class="visitors-head">
            <Heading name="Visitors"/>
            <RangePicker choice=choice/>
        </div>
        <Interval choice=choice summary=summary/>
        {shown}
    }
}

#[component]
fn TotalsSection(summary: Fetched<Asked, Summary>) -> impl IntoView {
    let totals = part(move || match summary.get() {
        None => view! { <Skeleton rows=2 label="Loading totals" is_paths=true/> }.into_any(),
        Some((_, Err(error))) => {
            view! { <ErrorNotice error=error on_retry=Callback::new(move |()| summary.again())/> }.into_any()
        }
        Some((_, Ok(found))) => view! { <Totals summary=found/> }.into_any(),
    });
    view! {
        <section aria-label="Totals" class="figures" class:figures--old=flag(move || summary.is_old())>
            {totals}
        </section>
    }
}
