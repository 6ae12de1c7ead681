//! English, as tests on the host expect it.

use docket_wire::Day;

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

pub(crate) fn count(n: u64) -> String {
    let digits = n.to_string();
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|group| std::str::from_utf8(group).unwrap_or_default())
        .collect();
    groups.join(",")
}

pub(crate) fn tenths(n: u64) -> String {
    format!("{}.{}", count(n / 10), n % 10)
}

pub(crate) fn percentage(share: f64) -> String {
    format!("{:.1}%", share * 100.0)
}

pub(crate) fn whole_percentage(share: f64) -> String {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast saturates")]
    let percent = (share * 100.0).round() as u64;
    format!("{}%", count(percent))
}

pub(crate) fn day(day: Day) -> String {
    let (year, ..) = day.ymd();
    format!("{}, {year}", month_day(day))
}

pub(crate) fn month_day(day: Day) -> String {
    let (_, month, day) = day.ymd();
    let index = usize::try_from(month).ok().and_then(|month| month.checked_sub(1));
    let name = index.and_then(|index| MONTHS.get(index)).copied().unwrap_or_default();
    format!("{name} {day}")
}

pub(crate) fn day_range(from: Day, to: Day) -> String {
    if from == to { day(to) } else { format!("{} – {}", day(from), day(to)) }
}
