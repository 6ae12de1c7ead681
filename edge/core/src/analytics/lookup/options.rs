//! How a page is looked up: who needs it, which part of the request budget it may use, and whether the cache may answer.

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

/// What a request wants of the cache: the directives of `Cache-Control` in RFC 9111, 5.2.1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CacheDirective {
    /// A fresh answer from the cache, or one of the service.
    #[default]
    Default,
    /// An answer of the service, although the cache is fresh.
    NoCache,
    /// Docket answers from the cache, fresh or not, and sends no request to the service.
    OnlyIfCached,
}

/// How a page is looked up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookupOptions {
    /// The part of the budget that the request may use.
    pub priority: Priority,
    /// The program that asks, because each program has a share of the hour; `None` for a person.
    pub program: Option<CallerName>,
    pub cache: CacheDirective,
}

impl LookupOptions {
    /// The lookup of a person who waits, from the cache if that is fresh.
    #[must_use]
    pub fn person() -> Self {
        Self { priority: Priority::Person, program: None, cache: CacheDirective::Default }
    }

    /// The lookup of a backfill that a person or a program started.
    #[must_use]
    pub fn background(program: Option<CallerName>) -> Self {
        Self { priority: Priority::Background, program, cache: CacheDirective::Default }
    }

    /// Whether to fetch the page although the cache is fresh.
    pub(crate) fn is_refresh(&self) -> bool {
        self.cache == CacheDirective::NoCache
    }

    /// The same lookup, but a fresh answer in the cache is enough.
    pub(crate) fn without_refresh(&self) -> Self {
        let cache = if self.is_refresh() { CacheDirective::Default } else { self.cache };
        Self { cache, ..self.clone() }
    }

    /// The part of `limit` that is reserved for others.
    pub(crate) fn reserve(&self, limit: u32) -> u32 {
        match self.priority {
            _ if self.program.is_some() => limit / 5,
            Priority::Person => 0,
            Priority::Export => limit / 10,
            Priority::Background => limit / 5,
        }
    }

    pub(crate) fn is_of_person(&self) -> bool {
        self.priority == Priority::Person && self.program.is_none()
    }
}
