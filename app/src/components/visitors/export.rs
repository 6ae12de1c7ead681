//! All rows as a file: its progress can be seen, it can be stopped, and gone on with where it broke off.

use docket_wire::{RowsQuery, Span};
use js_sys::{Array, Uint8Array};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::choice::Choice;
use crate::api::{ApiError, Download};
use crate::browser::page;
use crate::format::file::{Ending, ending};
use crate::format::number::count;
use crate::format::time::duration;
use crate::ui::{ErrorNotice, part, plain_button};

/// How it stands.
#[derive(Debug, Clone)]
enum State {
    Idle,
    /// On its way, with so many lines so far.
    Underway {
        lines: u64,
    },
    /// Kept by the browser.
    Done {
        rows: u64,
        duplicates_dropped: u64,
    },
    /// It broke off in the middle. Nothing of it is lost.
    Cut {
        rows: u64,
        retry_after_s: Option<u64>,
    },
    Failed(ApiError),
}

/// What a file is made of so far.
#[derive(Clone)]
struct Part {
    asked: (Span, RowsQuery, &'static str),
    pieces: Array,
    name: String,
    table: Option<String>,
}

/// Two buttons, and what comes of them.
#[component]
pub(crate) fn Export(choice: Choice) -> impl IntoView {
    let state = RwSignal::new(State::Idle);
    // Counts the files that were begun: an earlier one is stopped by a later one, and by leaving the page.
    let turn = StoredValue::new(0_u32);
    let part_so_far = StoredValue::new_local(None::<Part>);
    let run = move |asked: (Span, RowsQuery, &'static str), before: Option<(Part, u64)>| {
        let mine = turn.get_value() + 1;
        turn.set_value(mine);
        state.set(State::Underway { lines: before.as_ref().map_or(0, |(_, rows)| *rows) });
        spawn_local(async move {
            let is_mine = move || turn.try_get_value() == Some(mine);
            let progress = move |lines| {
                if is_mine() {
                    state.set(State::Underway { lines });
                }
                is_mine()
            };
            let outcome = fetch(choice, asked, before, progress).await;
            if is_mine() {
                let (next, part) = settle(outcome);
                part_so_far.set_value(part);
                state.set(next);
            }
        });
    };
    let begin = Callback::new(move |format: &'static str| {
        let asked = choice.asked.with_untracked(|asked| asked.clone());
        if let Some(asked) = asked {
            run((asked.span, asked.rows, format), None);
        }
    });
    let go_on = Callback::new(move |rows: u64| {
        if let Some(part) = part_so_far.get_value() {
            run(part.asked.clone(), Some((part, rows)));
        }
    });
    let stop = move || {
        turn.update_value(|turn| *turn += 1);
        state.set(State::Idle);
    };
    let said = part(move || match state.get() {
        State::Idle => ().into_any(),
        State::Underway { lines } => view! {
            <p role="status">"Exporting: " {count(lines)} " rows so far."</p>
            {plain_button("Cancel the export", stop)}
        }
        .into_any(),
        State::Done { rows, duplicates_dropped } => {
            let moved = (duplicates_dropped > 0).then(|| {
                format!(" {} moved while they were asked for, and are in it once.", count(duplicates_dropped))
            });
            view! { <p role="status">{count(rows)} " rows exported." {moved}</p> }.into_any()
        }
        State::Cut { rows, retry_after_s } => {
            let when = retry_after_s
                .and_then(|s| i64::try_from(s).ok())
                .map(|s| format!(" More can be asked for in {}.", duration(s.saturating_mul(1000))));
            view! {
                <p role="alert">"The export stopped after " {count(rows)} " rows: the hour's requests are spent, or the service fails." {when}</p>
                {plain_button("Go on", move || go_on.run(rows))}
            }
            .into_any()
        }
        State::Failed(error) => view! { <ErrorNotice error=error/> }.into_any(),
    });
    view! {
        <div class="export" role="group" aria-label="Export">
            {plain_button("Export CSV", move || begin.run("csv"))}
            {plain_button("Export NDJSON", move || begin.run("ndjson"))}
            <div class="export__state">{said}</div>
        </div>
    }
}

/// Reads a file to its end, behind what is there of it. `progress` says whether anybody still wants it.
async fn fetch(
    choice: Choice,
    asked: (Span, RowsQuery, &'static str),
    before: Option<(Part, u64)>,
    progress: impl Fn(u64) -> bool,
) -> Result<(Part, Option<Ending>), ApiError> {
    let (span, query, format) = &asked;
    let go_on = before.as_ref().and_then(|(part, rows)| Some((part.table.clone()?, *rows)));
    let api = choice.console.api;
    let download: Download = api.export(&choice.project.get_value(), span, query, format, go_on).await?;
    let mut lines = before.as_ref().map_or(0, |(_, rows)| *rows);
    let mut part = before.map(|(part, _)| part).unwrap_or_else(|| Part {
        asked: asked.clone(),
        pieces: Array::new(),
        name: download.name().unwrap_or_else(|| format!("visitors.{format}")),
        table: download.table(),
    });
    let mut last = Vec::new();
    while let Some(piece) = download.next().await? {
        let bytes = piece.to_vec();
        lines += bytes.iter().filter(|byte| **byte == b'\n').count() as u64;
        // Its last line may come in pieces.
        last = if bytes.len() < LAST_LINE_MAX { [last, bytes].concat() } else { bytes };
        let surplus = last.len().saturating_sub(LAST_LINE_MAX);
        last.drain(..surplus);
        part.pieces.push(&piece);
        if !progress(lines) {
            break;
        }
    }
    let found = ending(&String::from_utf8_lossy(&last));
    if let Some(Ending { is_whole: false, length, .. }) = &found {
        // Of a file that is gone on with, only the last end counts.
        part.pieces = without_end(&part.pieces, *length);
    }
    Ok((part, found))
}

/// No last line is longer, in bytes.
const LAST_LINE_MAX: usize = 1000;

fn settle(outcome: Result<(Part, Option<Ending>), ApiError>) -> (State, Option<Part>) {
    match outcome {
        Ok((part, Some(Ending { is_whole: true, rows, duplicates_dropped, .. }))) => {
            page::save(&part.pieces, &part.name);
            (State::Done { rows, duplicates_dropped }, None)
        }
        Ok((part, Some(Ending { rows, retry_after_s, .. }))) => {
            (State::Cut { rows, retry_after_s }, Some(part))
        }
        Ok((_, None)) => (
            State::Failed(ApiError::local("The export broke off: its end is missing. Begin it again.")),
            None,
        ),
        Err(error) => (State::Failed(error), None),
    }
}

/// The pieces without so many bytes at their end.
fn without_end(pieces: &Array, mut length: u32) -> Array {
    let pieces = pieces.slice(0, pieces.length());
    while length > 0 && pieces.length() > 0 {
        let piece = Uint8Array::from(pieces.pop());
        if piece.length() > length {
            pieces.push(&piece.slice(0, piece.length() - length));
            break;
        }
        length -= piece.length();
    }
    pieces
}
