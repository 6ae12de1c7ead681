//! On to the next fifty paths, and back.

use docket_wire::ProjectId;
use leptos::prelude::*;

use crate::api::VisitorsAnswer;
use crate::format::number::count;
use crate::format::range::VisitorsView;
use crate::paths::Page;

/// Which paths are shown, and links to those before and after.
#[component]
pub(crate) fn Pager(project: ProjectId, view_now: VisitorsView, found: VisitorsAnswer) -> impl IntoView {
    let first = found.asked.offset + 1;
    let rows = found.page.visitors.len() as u64;
    let shown = (rows > 0).then(|| format!("Paths {} to {}", count(first), count(first + rows - 1)));
    let step = |is_there: bool, page: u32, name: &'static str| {
        // A link without a target is what HTML has for a step that cannot be taken.
        let href = is_there.then(|| Page::Visitors(&project, &VisitorsView { page, ..view_now }).to_string());
        let disabled = (!is_there).then_some("true");
        view! { <a class="button" role="link" href=href aria-disabled=disabled>{name}</a> }
    };
    view! {
        <nav class="pager" aria-label="Pages of paths">
            <p>{shown}</p>
            {step(view_now.page > 1, view_now.page.saturating_sub(1), "Previous")}
            {step(found.page.has_more, view_now.page.saturating_add(1), "Next")}
        </nav>
    }
}
