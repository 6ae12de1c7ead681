//! The script of an hour in which ten people use the visitors page.

use docket_wire::{Comparison, Day, Span, ZoneName};

/// A person opens the visitors page or changes its range, and sees totals, their comparison, and the trend.
pub struct PageView {
    /// Milliseconds since the start of the hour.
    pub at_ms: i64,
    /// The project.
    pub project: &'static str,
    /// The days.
    pub span: Span,
    /// The comparison.
    pub comparison: Comparison,
}

/// People with the same habits.
struct Group {
    people: i64,
    project: &'static str,
    zone: &'static str,
    /// Indexes into the list of presets.
    presets: &'static [usize],
    comparison: Comparison,
}

pub const PROJECTS: [&str; 2] = ["acme-docs", "acme-api"];
pub const ZONES: [&str; 2] = ["Europe/Berlin", "UTC"];

const GROUPS: [Group; 4] = [
    Group {
        people: 5,
        project: PROJECTS[0],
        zone: ZONES[0],
        presets: &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
        comparison: Comparison::Previous,
    },
    Group { people: 1, project: PROJECTS[0], zone: ZONES[0], presets: &[4, 6], comparison: Comparison::Year },
    Group {
        people: 2,
        project: PROJECTS[0],
        zone: ZONES[1],
        presets: &[0, 2, 4, 6],
        comparison: Comparison::Previous,
    },
    Group {
        people: 2,
        project: PROJECTS[1],
        zone: ZONES[0],
        presets: &[0, 1, 2, 4],
        comparison: Comparison::Previous,
    },
];

/// The time between two page views of a person.
const PAUSE_MS: i64 = 2 * 60_000;
const HOUR_MS: i64 = 60 * 60_000;

/// Today, yesterday, the last 7, 14, 30 and 90 days, this month and the last, the quarter, and the year to date.
fn presets(today: Day) -> [(Day, Day); 10] {
    let back = |days: i32| today.plus(-days).unwrap();
    let (year, month, _) = today.ymd();
    let first = |month| Day::from_ymd(year, month, 1).unwrap();
    let last_month =
        Day::from_ymd(year, month - 1, 1).unwrap_or_else(|| Day::from_ymd(year - 1, 12, 1).unwrap());
    [
        (today, today),
        (back(1), back(1)),
        (back(6), today),
        (back(13), today),
        (back(29), today),
        (back(89), today),
        (first(month), today),
        (last_month, first(month).plus(-1).unwrap()),
        (first((month - 1) / 3 * 3 + 1), today),
        (first(1), today),
    ]
}

/// All page views of the hour, in order.
pub fn hour(today: Day) -> Vec<PageView> {
    let presets = presets(today);
    let mut views = Vec::new();
    let mut person = 0;
    for group in GROUPS {
        for _ in 0..group.people {
            // People start at different times, with different presets.
            for nth in 0..HOUR_MS / PAUSE_MS {
                let index = usize::try_from(nth + 3 * person).unwrap() % group.presets.len();
                let (from, to) = presets[group.presets[index]];
                let zone = ZoneName::try_from(group.zone.to_owned()).unwrap();
                views.push(PageView {
                    at_ms: nth * PAUSE_MS + person * PAUSE_MS / 10,
                    project: group.project,
                    span: Span::new(from, to, zone).unwrap(),
                    comparison: group.comparison,
                });
            }
            person += 1;
        }
    }
    views.sort_by_key(|view| view.at_ms);
    views
}

/// The days whose whole trend is loaded.
pub fn trend(today: Day) -> Span {
    let zone = ZoneName::try_from(ZONES[0].to_owned()).unwrap();
    Span::new(today.plus(-29).unwrap(), today, zone).unwrap()
}
