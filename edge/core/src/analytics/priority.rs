//! For whom a page is looked up, and so which part of the request budget it may use.

use docket_wire::CallerName;

/// Who gets the remaining requests first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Priority {
    /// A person waits for a page. Uses the whole budget.
    Person,
    /// A person or program waits for a file. Leaves a tenth to people.
    Export,
    /// No caller waits. Leaves a fifth to the others, as every request of a program does.
    Background,
}

/// How a page is looked up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lookup {
    /// The part of the budget that the request may use.
    pub priority: Priority,
    /// The program that asks, which has a share of the hour; `None` for a person.
    pub program: Option<CallerName>,
    /// Whether to fetch the page although the cache is fresh.
    pub force_refresh: bool,
}

impl Lookup {
    /// The lookup of a person who waits, from the cache if that is fresh.
    #[must_use]
    pub fn person() -> Self {
        Self { priority: Priority::Person, program: None, force_refresh: false }
    }

    /// The lookup of a backfill that a person or a program started.
    #[must_use]
    pub fn background(program: Option<CallerName>) -> Self {
        Self { priority: Priority::Background, program, force_refresh: false }
    }

    /// The part of `limit` that is reserved for others.
    pub(super) fn reserve(&self, limit: u32) -> u32 {
        match self.priority {
            _ if self.program.is_some() => limit / 5,
            Priority::Person => 0,
            Priority::Export => limit / 10,
            Priority::Background => limit / 5,
        }
    }

    pub(super) fn is_of_person(&self) -> bool {
        self.priority == Priority::Person && self.program.is_none()
    }
}
