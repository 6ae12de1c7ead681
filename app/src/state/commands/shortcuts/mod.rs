//! Every keyboard shortcut: what the list of shortcuts shows, and the command palette beside its commands.
//!
//! An action that cannot be undone, such as the end of a session, has no key of its own or asks first, because a slip would be
//! enough to trigger it. `j`, `k` and Tab lead to its control. Links in a text and the answers to a question are reached with Tab.

mod scope;
mod table;
#[cfg(test)]
mod tests;

use docket_wire::PageMatch;

pub(crate) use self::scope::ShortcutScope;
pub(crate) use self::table::SHORTCUTS;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shortcut {
    pub scope: ShortcutScope,
    /// Its keys, one after another.
    pub keys: &'static [&'static str],
    pub effect: &'static str,
}

/// What a key does on a page, for a control that has no text of its own.
pub(crate) fn effect_of(key: &str, page: &PageMatch) -> Option<&'static str> {
    let known = SHORTCUTS.iter().find(|known| known.keys == [key] && known.scope.is_on(page))?;
    Some(known.effect)
}
