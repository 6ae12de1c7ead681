//! Writes the note on a day.

use docket_wire::{Day, NoteEdit, ProblemCode, Span};
use leptos::prelude::*;

use crate::browser::keyboard::{is_escape, is_submit};
use crate::components::error_notice::RequestError;
use crate::format::locale::day as format_day;
use crate::state::analytics::day_marks::Marks;
use crate::state::analytics::note_draft::NoteDraft;
use crate::state::pending_request::PendingRequest;
use crate::texts::analytics::trend as texts;
use crate::texts::general;

/// What a person does to the note on a day.
enum NoteChange {
    /// Writes it.
    Put(NoteEdit),
    /// Deletes it, if it still has this text.
    Delete(String),
}

/// The form of the open note. What is typed stays in the browser until it is saved or cancelled.
#[component]
pub(super) fn NoteForm(day: Day, marks: Marks) -> impl IntoView {
    let selection = marks.selection;
    let api = selection.console.api;
    let drafts = marks.drafts();
    let stored = drafts.with_value(|drafts| drafts.load(day));
    // None until something is typed.
    let is_stored = RwSignal::new(stored.is_some().then_some(true));
    let draft = RwSignal::new(stored.unwrap_or_else(|| {
        NoteDraft::of(untrack(|| marks.on(day)).and_then(|mark| mark.note).map(|note| note.text))
    }));
    let forget = move || {
        drafts.try_with_value(|drafts| drafts.forget(day));
    };
    let request = PendingRequest::new();
    let cancel = move || {
        // The response decides whether there is anything to cancel.
        if !request.is_pending_untracked() {
            forget();
            marks.close(day);
        }
    };
    // The note on another day replaces it only if nothing of it would be lost, and not while its request is under way.
    Effect::new(move || marks.lock(request.is_pending() || is_stored.get() == Some(false)));
    on_cleanup(move || marks.lock(false));
    let live_region = selection.console.live_region;
    let send = move |change: NoteChange| {
        // The person may leave the page before the response, so the request uses only values that outlive the page.
        let (project, zone) = (selection.project.get_value(), selection.view_untracked().zone);
        let stored = drafts.get_value();
        request.run(async move {
            live_region.set(String::new());
            let is_deleted = matches!(change, NoteChange::Delete(_));
            let result = match change {
                NoteChange::Put(edit) => api.put_note(&project, day, &edit).await.map(drop),
                NoteChange::Delete(seen) => api.delete_note(&project, day, seen).await,
            };
            if result.as_ref().is_err_and(|error| error.code == Some(ProblemCode::NoteConflict))
                && let Ok(span) = Span::new(day, day, zone)
                && let Ok(newest) = api.day_marks(&project, &span).await
            {
                // The person reads the other note, and may then replace it.
                let seen = newest.days.into_iter().find_map(|mark| mark.note).map(|note| note.text);
                draft.try_update(|draft| {
                    draft.seen = seen;
                    stored.save(day, draft);
                });
                // The chart and the table have the other note too, whether this one replaces it or not.
                marks.fetched().refetch();
            }
            result?;
            stored.forget(day);
            live_region.set(if is_deleted { texts::NOTE_DELETED } else { texts::NOTE_SAVED }.to_owned());
            marks.fetched().refetch();
            if is_deleted {
                marks.close_deleted();
            } else {
                marks.close(day);
            }
            Ok(())
        });
    };
    let save = move || {
        let NoteDraft { text, seen } = draft.get_untracked();
        match (NoteEdit { text, replaces: seen }).checked() {
            Ok(edit) => send(NoteChange::Put(edit)),
            Err(invalid) => request.reject(texts::invalid_note(&invalid.rule)),
        }
    };
    let on_submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        save();
    };
    let on_key = move |event: leptos::ev::KeyboardEvent| {
        if is_submit(&event) {
            event.prevent_default();
            save();
        } else if is_escape(&event) {
            event.prevent_default();
            cancel();
        }
    };
    let on_input = move |event| {
        draft.update(|draft| draft.text = event_target_value(&event));
        is_stored
            .set(Some(draft.with_untracked(|draft| drafts.with_value(|drafts| drafts.save(day, draft)))));
    };
    let delete = move |_| {
        if let Some(seen) = draft.with_untracked(|draft| draft.seen.clone()) {
            send(NoteChange::Delete(seen));
        }
    };
    let has_seen = Memo::new(move |_| draft.with(|draft| draft.seen.is_some()));
    let label = texts::note_on(&format_day(day));
    let name = label.clone();
    view! {
        <form class="template-form" aria-label=label on:submit=on_submit on:keydown=on_key>
            <label class="field">
                <span class="field__label">{name}</span>
                <input id="note-text" name="note" autocomplete="off" dir="auto" maxlength=NoteEdit::CHARS_MAX.to_string() aria-describedby="note-seen" readonly=move || request.is_pending()
                    prop:value=move || draft.with(|draft| draft.text.clone()) on:input=on_input/>
            </label>
            <p class="template-form__end">
                <button type="submit" class="button button--primary" aria-disabled=move || request.is_pending().then_some("true")>
                    {move || if has_seen.get() { texts::REPLACE_NOTE } else { texts::SAVE_NOTE }}
                </button>
                " "
                <Show when=move || has_seen.get()>
                    <button type="button" class="button" on:click=delete>{texts::DELETE_NOTE}</button>
                    " "
                </Show>
                <button type="button" class="button" aria-disabled=move || request.is_pending().then_some("true") on:click=move |_| cancel()>{general::CANCEL}</button>
                " "
                <span class="template-form__hint" role="status">
                    {move || is_stored.get().map(|is_stored| if is_stored { texts::KEPT_IN_BROWSER } else { texts::NOT_KEPT_IN_BROWSER })}
                </span>
            </p>
            <p id="note-seen" class="template-form__hint">
                {move || draft.with(|draft| draft.seen.as_ref().map(|seen| texts::saved_note(seen)))}
            </p>
            <RequestError request=request/>
        </form>
    }
}
