//! The visitors of each day as a table for spreadsheets, with what happened on the days.

use std::fmt::Write as _;

use docket_wire::{CSV_MARK, DayMark, ProjectId, TrendDay, spreadsheet_cell};

/// The name of the file: `visitors-acme-docs-days-2026-10-01-to-2026-10-31.csv`.
pub(crate) fn days_file_name(project: &ProjectId, days: &[TrendDay], is_of_page: bool) -> String {
    let what = if is_of_page { "days-of-a-page" } else { "days" };
    let end = |day: Option<&TrendDay>| day.map(|day| day.day.to_string()).unwrap_or_default();
    format!("visitors-{project}-{what}-{}-to-{}.csv", end(days.first()), end(days.last()))
}

/// The file. A day without counts has empty cells, because they are not known to be zero.
pub(crate) fn days_csv(days: &[TrendDay], marks: &[DayMark]) -> String {
    let mut text = format!("{CSV_MARK}day,human,ai,total,complete,jobs_ended,pull_requests,note\n");
    for TrendDay { day, totals, partial, .. } in days {
        let _ = match totals {
            Some(totals) => {
                write!(text, "{day},{},{},{},{}", totals.human, totals.ai, totals.total, !partial)
            }
            None => write!(text, "{day},,,,"),
        };
        let mark = marks.iter().find(|mark| mark.day == *day);
        let (jobs, pull_requests) = mark.map_or((0, 0), |mark| (mark.jobs_ended, mark.pull_requests));
        let note = mark.and_then(|mark| mark.note.as_ref()).map(|note| spreadsheet_cell(&note.text));
        let _ = writeln!(text, ",{jobs},{pull_requests},{}", note.unwrap_or_default());
    }
    text
}

#[cfg(test)]
mod tests {
    use docket_wire::{CallerName, DayNote, Interval, UnixMs, VisitorTotals};

    use super::*;

    fn day(date: &str, totals: Option<VisitorTotals>, partial: bool) -> TrendDay {
        let interval = Interval { from: date.parse().unwrap(), to: date.parse().unwrap() };
        TrendDay { day: date.parse().unwrap(), interval, totals, partial, checked_at: None }
    }

    #[test]
    fn each_day_has_its_counts_and_what_happened_on_it() {
        let totals = Some(VisitorTotals { human: 7, ai: 3, total: 9 });
        let days = [
            day("2026-10-01", totals, false),
            day("2026-10-02", None, false),
            day("2026-10-03", totals, true),
        ];
        let note =
            DayNote { text: "=Launch, at last".into(), author: CallerName("ada".into()), at: UnixMs(0) };
        let mark = DayMark { day: days[2].day, note: Some(note), jobs_ended: 2, pull_requests: 1 };
        assert_eq!(
            days_csv(&days, &[mark]),
            "\u{feff}day,human,ai,total,complete,jobs_ended,pull_requests,note\n\
             2026-10-01,7,3,9,true,0,0,\n2026-10-02,,,,,0,0,\n2026-10-03,7,3,9,false,2,1,\"'=Launch, at last\"\n"
        );
        let name = days_file_name(&"docs".parse().unwrap(), &days, false);
        assert_eq!(name, "visitors-docs-days-2026-10-01-to-2026-10-03.csv");
    }
}
