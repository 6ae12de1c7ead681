//! The form that creates a token.

use docket_wire::{CreatedToken, NewToken, Project, Right};
use leptos::prelude::*;

use crate::browser::focus;
use crate::components::error_notice::RequestError;
use crate::state::auth::token_draft::{EXPIRIES, TokenDraft, TokenField};
use crate::state::console::Console;
use crate::state::pending_request::PendingRequest;
use crate::texts::auth::tokens as texts;
use crate::texts::general;

/// The id of the error, by which its field is described.
const ERROR_ID: &str = "token-error";

/// Id, rights, projects and expiry.
#[component]
pub(crate) fn TokenForm(on_created: Callback<CreatedToken>) -> impl IntoView {
    let Console { api, projects, .. } = Console::here();
    let draft = RwSignal::new(TokenDraft::default());
    let request = PendingRequest::new();
    // The part of the form that the error is about.
    let wrong_field = RwSignal::new(None::<TokenField>);
    let point_to = move |field: TokenField| {
        wrong_field.try_set(Some(field));
        focus::move_soon(first_input(field));
    };
    let send = move |new: NewToken| {
        request.run(async move {
            let created = api.create_token(&new).await.inspect_err(|error| {
                // Another token has or had the id.
                if error.status == Some(409) {
                    point_to(TokenField::Id);
                }
            })?;
            draft.try_set(TokenDraft::default());
            on_created.try_run(created);
            Ok(())
        });
    };
    let on_submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if request.is_pending_untracked() {
            return;
        }
        wrong_field.set(None);
        match draft.with_untracked(TokenDraft::finish) {
            Ok(new) => send(new),
            Err((field, problem)) => {
                request.reject(problem);
                point_to(field);
            }
        }
    };
    let error = request.error();
    let has_error =
        move |field: Option<TokenField>| error.with(Option::is_some) && wrong_field.get() == field;
    let notice = move |field: Option<TokenField>| {
        view! {
            <Show when=move || has_error(field)>
                <div id=ERROR_ID class="token-form__error"><RequestError request=request/></div>
            </Show>
        }
    };
    let described = move |field| move || has_error(Some(field)).then_some(ERROR_ID);
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
    let is_all = move || draft.with(|draft| draft.projects.is_none());
    let toggle_all = move |_| draft.update(TokenDraft::toggle_all_projects);
    let choices = move || {
        let list = projects.list().get().and_then(Result::ok).unwrap_or_default();
        list.into_iter().map(|project| view! { <ProjectChoice project=project draft=draft/> }).collect_view()
    };
    let days = move |event| draft.update(|draft| draft.set_expiry(&event_target_value(&event)));
    let expiry = move |(days, words): (Option<u16>, &'static str)| {
        let value = days.map(|days| days.to_string()).unwrap_or_default();
        let is_selected = move || draft.with(|draft| draft.expires_in_days == days);
        view! { <option value=value prop:selected=is_selected>{words}</option> }
    };
    view! {
        <form class="token-form" aria-label=texts::NEW_TOKEN on:submit=on_submit>
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
                        aria-invalid=move || has_error(Some(TokenField::Id)).then_some("true")
                        aria-describedby=described(TokenField::Id)
                        prop:value=move || draft.with(|draft| draft.id.clone())
                        on:input=move |event| draft.update(|draft| draft.id = event_target_value(&event))
                    />
                </label>
                {notice(Some(TokenField::Id))}
            </div>
            <fieldset class="choices" data-field="rights" aria-describedby=described(TokenField::Rights)>
                <legend>{texts::PERMISSIONS_FIELD}</legend>
                {Right::FOR_PROGRAMS.map(right).collect_view()}
                {notice(Some(TokenField::Rights))}
            </fieldset>
            <fieldset class="choices" data-field="projects" aria-describedby=described(TokenField::Projects)>
                <legend>{texts::PROJECTS_FIELD}</legend>
                <label class="choice">
                    <input type="checkbox" prop:checked=is_all on:change=toggle_all/>
                    {texts::ALL_PROJECTS}
                </label>
                <Show when=move || !is_all()>{choices}</Show>
                {notice(Some(TokenField::Projects))}
            </fieldset>
            <label class="field">
                <span class="field__label">{texts::EXPIRES}</span>
                <select class="project__select" on:change=days>{EXPIRIES.map(expiry).collect_view()}</select>
            </label>
            {notice(None)}
            <p>
                <button
                    type="submit"
                    class="button button--primary"
                    aria-disabled=move || request.is_pending().then_some("true")
                >
                    {move || if request.is_pending() { texts::CREATING } else { texts::CREATE_TOKEN }}
                </button>
            </p>
        </form>
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

/// What has the focus when a part of the form is wrong.
fn first_input(field: TokenField) -> &'static str {
    match field {
        TokenField::Id => ".token-form input[name=id]",
        TokenField::Rights => ".token-form [data-field=rights] input",
        TokenField::Projects => ".token-form [data-field=projects] input",
    }
}
