//! Who can get in, and why.

use docket_wire::{AssignedRole, PersonInfo, ProjectScope, Role, RoleSource, RoleSourceKind, SignInMethod};
use leptos::prelude::*;

use super::session_list::SessionList;
use crate::ui::Age;

/// One row for each person, and below it their sessions if it is open.
#[component]
pub(crate) fn PeopleTable(people: Vec<PersonInfo>) -> impl IntoView {
    let rows = people.into_iter().map(|person| view! { <PersonRow person=person/> }).collect_view();
    view! {
        <div class="records__frame" tabindex="0" role="group" aria-label="List of people">
            <table class="records">
                <caption class="visually-hidden">"People"</caption>
                <thead>
                    <tr>
                        <th scope="col">"Person"</th>
                        <th scope="col">"Roles, and why"</th>
                        <th scope="col">"Last seen"</th>
                        <th scope="col">"Sessions"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

/// What people of Cloudflare Access get whom no rule names one by one.
#[component]
pub(crate) fn RuleList(rules: Vec<AssignedRole>) -> impl IntoView {
    let items = rules.iter().map(|rule| view! { <li>{role_words(rule)}</li> }).collect_view();
    view! {
        <p>"Roles that people of Cloudflare Access get by domain or group:"</p>
        <ul class="rules" aria-label="Rules">{items}</ul>
    }
}

#[component]
fn PersonRow(person: PersonInfo) -> impl IntoView {
    let PersonInfo { name, sign_in, roles, seen_at, sessions } = person;
    let count = RwSignal::new(sessions as usize);
    let is_open = RwSignal::new(false);
    let roles = if roles.is_empty() {
        view! { "None: sees no project" }.into_any()
    } else {
        let items = roles.iter().map(|role| view! { <li>{role_words(role)}</li> }).collect_view();
        view! { <ul class="rules">{items}</ul> }.into_any()
    };
    let seen = match seen_at {
        Some(at) => view! { <Age at=at/> }.into_any(),
        None => view! { "Not yet" }.into_any(),
    };
    let number = move || match count.get() {
        1 => "1 session".to_owned(),
        count => format!("{count} sessions"),
    };
    let whose = format!("of {name}");
    let label = move || format!("{} {whose}", number());
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
    let none = || view! { "None" };
    let sessions = match sign_in {
        SignInMethod::Access => view! { "At Cloudflare Access" }.into_any(),
        SignInMethod::Passphrase => {
            let is_shown = move || count.get() > 0 || is_open.get();
            view! { <Show when=is_shown fallback=none>{toggle.clone()}</Show> }.into_any()
        }
    };
    let shown = name.clone();
    let list = move || {
        let name = shown.clone();
        view! {
            <tr>
                <td colspan="4">
                    <SessionList
                        person=Some(name)
                        none="No sessions."
                        on_loaded=Callback::new(move |loaded| count.set(loaded))
                    />
                </td>
            </tr>
        }
    };
    view! {
        <tr class="list-row">
            <th scope="row">{name.to_string()}</th>
            <td>{roles}</td>
            <td>{seen}</td>
            <td>{sessions}</td>
        </tr>
        <Show when=move || is_open.get()>{list.clone()}</Show>
    }
}

/// A role with its reason: `Viewer in acme-docs, by the domain acme.example`.
fn role_words(AssignedRole { role, projects, by }: &AssignedRole) -> String {
    let role = match role {
        Role::Viewer => "Viewer",
        Role::Operator => "Operator",
        Role::Admin => "Admin",
    };
    let projects = match projects {
        ProjectScope::All => "all projects".to_owned(),
        ProjectScope::Only(ids) => ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
    };
    format!("{role} in {projects}, {}", source_words(by))
}

fn source_words(RoleSource { kind, id }: &RoleSource) -> String {
    match kind {
        RoleSourceKind::Name => "by name".to_owned(),
        RoleSourceKind::Email => "by address".to_owned(),
        RoleSourceKind::Domain => format!("by the domain {id}"),
        RoleSourceKind::Group => format!("by the group {id}"),
        RoleSourceKind::Everyone => match id.as_str() {
            "access" => "like everybody of Cloudflare Access".to_owned(),
            _ => "like everybody with a passphrase".to_owned(),
        },
    }
}
