//! The filters of an audit log.

use std::collections::BTreeSet;

use docket_wire::{AuditAction, AuditQuery, InvalidParameter, ProjectId};
use leptos::ev::MouseEvent;
use leptos::prelude::*;
use leptos_router::hooks::use_navigate;
use web_sys::Event;

use crate::browser::focus;
use crate::components::filter_fields::{changed_field, options, period_options};
use crate::paths::{self, Page};
use crate::texts::{audit as texts, general};

/// What to show by outcome: value and label.
const OUTCOMES: [(&str, &str); 3] =
    [("", texts::ANY_OUTCOME), ("false", texts::ACCEPTED), ("true", texts::REFUSED)];

/// The id of the names to choose from.
const AUTHORS: &str = "audit-authors";

/// Focuses the first field, because the link that clears a filter goes away with it.
pub(super) fn focus_author(_: MouseEvent) {
    focus::move_soon("input[name=author]");
}

/// Who, what, outcome and time. The URL has them.
#[component]
pub(super) fn AuditFilters(
    project: Option<ProjectId>,
    query: Memo<Result<AuditQuery, InvalidParameter>>,
    /// The names to choose from.
    authors: Memo<BTreeSet<String>>,
) -> impl IntoView {
    let navigate = use_navigate();
    // An invalid filter shows as a plain one.
    let query = Memo::new(move |_| query.get().unwrap_or_default());
    let plain = Page::Audit(project.as_ref(), &AuditQuery::default()).to_string();
    let is_of_project = project.is_some();
    let has_filter = Memo::new(move |_| query.with(|query| *query != AuditQuery::default()));
    let apply = move |event: Event| {
        let Some((name, value)) = changed_field(&event) else { return };
        // A browser sends a change event also when a field goes away with text that was not applied.
        let Some(before) = query.try_get_untracked() else { return };
        let before = before.pairs();
        let others = before.iter().filter(|(known, _)| *known != name);
        let pairs =
            others.map(|(known, value)| (*known, value.as_str())).chain([(name.as_str(), value.trim())]);
        if let Ok(after) = AuditQuery::from_pairs(pairs) {
            navigate(&Page::Audit(project.as_ref(), &after).to_string(), paths::redirect());
        }
    };
    let action = move || action_options(query.with(|query| query.action), is_of_project);
    let outcome = move || outcome_options(query.with(|query| query.refused));
    let time = period_options(move || query.with(|query| query.at_since));
    view! {
        <form
            class="filters filters--wide"
            role="search"
            aria-label=general::AUDIT_LOG
            on:submit=|event| event.prevent_default()
            on:change=apply
        >
            <input
                type="search"
                name="author"
                class="filters__text"
                aria-label=texts::PERSON_OR_PROGRAM
                aria-keyshortcuts="/"
                title=general::shortcut("/")
                placeholder=texts::EXACT_NAME
                list=AUTHORS
                autocomplete="off"
                autocapitalize="none"
                spellcheck="false"
                prop:value=move || {
                    query.with(|query| query.author.as_ref().map(ToString::to_string).unwrap_or_default())
                }
            />
            <datalist id=AUTHORS>
                {move || authors.get().into_iter().map(|name| view! { <option value=name></option> }).collect_view()}
            </datalist>
            <select name="action" class="filters__select" aria-label=texts::ACTION aria-keyshortcuts="a" title=general::shortcut("a")>{action}</select>
            <select name="refused" class="filters__select" aria-label=texts::OUTCOME aria-keyshortcuts="o" title=general::shortcut("o")>{outcome}</select>
            <select name="atSince" class="filters__select" aria-label=texts::TIME aria-keyshortcuts="w" title=general::shortcut("w")>{time}</select>
            <p class="filters__active">
                {move || has_filter.get().then(|| view! { <a href=plain.clone() aria-keyshortcuts="b" title=general::shortcut("b") on:click=focus_author>{general::CLEAR_FILTER}</a> })}
            </p>
        </form>
    }
}

fn action_options(action: Option<AuditAction>, is_of_project: bool) -> AnyView {
    let current = action.map_or("", AuditAction::as_str);
    let known = AuditAction::ALL.iter().filter(|action| !is_of_project || is_in_project(**action));
    let known = known.map(|action| (action.as_str().to_owned(), texts::action(*action)));
    let known = [(String::new(), texts::ANY_ACTION)].into_iter().chain(known);
    options(known.collect(), current, current.to_owned())
}

/// Whether the log of a project has entries about an action.
fn is_in_project(action: AuditAction) -> bool {
    use AuditAction as A;
    !matches!(
        action,
        A::SignIn
            | A::SignOut
            | A::CreateToken
            | A::RevokeToken
            | A::EndSession
            | A::EndSessions
            | A::Backup
            | A::Restore
    )
}

fn outcome_options(refused: Option<bool>) -> AnyView {
    let current = refused.map(|refused| refused.to_string()).unwrap_or_default();
    let known = OUTCOMES.map(|(value, name)| (value.to_owned(), name));
    options(known.into(), &current, current.clone())
}
