//! What happened on the days of a span.

use docket_wire::{Day, DayMark, DayMarks, Interval, Span, UnixMs, UtcOffsets};

use super::MARKS_COUNTED_MAX;
use crate::jobs::reads::JobReads;
use crate::jobs::store::{CountedTime, JobTimes, NotesTable};
use crate::storage::{Database, DatabaseError};

impl<D: Database> JobReads<'_, D> {
    /// The days of a span that have a note, or on which jobs that are not hidden ended or pull requests were linked.
    pub fn day_marks(&self, span: &Span, zone: &impl UtcOffsets) -> Result<DayMarks, DatabaseError> {
        let mut marks = DayMarks { zone: span.zone().clone(), days: Vec::new(), counted_from: None };
        // Newest first, as the times are.
        let mut days = Vec::new();
        for day in span.newest_first() {
            if let Some(interval) = Interval::of_day(day, span.zone(), zone) {
                let start = interval.from.instant();
                days.push((start, DayMark { day, note: None, jobs_ended: 0, pull_requests: 0 }));
            }
        }
        let end = Interval::of(span, zone).map(|interval| interval.to.instant());
        if let (Some(end), Some((start, _))) = (end, days.last()) {
            let within = *start..end;
            let times = JobTimes(self.db());
            let ended = times.ended(&within, MARKS_COUNTED_MAX)?;
            let linked = times.pull_requests(&within, MARKS_COUNTED_MAX)?;
            let ended_from = count(&mut days, &ended, |mark| &mut mark.jobs_ended);
            let linked_from = count(&mut days, &linked, |mark| &mut mark.pull_requests);
            marks.counted_from = ended_from.max(linked_from);
        }
        if let Some(from) = marks.counted_from {
            for (_, mark) in days.iter_mut().filter(|(_, mark)| mark.day < from) {
                (mark.jobs_ended, mark.pull_requests) = (0, 0);
            }
        }
        let mut notes = NotesTable(self.db()).between(span.from(), span.to())?;
        for (_, mut mark) in days.into_iter().rev() {
            if let Some(at) = notes.iter().position(|(day, _)| *day == mark.day) {
                mark.note = Some(notes.swap_remove(at).1);
            }
            if mark.note.is_some() || mark.jobs_ended > 0 || mark.pull_requests > 0 {
                marks.days.push(mark);
            }
        }
        Ok(marks)
    }
}

/// Counts times on their days; both are newest first. Returns the first day that has all of its times, if there may be
/// more times than those: the day of the last time may lack some.
fn count(
    days: &mut [(UnixMs, DayMark)],
    times: &[CountedTime],
    counter: fn(&mut DayMark) -> &mut u32,
) -> Option<Day> {
    let mut place = 0;
    for (at, is_counted) in times {
        while days.get(place).is_some_and(|(start, _)| start > at) {
            place += 1;
        }
        if let Some((_, mark)) = days.get_mut(place) {
            *counter(mark) += u32::from(*is_counted);
        }
    }
    let is_full = u32::try_from(times.len()).is_ok_and(|len| len >= MARKS_COUNTED_MAX);
    let last = days.get(place).filter(|_| is_full)?;
    last.1.day.plus(1)
}
