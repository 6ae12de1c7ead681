//! Marks under the days of the chart.

use docket_wire::{Day, DayMark, Interval, JobFilter, TrendDay};
use leptos::prelude::*;

use super::lines;
use super::note_form::NoteForm;
use crate::components::analytics::bar::BarLength;
use crate::components::error_notice::ErrorNotice;
use crate::components::may_change_jobs::MayChangeJobs;
use crate::format::analytics::mark_text;
use crate::format::locale::day as format_day;
use crate::paths::Page;
use crate::state::analytics::day_marks::Marks;
use crate::texts::analytics::trend as texts;
use crate::texts::general;

/// A diamond for a note, and a circle for jobs that ended or pull requests that were linked. The picked day and the table
/// say what they stand for.
#[component]
pub(super) fn MarksStrip(days: Memo<Vec<TrendDay>>, marks: Marks) -> impl IntoView {
    let flags = move || {
        let marks = marks.days().get();
        days.with(|days| {
            let width = lines::day_start(days.len());
            let flag = |mark: DayMark| {
                let index = days.iter().position(|day| day.day == mark.day)?;
                let left = BarLength::of(lines::day_middle(index), width).to_string();
                let note =
                    mark.note.is_some().then(|| view! { <i class="chart__flag chart__flag--note"></i> });
                let jobs = has_jobs(&mark).then(|| view! { <i class="chart__flag"></i> });
                Some(view! { <span style:left=left>{note} {jobs}</span> })
            };
            marks.into_iter().filter_map(flag).collect_view()
        })
    };
    view! { <div class="chart__flags" aria-hidden="true">{flags}</div> }
}

/// What the marks stand for.
#[component]
pub(super) fn MarksKey(marks: Marks) -> impl IntoView {
    let has_any = move |is_marked: fn(&DayMark) -> bool| marks.days().with(|days| days.iter().any(is_marked));
    let has_note = |mark: &DayMark| mark.note.is_some();
    view! {
        <span class="chart__key" aria-hidden="true">
            {move || has_any(has_note).then(|| view! { <i class="chart__flag chart__flag--note"></i> {texts::KEY_NOTE} })}
            {move || has_any(has_jobs).then(|| view! { <i class="chart__flag"></i> {texts::KEY_JOBS} })}
        </span>
    }
}

fn has_jobs(mark: &DayMark) -> bool {
    mark.jobs_ended > 0 || mark.pull_requests > 0
}

/// Where the events of a day are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::components::analytics) enum EventsView {
    /// Above the chart, for the picked day.
    Chart,
    /// In the table, where a button in each row would be a hundred stops of the Tab key: only notes that exist have one.
    Table,
    /// In the trend of a page, where nobody writes: a note is on a day of all pages.
    PageTrend,
}

impl EventsView {
    /// The selector of the slider over the days of the chart.
    pub(super) fn chart(self) -> &'static str {
        match self {
            Self::Chart | Self::Table => ".chart__pointer",
            Self::PageTrend => "#page-trend .chart__pointer",
        }
    }
}

/// What happened on a day, and the button that writes its note.
#[component]
pub(super) fn DayEvents(day: Day, marks: Marks, events: EventsView) -> impl IntoView {
    let text = move || marks.on(day).map(|mark| mark_text(&mark));
    // Above the chart it has one line, which may not have room for all of it.
    let is_line = events != EventsView::Table;
    let title = move || text().filter(|_| is_line);
    let text = view! { <span class:chart__event=is_line dir="auto" title=title>{text}</span> };
    let has_note = move || marks.on(day).is_some_and(|mark| mark.note.is_some());
    let (name, has_button) = match events {
        EventsView::Chart => ("chart", true),
        EventsView::Table => ("table", false),
        EventsView::PageTrend => return text.into_any(),
    };
    let id = format!("note-of-{name}-{day}");
    let has_button = move || has_button || has_note();
    // The chart, once the button is gone. It comes first in the page.
    let opener = StoredValue::new(format!("#{id}, body:not(:has(#{id})) .chart__pointer"));
    let id = StoredValue::new(id);
    let name = move || if has_note() { texts::EDIT_NOTE } else { texts::ADD_NOTE };
    let label = move || {
        let label_on = if has_note() { texts::edit_note_on } else { texts::add_note_on };
        label_on(&format_day(day))
    };
    view! {
        {text}
        <Show when=has_button>
            <MayChangeJobs project=marks.selection.project.get_value()>
                " "
                <button type="button" class="button button--small" id=id.get_value() aria-keyshortcuts="i" title=general::shortcut("i") aria-label=label
                    on:click=move |_| marks.write(day, opener.get_value())>{name}</button>
            </MayChangeJobs>
        </Show>
    }
    .into_any()
}

/// A link to the jobs that ended on a day, which is this interval.
#[component]
pub(super) fn JobsOfDay(day: Day, interval: Interval, marks: Marks) -> impl IntoView {
    let filter = JobFilter {
        ended_since: Some(interval.from.instant()),
        ended_until: Some(interval.to.instant()),
        ..JobFilter::default()
    };
    let href = marks.selection.project.with_value(|project| Page::FilteredJobs(project, &filter).to_string());
    let has_jobs = move || marks.on(day).is_some_and(|mark| mark.jobs_ended > 0);
    view! {
        <Show when=has_jobs>
            " "
            <a href=href.clone()>{texts::JOBS_OF_THIS_DAY}</a>
        </Show>
    }
}

/// The form of the note that is being written, and why marks are missing.
#[component]
pub(super) fn OpenNoteForm(marks: Marks) -> impl IntoView {
    let open = marks.open_note();
    let failure = move || {
        let (_, result) = marks.fetched().get()?;
        let retry = Callback::new(move |()| marks.fetched().refetch());
        result.err().map(|error| view! { <ErrorNotice error=error on_retry=retry/> })
    };
    let uncounted = move || {
        let (_, marks) = marks.fetched().current()?;
        let from = marks.counted_from?;
        Some(view! { <p class="paths-note">{texts::counted_from(&format_day(from))}</p> })
    };
    view! {
        {move || open.get().map(|note| view! { <NoteForm day=note.day marks=marks/> })}
        {uncounted}
        {failure}
    }
}
