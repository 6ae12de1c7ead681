//! A new token, which is shown once.

use docket_wire::CreatedToken;
use leptos::html::Input;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::texts::auth::tokens as texts;
use crate::texts::general;
use crate::ui::CopyOutcome;

/// The token, with a button that copies it.
#[component]
pub(crate) fn CreatedTokenNotice(created: CreatedToken) -> impl IntoView {
    let field = NodeRef::<Input>::new();
    let outcome = CopyOutcome::new();
    let CreatedToken { token, info } = created;
    let select = move || {
        if let Some(field) = field.get_untracked() {
            field.select();
        }
    };
    let copy = {
        let token = token.clone();
        move |_| {
            let token = token.clone();
            // Selected, the text can be copied by hand if the browser does not allow it.
            select();
            spawn_local(async move {
                outcome.copy(&token).await;
            });
        }
    };
    let [before, after] = texts::TOKEN_WAS_CREATED;
    view! {
        <div class="notice" role="status" aria-label=texts::NEW_TOKEN>
            <p class="notice__text">
                {before} <strong>{info.id.to_string()}</strong> {after}
            </p>
            <p class="created-token__text">
                <input node_ref=field aria-label=texts::TOKEN readonly prop:value=token on:focus=move |_| select()/>
                <button type="button" class="button" aria-keyshortcuts="y" title=general::shortcut("y") on:click=copy>
                    {move || outcome.label(texts::COPY)}
                </button>
                {outcome.refusal()}
            </p>
        </div>
    }
}
