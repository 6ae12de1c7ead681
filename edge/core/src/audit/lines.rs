use crate::ordered;

/// A page of the log, newest first. Each entry is the JSON that is stored, because Docket only passes it on: an
/// [`AuditPage`](docket_wire::AuditPage) is the same for those who read it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AuditLines {
    pub entries: Vec<String>,
    /// Whether older entries match as well.
    pub has_more: bool,
}

/// What an entry begins with, before its id.
const ID: &str = "{\"id\":";

impl AuditLines {
    /// The page as an object sends it to the Worker: whether there are more, and an entry on each line.
    #[must_use]
    pub fn to_text(&self) -> String {
        format!("{}\n{}", self.has_more, self.entries.join("\n"))
    }

    /// Reads what [`AuditLines::to_text`] made.
    #[must_use]
    pub fn from_text(text: &str) -> Self {
        let (has_more, entries) = text.split_once('\n').unwrap_or((text, ""));
        Self { has_more: has_more == "true", entries: entries.lines().map(str::to_owned).collect() }
    }

    /// The page in JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        format!("{{\"entries\":[{}],\"hasMore\":{}}}", self.entries.join(","), self.has_more)
    }

    /// The id of the last entry.
    #[must_use]
    pub fn last_id(&self) -> Option<u64> {
        self.entries.last().map(|entry| id_of(entry))
    }

    /// One page of this one and the page of another log. Both have the entries of the same query with the same limit,
    /// so what one of them left out is older than all that the page shows of it.
    #[must_use]
    pub fn merge(mut self, other: Self, limit: usize) -> Self {
        for entry in other.entries {
            ordered::insert(&mut self.entries, entry, |one, other| id_of(one) > id_of(other));
        }
        self.has_more |= other.has_more || self.entries.len() > limit;
        self.entries.truncate(limit);
        self
    }
}

/// The id of an entry.
fn id_of(entry: &str) -> u64 {
    let digits = entry.strip_prefix(ID).and_then(|rest| rest.split(',').next());
    digits.and_then(|digits| digits.parse().ok()).unwrap_or_default()
}
