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

pub(crate) fn decimal(number: f64) -> String {
    let text = format!("{number:.1}");
    let (whole, tenth) = text.split_once('.').unwrap_or((&text, "0"));
    format!("{}.{tenth}", count(whole.parse().unwrap_or_default()))
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
