//! The draft of a prompt about a page, which a person completes and an agent reads.

/// The first line. The person continues behind the colon.
pub(crate) fn improve_page(path: &str) -> String {
    format!("Improve the page {path}: ")
}

pub(crate) fn on(day: &str) -> String {
    format!("On {day}")
}

pub(crate) fn from_to(first: &str, last: &str) -> String {
    format!("From {first} to {last}")
}

/// `days` is one of the two above.
pub(crate) fn figures(days: &str, zone: &str, total: &str, human: &str, ai: &str) -> String {
    format!("{days} ({zone}) it had {total} unique visitors: {human} human and {ai} AI.")
}

/// After the sentences about a page of a view that compares. `days` is as above.
pub(crate) fn before(days: &str, total: &str) -> String {
    format!(" {days} it had {total}.")
}

/// After the sentence above, if the period ends with a day that is not over.
pub(crate) fn not_over(day: &str) -> String {
    format!(" {day} was not over then.")
}
