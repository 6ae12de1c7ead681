//! What happened on a day, in words.

use docket_wire::{DayMark, NoteEdit};

use crate::format::number::count;
use crate::texts::analytics::counts;

/// What became of jobs: `2 jobs ended, 1 pull request`. Empty if nothing did.
fn happened(mark: &DayMark) -> String {
    let (jobs, links) = (u64::from(mark.jobs_ended), u64::from(mark.pull_requests));
    let jobs = (jobs > 0).then(|| counts::jobs_ended(jobs, &count(jobs)));
    let links = (links > 0).then(|| counts::pull_requests(links, &count(links)));
    [jobs, links].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// The note and what became of jobs.
pub(crate) fn mark_text(mark: &DayMark) -> String {
    match (&mark.note, happened(mark)) {
        (None, happened) => happened,
        (Some(note), happened) if happened.is_empty() => NoteEdit::on_one_line(&note.text),
        (Some(note), happened) => format!("{} · {happened}", NoteEdit::on_one_line(&note.text)),
    }
}

#[cfg(test)]
mod tests {
    use docket_wire::{CallerName, DayNote, UnixMs};

    use super::*;

    #[test]
    fn a_mark_has_a_note_and_counts() {
        for (note, jobs_ended, pull_requests, text) in [
            (None, 0, 0, ""),
            (None, 1, 0, "1 job ended"),
            (Some("Launch"), 0, 0, "Launch"),
            (Some("Launch"), 2, 1, "Launch · 2 jobs ended, 1 pull request"),
            (Some("Launch\nSale"), 0, 1, "Launch · Sale · 1 pull request"),
        ] {
            let author = CallerName("ada".into());
            let note = note.map(|text| DayNote { text: text.to_owned(), author, at: UnixMs(0) });
            let day = "2026-10-03".parse().unwrap();
            assert_eq!(mark_text(&DayMark { day, note, jobs_ended, pull_requests }), text);
        }
    }
}
