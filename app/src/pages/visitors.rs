//! A project's visitor figures. What is shown is in the URL.

use docket_wire::ProjectId;
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::hooks::use_location;

use crate::api::{ApiError, VisitorsAnswer};
use crate::components::interval::Interval;
use crate::components::pager::Pager;
use crate::components::paths_table::PathsTable;
use crate::components::range_picker::RangePicker;
use crate::components::totals::Totals;
use crate::format::date::Day;
use crate::format::range::{Asked, VisitorsView};
use crate::paths;
use crate::state::console::Console;
use crate::ui::{ErrorNotice, Heading, Skeleton, part};

/// The figures of one project.
#[component]
pub(crate) fn VisitorsPage(project: ProjectId) -> impl IntoView {
    let console = Console::here();
    let query = use_location().search;
    let view_now = Memo::new(move |_| {
        query.with(|query| VisitorsView::from_query(|name| paths::parameter(query, name)))
    });
    let today = Memo::new(move |_| Day::at(console.now_ms.get()));
    let asked = Memo::new(move |_| view_now.get().ok().map(|view| view.asked(today.get())));
    let answer = RwSignal::new(None::<Result<VisitorsAnswer, ApiError>>);
    let fetch = {
        let project = project.clone();
        move |wanted: Asked| {
            let project = project.clone();
            spawn_local(async move {
                let found = console.api.visitors(&project, wanted).await;
                // By now the page may have been left, or something else asked for.
                if asked.try_get_untracked() == Some(Some(wanted)) {
                    answer.try_set(Some(found));
                }
            });
        }
    };
    let retry = {
        let fetch = fetch.clone();
        Callback::new(move |()| {
            if let Some(asked) = asked.get_untracked() {
                fetch(asked);
            }
        })
    };
    Effect::new(move || {
        if let Some(asked) = asked.get() {
            fetch(asked);
        }
    });
    let figures = {
        let project = project.clone();
        part(move || match (view_now.get(), answer.get()) {
            (Err(wrong), _) => view! { <ErrorNotice error=ApiError::local(wrong)/> }.into_any(),
            (Ok(_), None) => view! { <Skeleton rows=12 label="Loading visitors" is_paths=true/> }.into_any(),
            (Ok(_), Some(Err(error))) => view! { <ErrorNotice error=error on_retry=retry/> }.into_any(),
            (Ok(view), Some(Ok(found))) => {
                let is_old = asked.get() != Some(found.asked);
                view! { <Figures project=project.clone() view_now=view found=found is_old=is_old/> }
                    .into_any()
            }
        })
    };
    view! {
        <div class="visitors-head">
            <Heading name="Visitors"/>
            <RangePicker project=project view_now=view_now today=today/>
        </div>
        <Interval view_now=view_now today=today answer=answer/>
        {figures}
    }
}

/// The figures that were found; `is_old` while others are on their way.
#[component]
fn Figures(project: ProjectId, view_now: VisitorsView, found: VisitorsAnswer, is_old: bool) -> impl IntoView {
    let pager = view! { <Pager project=project view_now=view_now found=found.clone()/> };
    let table = if found.page.visitors.is_empty() {
        view! { <p class="empty">"No paths were visited here."</p> }.into_any()
    } else {
        view! { <PathsTable page=found.page.clone()/> }.into_any()
    };
    view! {
        <div class="figures" class:figures--old=is_old aria-busy=is_old.to_string()>
            <section aria-label="Totals"><Totals totals=found.page.totals/></section>
            {table}
            {pager}
        </div>
    }
}
