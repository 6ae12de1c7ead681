//! Writes the note on a day.

use docket_wire::{Day, NoteEdit};
use leptos::prelude::*;

use crate::browser::keyboard::submit_or_leave;
use crate::components::error_notice::RequestError;
use crate::format::locale::day as format_day;
use crate::state::analytics::day_marks::Marks;
use crate::state::analytics::note::editing::NoteEditing;
use crate::texts::analytics::trend as texts;
use crate::texts::general;

/// The form of the open note. What is typed stays in the browser until it is saved or cancelled.
#[component]
pub(super) fn NoteForm(day: Day, marks: Marks) -> impl IntoView {
    let editing = NoteEditing::new(day, marks);
    let on_submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        editing.save();
    };
    let on_key = move |event: leptos::ev::KeyboardEvent| {
        submit_or_leave(&event, || editing.save(), || editing.close())
    };
    let draft = editing.draft();
    let seen = move || {
        draft.with(|draft| draft.seen.as_ref().map(|seen| texts::saved_note(&NoteEdit::on_one_line(seen))))
    };
    let label = texts::note_on(&format_day(day));
    view! {
        <form class="template-form" aria-label=label on:submit=on_submit on:keydown=on_key>
            <label class="field">
                <span class="field__label">{label.clone()}</span>
                <textarea
                    class="composer__text note-text"
                    id="note-text"
                    name="note"
                    rows="2"
                    autocomplete="off"
                    dir="auto"
                    maxlength=NoteEdit::CHARS_MAX.to_string()
                    aria-describedby="note-lines note-seen"
                    readonly=move || editing.request.is_pending()
                    prop:value=move || draft.with(|draft| draft.text.clone())
                    on:input=move |event| editing.set_text(event_target_value(&event))
                ></textarea>
            </label>
            <p id="note-lines" class="template-form__hint">{texts::LINE_FOR_EACH}</p>
            <NoteButtons editing=editing/>
            <p id="note-seen" class="template-form__hint">{seen}</p>
            <RequestError request=editing.request/>
        </form>
    }
}

/// The buttons that save, delete and cancel, and whether the browser has what is typed.
#[component]
fn NoteButtons(editing: NoteEditing) -> impl IntoView {
    let has_seen = Memo::new(move |_| editing.draft().with(|draft| draft.seen.is_some()));
    let is_disabled = move || editing.request.is_pending().then_some("true");
    let save = move || if has_seen.get() { texts::REPLACE_NOTE } else { texts::SAVE_NOTE };
    let is_stored = move || {
        let is_stored = editing.is_stored()?;
        Some(if is_stored { texts::SAVED_IN_BROWSER } else { texts::NOT_SAVED_IN_BROWSER })
    };
    view! {
        <p class="template-form__end">
            <button type="submit" class="button button--primary" aria-disabled=is_disabled>{save}</button>
            " "
            <Show when=move || has_seen.get()>
                <button type="button" class="button" on:click=move |_| editing.delete()>{texts::DELETE_NOTE}</button>
                " "
            </Show>
            <button type="button" class="button" aria-disabled=is_disabled on:click=move |_| editing.cancel()>
                {general::CANCEL}
            </button>
            " "
            <span class="template-form__hint" role="status">{is_stored}</span>
        </p>
    }
}
