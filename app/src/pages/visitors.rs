//! A project's visitor figures. What is shown is in the URL.

use docket_wire::ProjectId;
use jiff::civil::Date;
use leptos::prelude::*;
use leptos_router::hooks::use_query_map;

use super::{NotFound, use_project};
use crate::api::{Budget, VisitorsAnswer};
use crate::components::paths_table::PathsTable;
use crate::components::range_picker::RangePicker;
use crate::components::totals::Totals;
use crate::format::number::{count, counted};
use crate::format::range::{PAGE_ROWS, VisitorsView, utc_day};
use crate::format::time::duration;
use crate::paths::Page;
use crate::state::console::Console;
use crate::ui::{Age, ErrorNotice, Heading, Skeleton};

/// The figures of the project in the address.
#[component]
pub(crate) fn VisitorsPage() -> impl IntoView {
    let project = use_project();
    move || match project.get() {
        Some(project) => view! { <Visitors project=project/> }.into_any(),
        None => view! { <NotFound/> }.into_any(),
    }
}

#[component]
fn Visitors(project: ProjectId) -> impl IntoView {
    let console = Console::here();
    let query = use_query_map();
    let view_now = Memo::new(move |_| query.with(|query| VisitorsView::from_query(|name| query.get(name))));
    let today = Memo::new(move |_| utc_day(console.now_ms.get()));
    let asked = Memo::new(move |_| view_now.get().ok().map(|view| view.asked(today.get())));
    let answer = {
        let project = project.clone();
        LocalResource::new(move || {
            let (project, asked) = (project.clone(), asked.get());
            async move {
                match asked {
                    Some(asked) => Some(console.api.visitors(&project, asked).await),
                    None => None,
                }
            }
        })
    };
    let figures = {
        let project = project.clone();
        move || match (view_now.get(), answer.get().flatten()) {
            (Err(wrong), _) => view! { <p class="notice notice--error" role="alert">{wrong}</p> }.into_any(),
            (Ok(_), Some(Err(error))) => {
                view! { <ErrorNotice error=error on_retry=Callback::new(move |()| answer.refetch())/> }
                    .into_any()
            }
            (Ok(view), Some(Ok(found))) => {
                let is_old = asked.get().as_ref() != Some(&found.asked);
                view! {
                    <div class="figures" class:figures--old=is_old aria-busy=is_old.to_string()>
                        <Figures found=found/>
                        <Pager project=project.clone() view_now=view answer=answer/>
                    </div>
                }
                .into_any()
            }
            (Ok(_), None) => view! { <Skeleton rows=12 label="Loading visitors"/> }.into_any(),
        }
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

type Answer = LocalResource<Option<Result<VisitorsAnswer, crate::api::ApiError>>>;

/// What exactly is asked for, how fresh the answer is, and what asking cost.
#[component]
fn Interval(
    view_now: Memo<Result<VisitorsView, String>>,
    today: Memo<Date>,
    answer: Answer,
) -> impl IntoView {
    let days = Memo::new(move |_| view_now.get().ok().map(|view| view.range.days(today.get())));
    let interval = move || {
        days.get().map(|days| {
            let provisional = days.contains(today.get()).then(|| {
                view! { <span class="interval__today">"includes today, still being counted"</span> }
            });
            view! {
                <span class="interval__exact">{days.interval()}</span>
                <span>{counted(days.count(), "day", "days")} ", both ends included, in UTC"</span>
                {provisional}
            }
        })
    };
    let found = move || answer.get().flatten().and_then(Result::ok);
    view! {
        <div class="interval">
            <p class="interval__what">{interval}</p>
            <p class="interval__asked">
                {move || found().map(|found| {
                    view! { <span>"Figures from " <Age at=docket_wire::UnixMs(found.as_of_ms)/></span> }
                })}
                {move || found().and_then(|found| found.budget).map(|budget| view! { <BudgetLeft budget=budget/> })}
            </p>
        </div>
    }
}

#[component]
fn BudgetLeft(budget: Budget) -> impl IntoView {
    let reset = budget.reset_s.filter(|_| budget.remaining == 0).and_then(|s| i64::try_from(s).ok());
    view! {
        <span class="budget" class:budget--spent=budget.remaining == 0>
            {count(budget.remaining)} " of " {count(budget.limit)} " requests left this hour"
            {reset.map(|s| format!(", next in {}", duration(s.saturating_mul(1000))))}
        </span>
    }
}

#[component]
fn Figures(found: VisitorsAnswer) -> impl IntoView {
    let is_empty = found.page.visitors.is_empty();
    view! {
        <section aria-label="Totals"><Totals totals=found.page.totals/></section>
        {if is_empty {
            view! { <p class="empty">"No visits to any path on this page of the range."</p> }.into_any()
        } else {
            view! { <PathsTable page=found.page/> }.into_any()
        }}
    }
}

/// On to the next fifty paths, and back.
#[component]
fn Pager(project: ProjectId, view_now: VisitorsView, answer: Answer) -> impl IntoView {
    let found = move || answer.get().flatten().and_then(Result::ok);
    let has_more = found().is_some_and(|found| found.page.has_more);
    let rows = found().map_or(0, |found| found.page.visitors.len() as u64);
    let first = u64::from(view_now.page - 1) * u64::from(PAGE_ROWS) + 1;
    let step = |is_there: bool, page: u32, name: &'static str| {
        if is_there {
            let href = Page::Visitors(&project, &VisitorsView { page, ..view_now }).to_string();
            view! { <a class="button" href=href>{name}</a> }.into_any()
        } else {
            view! { <span class="button" aria-disabled="true">{name}</span> }.into_any()
        }
    };
    view! {
        <nav class="pager" aria-label="Pages of paths">
            <p>{(rows > 0).then(|| format!("Paths {} to {}", count(first), count(first + rows - 1)))}</p>
            {step(view_now.page > 1, view_now.page.saturating_sub(1), "Previous")}
            {step(has_more, view_now.page.saturating_add(1), "Next")}
        </nav>
    }
}
