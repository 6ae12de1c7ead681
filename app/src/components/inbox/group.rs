//! A group of the inbox: a headed list.

use docket_wire::{InboxItem, InboxSubject, ProjectId};
use leptos::prelude::*;

use super::item::Item;
use crate::format::number::count;
use crate::paths::Page;
use crate::state::inbox::items::{InboxItems, ShownGroup};
use crate::texts::inbox as texts;

/// The items of a group. `empty` says what would be there.
#[component]
pub(crate) fn GroupSection(
    project: ProjectId,
    items: InboxItems,
    group: ShownGroup,
    heading: &'static str,
    empty: &'static str,
) -> impl IntoView {
    let id = match group {
        ShownGroup::NeedsYou => "inbox-needs-you",
        ShownGroup::Ended => "inbox-ended",
        ShownGroup::Running => "inbox-running",
    };
    let subjects = items.subjects(group);
    let is_empty = Memo::new(move |_| subjects.with(Vec::is_empty));
    let has_more = Memo::new(move |_| {
        items.inbox().with(|inbox| inbox.as_ref().is_some_and(|inbox| group.of(inbox).has_more))
    });
    let unread = Memo::new(move |_| {
        let is_unread = |item: &&InboxItem| !item.read;
        items.inbox().with(|inbox| {
            inbox.as_ref().map_or(0, |inbox| group.of(inbox).items.iter().filter(is_unread).count() as u64)
        })
    });
    let all = Page::Jobs(&project).to_string();
    let row = move |subject: InboxSubject| {
        view! { <Item project=project.clone() items=items group=group subject=subject/> }
    };
    view! {
        <section class="inbox__group" aria-labelledby=id>
            <div class="inbox__group-head">
                <h2 id=id>{heading}</h2>
                <span class="inbox__unread">{move || (unread.get() > 0).then(|| texts::unread(&count(unread.get())))}</span>
            </div>
            <Show when=move || !is_empty.get() fallback=move || view! { <p class="inbox__empty">{empty}</p> }>
                <ul class="inbox__list" role="list" aria-labelledby=id>
                    <For each=move || subjects.get() key=InboxSubject::clone children=row.clone()/>
                </ul>
            </Show>
            <Show when=move || has_more.get()>
                <p class="inbox__empty">{texts::THESE_ARE_THE_NEWEST} <a href=all.clone()>{texts::SEE_ALL_JOBS}</a></p>
            </Show>
        </section>
    }
}
