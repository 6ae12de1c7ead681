//! The sessions of a person, loaded, with a way to end them.

use docket_wire::{CallerName, Sessions};
use leptos::prelude::*;

use super::end_sessions::{EndButton, EndTarget};
use super::session_table::SessionTable;
use crate::browser::focus;
use crate::components::loaded::Loaded;
use crate::state::console::{Console, use_console};
use crate::state::fetched::Fetched;
use crate::texts::auth::sessions as texts;
use crate::ui::Skeleton;

/// The sessions of a person or, without a name, one's own. `on_loaded` learns how many there are, and `none` is shown
/// instead of an empty list.
#[component]
pub(crate) fn SessionList(
    person: Option<CallerName>,
    none: &'static str,
    on_loaded: Callback<usize>,
) -> impl IntoView {
    let Console { api, live_region, .. } = use_console();
    // An admin may have the lists of several people open.
    let id = format!("sessions-of-{}", person.as_ref().map_or("me", |person| person.0.as_str()));
    let own = format!("[id={}]", focus::quoted(&id));
    let fetched = {
        let person = person.clone();
        Fetched::once(move || {
            let person = person.clone();
            async move { api.sessions(person.as_ref()).await }
        })
    };
    let has_ended = StoredValue::new(false);
    let on_ended = Callback::new(move |()| {
        has_ended.set_value(true);
        // A screen reader announces the same words again only after others.
        live_region.set(String::new());
        fetched.refetch();
    });
    let loaded = Memo::new(move |_| Some(fetched.get()?.1.ok()?.sessions));
    Effect::new(move || {
        fetched.get();
        if let Some(sessions) = loaded.get() {
            on_loaded.run(sessions.len());
            if has_ended.get_value() {
                has_ended.set_value(false);
                live_region.set(texts::SESSION_ENDED.to_owned());
                // The button went away with its session.
                focus::move_if_on("body", vec![format!("{own} .records__frame"), own.clone()]);
            }
        }
    });
    let sessions = Memo::new(move |_| loaded.get().unwrap_or_default());
    let has_sessions = Memo::new(move |_| sessions.with(|sessions| !sessions.is_empty()));
    let end_all = move || {
        let others = sessions.with(|sessions| sessions.iter().filter(|session| !session.current).count());
        let is_own = others < sessions.with(Vec::len);
        // The session of the request continues.
        let (text, label) = match &person {
            Some(person) if !is_own => (texts::END_ALL, texts::end_all_of(&person.0)),
            _ => (texts::END_ALL_OTHERS, texts::END_ALL_OTHERS.to_owned()),
        };
        let target = EndTarget::AllOf(person.clone());
        (others > 1 || is_own && others > 0).then(|| {
            view! { <p class="list-row"><EndButton text=text label=label target=target on_ended=on_ended/></p> }
        })
    };
    let empty =
        move |loaded: Sessions| loaded.sessions.is_empty().then(|| view! { <p class="empty">{none}</p> });
    view! {
        <div class="sessions" id=id tabindex="-1">
            <Show when=move || has_sessions.get()>
                <SessionTable sessions=sessions on_ended=on_ended/>
                {end_all.clone()}
            </Show>
            <Loaded fetched=fetched fallback=|| view! { <Skeleton rows=2 label=texts::LOADING_SESSIONS/> } children=empty/>
        </div>
    }
}
