//! The form that fills a composer's prompt with the chosen template.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use super::choices::button_id;
use super::fields::VariableFields;
use crate::browser::keyboard::is_submit;
use crate::browser::{focus, page};
use crate::components::confirmation::Confirmation;
use crate::state::jobs::drafts::Composer;
use crate::state::question::Question;
use crate::state::stored_form::FormStorage;
use crate::state::templates::choice::MenuChoice;
use crate::state::templates::filling::{Filling, VariableValues};
use crate::texts::templates as texts;

const REPLACE: Question =
    Question { text: texts::PROMPT_IS_NOT_EMPTY, yes: texts::REPLACE_ITS_TEXT, no: texts::ADD_BELOW_IT };

/// The fields of the chosen template, and the button that fills the prompt.
#[component]
pub(super) fn Fill(
    name: String,
    filling: Filling,
    /// What the browser has of the values.
    storage: FormStorage<VariableValues>,
    composer: StoredValue<Composer>,
    /// A draft that was begun for a page: it is replaced without a question as long as nobody changed it.
    draft: Option<String>,
    /// The choice of this template, which ends here.
    choice: MenuChoice,
) -> impl IntoView {
    let filling = RwSignal::new(filling);
    Effect::new(move |is_typed: Option<bool>| {
        filling.with(|filling| {
            if is_typed.is_some() {
                storage.save(filling.values());
            }
        });
        true
    });
    let form = FillForm {
        filling,
        storage,
        composer,
        draft: StoredValue::new(draft),
        choice,
        problem: RwSignal::new(None),
        is_asking: RwSignal::new(false),
    };
    let on_key = move |event: KeyboardEvent| {
        if is_submit(&event) {
            event.prevent_default();
            form.fill();
        }
    };
    view! {
        <h3 class="template-menu__name">{name}</h3>
        <div on:keydown=on_key><VariableFields filling=filling/></div>
        <div role="status">{move || (storage.is_stored() == Some(false)).then_some(texts::VALUES_ARE_NOT_STORED)}</div>
        {move || form.problem.get().map(|problem| view! { <p class="composer__error" role="alert">{problem}</p> })}
        <Show when=move || form.is_asking.get()>
            <Confirmation
                question=REPLACE
                on_yes=Callback::new(move |()| form.finish(FilledPrompt::Replaces))
                on_no=Callback::new(move |()| form.finish(FilledPrompt::FollowsBelow))
                on_cancel=Callback::new(move |()| form.stop_asking())
            />
        </Show>
        <p>
            <button type="button" class="button button--primary" id="fill-prompt" on:click=move |_| form.fill()>{texts::FILL_IN_THE_PROMPT}</button>
            " "
            <button type="button" class="button" on:click=move |_| form.go_back()>{texts::OTHER_TEMPLATES}</button>
        </p>
    }
}

/// Where the filled prompt goes, if the person has written one already.
#[derive(Clone, Copy)]
enum FilledPrompt {
    Replaces,
    FollowsBelow,
}

/// What the form does. Copies are handles to the same state.
#[derive(Clone, Copy)]
struct FillForm {
    filling: RwSignal<Filling>,
    storage: FormStorage<VariableValues>,
    composer: StoredValue<Composer>,
    draft: StoredValue<Option<String>>,
    choice: MenuChoice,
    /// Why the prompt is not filled in.
    problem: RwSignal<Option<String>>,
    /// Whether the prompt has a text, and the person is asked what becomes of it.
    is_asking: RwSignal<bool>,
}

impl FillForm {
    /// Fills the prompt, or asks before that.
    fn fill(self) {
        let problem = self.filling.with_untracked(Filling::finish).err();
        let is_complete = problem.is_none();
        self.problem.set(problem);
        if !is_complete {
            return;
        }
        if self.is_prompt_untouched() {
            self.finish(FilledPrompt::Replaces);
        } else {
            self.is_asking.set(true);
        }
    }

    fn is_prompt_untouched(self) -> bool {
        let is_draft = |composer: &Composer| {
            self.draft.with_value(|draft| draft.as_deref().is_some_and(|draft| composer.is_text(draft)))
        };
        self.composer.with_value(|composer| composer.is_empty() || is_draft(composer))
    }

    fn finish(self, filled: FilledPrompt) {
        if let Ok(prompt) = self.filling.with_untracked(Filling::finish) {
            self.composer.with_value(|composer| match filled {
                FilledPrompt::Replaces => composer.replace(prompt),
                FilledPrompt::FollowsBelow => composer.restore(&prompt),
            });
            self.storage.forget();
            self.choice.clear();
            page::close(".template-menu");
            focus::move_soon("#prompt");
        }
    }

    fn stop_asking(self) {
        self.is_asking.set(false);
        focus::move_soon("#fill-prompt");
    }

    fn go_back(self) {
        if let Some(template) = self.choice.clear() {
            let places = vec![format!("#{}", button_id(&template.id)), ".template-menu summary".to_owned()];
            focus::move_if_on("body", places);
        }
    }
}
