//! Writes the note on a day.

use docket_wire::{Day, NoteEdit, ProblemCode, Span};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::api::ApiError;
use crate::components::error_notice::ErrorNotice;
use crate::format::locale::day as format_day;
use crate::state::analytics::marks::Marks;

/// The form of the open note. What is typed stays until it is stored.
#[component]
pub(super) fn NoteForm(day: Day, marks: Marks) -> impl IntoView {
    let selection = marks.selection;
    let api = selection.console.api;
    // The note that the person has seen: an edit replaces no other.
    let seen = RwSignal::new(untrack(|| marks.on(day)).and_then(|mark| mark.note).map(|note| note.text));
    let text = RwSignal::new(seen.get_untracked().unwrap_or_default());
    let (is_sending, error) = (RwSignal::new(false), RwSignal::new(None::<ApiError>));
    let finish = move |result: Result<(), ApiError>, is_deleted: bool| {
        is_sending.try_set(false);
        match result {
            Ok(()) => {
                marks.fetched().refetch();
                if is_deleted { marks.close_deleted() } else { marks.close() }
            }
            Err(failure) => {
                error.try_set(Some(failure));
            }
        }
    };
    // After a conflict the person reads the other note, and may then replace it.
    let see_newest = move || async move {
        let zone = selection.view_untracked().zone;
        let (Some(project), Ok(span)) = (selection.project.try_get_value(), Span::new(day, day, zone)) else {
            return;
        };
        if let Ok(newest) = api.day_marks(&project, &span).await {
            seen.try_set(newest.days.into_iter().find_map(|mark| mark.note).map(|note| note.text));
        }
    };
    let send = move |edit: Option<NoteEdit>| {
        if is_sending.get_untracked() {
            return;
        }
        is_sending.set(true);
        error.set(None);
        let project = selection.project.get_value();
        spawn_local(async move {
            let is_deleted = edit.is_none();
            let result = match edit {
                Some(edit) => api.put_note(&project, day, &edit).await.map(drop),
                None => api.delete_note(&project, day).await,
            };
            if result.as_ref().is_err_and(|error| error.code == Some(ProblemCode::NoteConflict)) {
                see_newest().await;
            }
            finish(result, is_deleted);
        });
    };
    let save = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let edit = NoteEdit { text: text.get_untracked(), replaces: seen.get_untracked() };
        match edit.checked() {
            Ok(edit) => send(Some(edit)),
            Err(invalid) => error.set(Some(ApiError::local(format!("The note {}.", invalid.rule)))),
        }
    };
    let on_key = move |event: leptos::ev::KeyboardEvent| {
        if event.key() == "Escape" {
            event.prevent_default();
            marks.close();
        }
    };
    let label = format!("Note on {}", format_day(day));
    let name = label.clone();
    view! {
        <form class="template-form" aria-label=label on:submit=save on:keydown=on_key>
            <label class="field">
                <span class="field__label">{name}</span>
                <input id="note-text" name="note" autocomplete="off" dir="auto" maxlength=NoteEdit::CHARS_MAX.to_string() aria-describedby="note-seen"
                    prop:value=move || text.get() on:input=move |event| text.set(event_target_value(&event))/>
            </label>
            <p class="template-form__end">
                <button type="submit" class="button button--primary" aria-disabled=move || is_sending.get().then_some("true")>
                    {move || if seen.with(Option::is_some) { "Replace note" } else { "Save note" }}
                </button>
                " "
                <Show when=move || seen.with(Option::is_some)>
                    <button type="button" class="button" on:click=move |_| send(None)>"Delete note"</button>
                    " "
                </Show>
                <button type="button" class="button" on:click=move |_| marks.close()>"Cancel"</button>
            </p>
            <p id="note-seen" class="template-form__hint">
                {move || seen.get().map(|seen| format!("Now: {seen}"))}
            </p>
            {move || error.get().map(|error| view! { <ErrorNotice error=error/> })}
        </form>
    }
}
