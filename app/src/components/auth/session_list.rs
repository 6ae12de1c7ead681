//! The sessions of a person, loaded, with a way to end them.

use docket_wire::{CallerName, Sessions};
use leptos::prelude::*;

use super::end_sessions::{EndButton, EndTarget};
use super::session_table::SessionTable;
use crate::browser::focus;
use crate::components::loaded::Loaded;
use crate::state::console::Console;
use crate::state::fetched::Fetched;
use crate::texts::auth::sessions as texts;
use crate::ui::Skeleton;

/// The sessions of a person or, without a name, one's own. `on_loaded` learns how many there are, and `none` stands in place
/// of an empty list.
#[component]
pub(crate) fn SessionList(
    person: Option<CallerName>,
    none: &'static str,
    on_loaded: Callback<usize>,
) -> impl IntoView {
    let api = Console::here().api;
    let sessions = {
        let person = person.clone();
        Fetched::once(move || {
            let person = person.clone();
            async move { api.sessions(person.as_ref()).await }
        })
    };
    let has_ended = RwSignal::new(false);
    let on_ended = Callback::new(move |()| {
        has_ended.set(true);
        sessions.refetch();
    });
    Effect::new(move || {
        if let Some((_, Ok(list))) = sessions.get() {
            on_loaded.run(list.sessions.len());
            if has_ended.get_untracked() {
                // The button went away with its session.
                focus::move_if_on("body", vec![".sessions .list-stop".to_owned(), "h1".to_owned()]);
            }
        }
    });
    let list = move |Sessions { sessions, .. }| {
        if sessions.is_empty() {
            return view! { <p class="empty">{none}</p> }.into_any();
        }
        let others = sessions.iter().filter(|session| !session.current).count();
        let is_own = others < sessions.len();
        // The session of the request continues.
        let (words, label) = match &person {
            Some(person) if !is_own => (texts::END_ALL, texts::end_all_of(&person.0)),
            _ => (texts::END_ALL_OTHERS, texts::END_ALL_OTHERS.to_owned()),
        };
        let target = EndTarget::AllOf(person.clone());
        let end_all = (others > 1 || is_own && others > 0).then(|| {
            view! { <p class="list-row"><EndButton words=words label=label target=target on_ended=on_ended/></p> }
        });
        view! { <SessionTable sessions=sessions on_ended=on_ended/> {end_all} }.into_any()
    };
    view! {
        <div class="sessions">
            <Loaded fetched=sessions fallback=|| view! { <Skeleton rows=2 label=texts::LOADING_SESSIONS/> } children=list/>
        </div>
        <p class="visually-hidden" role="status">{move || has_ended.get().then_some(texts::SESSION_ENDED)}</p>
    }
}
