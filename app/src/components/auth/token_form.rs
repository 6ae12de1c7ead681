//! The form that creates a token.

use docket_wire::{CreatedToken, Project, Right};
use leptos::prelude::*;

use crate::components::error_notice::RequestError;
use crate::state::auth::token_creation::TokenCreation;
use crate::state::auth::token_draft::{EXPIRIES, TokenDraft, TokenField};
use crate::state::console::use_console;
use crate::texts::auth::tokens as texts;
use crate::texts::general;

/// The id of the error, by which its field is described.
const ERROR_ID: &str = "token-error";

/// Id, rights, projects and expiry.
#[component]
pub(crate) fn TokenForm(on_created: Callback<CreatedToken>) -> impl IntoView {
    let creation = TokenCreation::new(on_created);
    let on_submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        creation.create();
    };
    let is_pending = move || creation.request.is_pending();
    view! {
        <form class="token-form" aria-label=texts::NEW_TOKEN on:submit=on_submit>
            <TokenIdField creation=creation/>
            <RightChoices creation=creation/>
            <ProjectChoices creation=creation/>
            <ExpiryField draft=creation.draft/>
            <TokenError creation=creation field=None/>
            <p>
                <button
                    type="submit"
                    class="button button--primary"
                    aria-disabled=move || is_pending().then_some("true")
                >
                    {move || if is_pending() { texts::CREATING } else { texts::CREATE_TOKEN }}
                </button>
            </p>
        </form>
    }
}

/// The error, where the field is that it is about.
#[component]
fn TokenError(creation: TokenCreation, field: Option<TokenField>) -> impl IntoView {
    view! {
        <Show when=move || creation.has_error(field)>
            <div id=ERROR_ID class="token-form__error"><RequestError request=creation.request/></div>
        </Show>
    }
}

#[component]
fn TokenIdField(creation: TokenCreation) -> impl IntoView {
    let draft = creation.draft;
    let has_error = move || creation.has_error(Some(TokenField::Id));
    view! {
        <div class="token-form__id">
            <label class="field">
                <span class="field__label">{texts::ID}</span>
                <input
                    name="id"
                    autocomplete="off"
                    autocapitalize="none"
                    spellcheck="false"
                    placeholder=texts::EXAMPLE_ID
                    aria-keyshortcuts="t"
                    title=general::shortcut("t")
                    aria-invalid=move || has_error().then_some("true")
                    aria-describedby=move || has_error().then_some(ERROR_ID)
                    prop:value=move || draft.with(|draft| draft.id.clone())
                    on:input=move |event| draft.update(|draft| draft.id = event_target_value(&event))
                />
            </label>
            <TokenError creation=creation field=Some(TokenField::Id)/>
        </div>
    }
}

#[component]
fn RightChoices(creation: TokenCreation) -> impl IntoView {
    let draft = creation.draft;
    let described = move || creation.has_error(Some(TokenField::Rights)).then_some(ERROR_ID);
    let right = move |right: Right| {
        let is_checked = move || draft.with(|draft| draft.rights.contains(&right));
        let toggle = move |_| draft.update(|draft| draft.toggle_right(right));
        view! {
            <label class="choice">
                <input type="checkbox" prop:checked=is_checked on:change=toggle/>
                {texts::right(right)} " " <code>{right.as_str()}</code>
            </label>
        }
    };
    view! {
        <fieldset class="choices" data-field="rights" aria-describedby=described>
            <legend>{texts::RIGHTS_FIELD}</legend>
            {Right::FOR_PROGRAMS.map(right).collect_view()}
            <TokenError creation=creation field=Some(TokenField::Rights)/>
        </fieldset>
    }
}

/// All projects, or each by itself.
#[component]
fn ProjectChoices(creation: TokenCreation) -> impl IntoView {
    let projects = use_console().projects;
    let draft = creation.draft;
    let described = move || creation.has_error(Some(TokenField::Projects)).then_some(ERROR_ID);
    let is_all = move || draft.with(|draft| draft.projects.is_none());
    let toggle_all = move |_| draft.update(TokenDraft::toggle_all_projects);
    let choices = move || {
        let list = projects.list().get().and_then(Result::ok).unwrap_or_default();
        list.into_iter().map(|project| view! { <ProjectChoice project=project draft=draft/> }).collect_view()
    };
    view! {
        <fieldset class="choices" data-field="projects" aria-describedby=described>
            <legend>{texts::PROJECTS_FIELD}</legend>
            <label class="choice">
                <input type="checkbox" prop:checked=is_all on:change=toggle_all/>
                {texts::ALL_PROJECTS}
            </label>
            <Show when=move || !is_all()>{choices}</Show>
            <TokenError creation=creation field=Some(TokenField::Projects)/>
        </fieldset>
    }
}

#[component]
fn ProjectChoice(project: Project, draft: RwSignal<TokenDraft>) -> impl IntoView {
    let Project { id, name, .. } = project;
    let is_checked = {
        let id = id.clone();
        move || draft.with(|draft| draft.has_project(&id))
    };
    let toggle = move |_| draft.update(|draft| draft.toggle_project(&id));
    view! {
        <label class="choice choice--nested">
            <input type="checkbox" prop:checked=is_checked on:change=toggle/> {name}
        </label>
    }
}

#[component]
fn ExpiryField(draft: RwSignal<TokenDraft>) -> impl IntoView {
    let set_expiry = move |event| draft.update(|draft| draft.set_expiry(&event_target_value(&event)));
    let option = move |(days, text): (Option<u16>, &'static str)| {
        let value = days.map(|days| days.to_string()).unwrap_or_default();
        let is_selected = move || draft.with(|draft| draft.expires_in_days == days);
        view! { <option value=value prop:selected=is_selected>{text}</option> }
    };
    view! {
        <label class="field">
            <span class="field__label">{texts::EXPIRES}</span>
            <select class="project__select" on:change=set_expiry>{EXPIRIES.map(option).collect_view()}</select>
        </label>
    }
}
