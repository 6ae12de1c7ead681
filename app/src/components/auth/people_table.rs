//! Who has access, and why.

use docket_wire::{AssignedRole, PersonInfo, ProjectScope, SignInMethod};
use leptos::prelude::*;

use super::session_list::SessionList;
use crate::format::number;
use crate::texts::auth::{access as texts, sessions};
use crate::ui::Age;

/// One row for each person, and below it their sessions if it is open.
#[component]
pub(crate) fn PeopleTable(people: Vec<PersonInfo>) -> impl IntoView {
    let rows = people.into_iter().map(|person| view! { <PersonRow person=person/> }).collect_view();
    view! {
        <div class="records__frame" tabindex="0" role="group" aria-label=texts::LIST_OF_PEOPLE>
            <table class="records" role="table">
                <caption class="visually-hidden">{texts::PEOPLE}</caption>
                <thead role="rowgroup">
                    <tr role="row">
                        <th role="columnheader" scope="col">{texts::PERSON}</th>
                        <th role="columnheader" scope="col">{texts::ROLES_AND_WHY}</th>
                        <th role="columnheader" scope="col">{sessions::LAST_SEEN}</th>
                        <th role="columnheader" scope="col">{sessions::SESSIONS}</th>
                    </tr>
                </thead>
                <tbody role="rowgroup">{rows}</tbody>
            </table>
        </div>
    }
}

/// The roles by domain or group: those that people of Cloudflare Access get without a rule that names their address.
#[component]
pub(crate) fn RuleList(rules: Vec<AssignedRole>) -> impl IntoView {
    let items = rules.iter().map(|rule| view! { <li>{role_words(rule)}</li> }).collect_view();
    view! {
        <p>{texts::ROLES_BY_DOMAIN_OR_GROUP}</p>
        <ul class="rules" aria-label=texts::RULES>{items}</ul>
    }
}

#[component]
fn PersonRow(person: PersonInfo) -> impl IntoView {
    let PersonInfo { name, sign_in, roles, seen_at, sessions } = person;
    let count = RwSignal::new(sessions as usize);
    let is_open = RwSignal::new(false);
    let roles = if roles.is_empty() {
        texts::NO_ROLE.into_any()
    } else {
        let items = roles.iter().map(|role| view! { <li>{role_words(role)}</li> }).collect_view();
        view! { <ul class="rules">{items}</ul> }.into_any()
    };
    let seen = match seen_at {
        Some(at) => view! { <Age at=at/> }.into_any(),
        None => texts::NOT_SEEN_YET.into_any(),
    };
    let number = move || sessions::sessions(count.get(), &number::count(count.get() as u64));
    let label = {
        let name = name.clone();
        move || sessions::sessions_of(&number(), &name.0)
    };
    let toggle = move || {
        view! {
            <button
                type="button"
                class="button list-stop"
                aria-label=label.clone()
                aria-expanded=move || is_open.get().to_string()
                on:click=move |_| is_open.update(|is_open| *is_open = !*is_open)
            >
                {number}
            </button>
        }
    };
    let none = || texts::NO_SESSIONS;
    let sessions = match sign_in {
        SignInMethod::Access => texts::AT_ACCESS.into_any(),
        SignInMethod::Passphrase => {
            let is_shown = move || count.get() > 0 || is_open.get();
            view! { <Show when=is_shown fallback=none>{toggle.clone()}</Show> }.into_any()
        }
    };
    let shown = name.clone();
    let list = move || {
        let name = shown.clone();
        view! {
            <tr role="row">
                <td role="cell" colspan="4">
                    <SessionList
                        person=Some(name)
                        none=sessions::NO_SESSIONS
                        on_loaded=Callback::new(move |loaded| count.set(loaded))
                    />
                </td>
            </tr>
        }
    };
    view! {
        <tr role="row" class="list-row">
            <th role="rowheader" scope="row">{name.to_string()}</th>
            <td role="cell" data-label=texts::ROLES_AND_WHY>{roles}</td>
            <td role="cell" data-label=sessions::LAST_SEEN>{seen}</td>
            <td role="cell" data-label=sessions::SESSIONS>{sessions}</td>
        </tr>
        <Show when=move || is_open.get()>{list.clone()}</Show>
    }
}

/// A role with its reason: `Viewer in acme-docs, by the domain acme.example`.
fn role_words(AssignedRole { role, projects, by }: &AssignedRole) -> String {
    let projects = match projects {
        ProjectScope::All => texts::ALL_PROJECTS.to_owned(),
        ProjectScope::Only(ids) => ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
    };
    texts::assigned_role(texts::role(*role), &projects, &texts::reason(by))
}
