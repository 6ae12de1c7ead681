//! Which days: presets as links, and two fields for any others.

use docket_wire::ProjectId;
use leptos::html::Input;
use leptos::prelude::*;
use leptos_router::hooks::use_navigate;

use crate::format::date::Day;
use crate::format::range::{Preset, Range, VisitorsView, read_days};
use crate::paths::Page;
use crate::ui::{given, text};

/// The choice of days. All of it ends up in the URL.
#[component]
pub(crate) fn RangePicker(
    project: ProjectId,
    view_now: Memo<Result<VisitorsView, String>>,
    today: Memo<Day>,
) -> impl IntoView {
    let chosen = Memo::new(move |_| view_now.get().ok().map(|view| view.range));
    let preset = {
        let project = project.clone();
        move |preset: Preset| {
            let range = Range::Preset(preset);
            let href = Page::Visitors(&project, &VisitorsView { range, page: 1 }).to_string();
            let is_chosen = given("true", move || chosen.get() == Some(range));
            view! { <a class="preset" href=href aria-current=is_chosen>{preset.label()}</a> }
        }
    };
    view! {
        <div class="range">
            <nav class="presets" aria-label="Date range">{Preset::ALL.map(preset).collect_view()}</nav>
            <CustomDays project=project chosen=chosen today=today/>
        </div>
    }
}

#[component]
fn CustomDays(project: ProjectId, chosen: Memo<Option<Range>>, today: Memo<Day>) -> impl IntoView {
    let navigate = use_navigate();
    let (from_field, to_field) = (NodeRef::<Input>::new(), NodeRef::<Input>::new());
    let error = RwSignal::new(None::<String>);
    let days = Memo::new(move |_| chosen.get().unwrap_or(VisitorsView::default().range).days(today.get()));
    let show = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let (Some(from), Some(to)) = (from_field.get_untracked(), to_field.get_untracked()) else { return };
        match read_days(&from.value(), &to.value()) {
            Ok(range) => {
                error.set(None);
                let page = Page::Visitors(&project, &VisitorsView { range, page: 1 });
                navigate(&page.to_string(), Default::default());
            }
            Err(wrong) => error.set(Some(wrong)),
        }
    };
    view! {
        <form class="days" aria-label="Custom range" novalidate on:submit=show>
            <label class="days__field">
                <span>"From"</span>
                <input type="date" node_ref=from_field prop:value=text(move || days.get().from.to_string()) aria-describedby="days-error"/>
            </label>
            <label class="days__field">
                <span>"To"</span>
                <input type="date" node_ref=to_field prop:value=text(move || days.get().to.to_string()) aria-describedby="days-error"/>
            </label>
            <button type="submit" class="button">"Show"</button>
            <p class="days__error" id="days-error" role="alert">{error}</p>
        </form>
    }
}
