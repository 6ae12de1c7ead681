//! Keyboard shortcuts. Pure: the caller passes in the key and the time.

/// What a shortcut does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Command {
    /// Go to the jobs.
    Jobs,
    /// Go to the inbox.
    Inbox,
    /// Go to the visitors.
    Visitors,
    /// Go to the templates.
    Templates,
    /// Focus the field for a prompt.
    Compose,
    /// Focus the search of the jobs.
    Search,
    /// Focus the next job of the list.
    Next,
    /// Focus the job before in the list.
    Previous,
    /// Show the list of shortcuts.
    Help,
}

/// Every shortcut: its keys, and what the list says about it.
pub(crate) const SHORTCUTS: [(&[&str], &str); 12] = [
    (&["g", "j"], "Go to jobs"),
    (&["g", "i"], "Go to inbox"),
    (&["g", "v"], "Go to visitors"),
    (&["g", "t"], "Go to templates"),
    (&["j", "k"], "Next or previous job of the list; Enter opens it"),
    (&["e"], "In the inbox: mark as read or unread"),
    (&["/"], "Search the jobs"),
    (&["c"], "Write a prompt"),
    (&["x"], "On the visitors page: select the page of the row for a job"),
    (&["r", "1 … 0"], "On the visitors page: select a range, from today to year to date"),
    (&["Ctrl", "Enter"], "Send the prompt (⌘ Enter on a Mac)"),
    (&["?"], "Show this list"),
];

/// The second key of a pair counts within this time.
const PAIR_WITHIN_MS: i64 = 1000;

/// A first key, right after which a second one counts.
#[derive(Debug, Clone, Copy)]
pub(crate) struct KeyPair {
    first: &'static str,
    /// When the first key was pressed, if that was the last key.
    pressed_ms: Option<i64>,
}

impl KeyPair {
    /// A pair that begins with a key.
    pub(crate) fn of(first: &'static str) -> Self {
        Self { first, pressed_ms: None }
    }

    /// Handles a key pressed at `now_ms`: whether it is the second one.
    pub(crate) fn press(&mut self, key: &str, now_ms: i64) -> bool {
        let pressed_ms = self.pressed_ms.take();
        if key == self.first {
            self.pressed_ms = Some(now_ms);
            return false;
        }
        pressed_ms.is_some_and(|pressed_ms| now_ms - pressed_ms <= PAIR_WITHIN_MS)
    }
}

/// The shortcuts of every page.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Keys {
    go: KeyPair,
}

impl Default for Keys {
    fn default() -> Self {
        Self { go: KeyPair::of("g") }
    }
}

impl Keys {
    /// Handles a key pressed at `now_ms`.
    pub(crate) fn press(&mut self, key: &str, now_ms: i64) -> Option<Command> {
        match (self.go.press(key, now_ms), key) {
            (true, "j") => Some(Command::Jobs),
            (true, "i") => Some(Command::Inbox),
            (true, "v") => Some(Command::Visitors),
            (true, "t") => Some(Command::Templates),
            (_, "c") => Some(Command::Compose),
            (_, "/") => Some(Command::Search),
            (_, "j") => Some(Command::Next),
            (_, "k") => Some(Command::Previous),
            (_, "?") => Some(Command::Help),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(keys: &[(&str, i64)]) -> Vec<Command> {
        let mut state = Keys::default();
        keys.iter().filter_map(|(key, at)| state.press(key, *at)).collect()
    }

    #[test]
    fn a_second_key_counts_only_right_after_the_first() {
        assert_eq!(press(&[("g", 0), ("j", 900)]), [Command::Jobs]);
        assert_eq!(press(&[("g", 0), ("g", 500), ("v", 1400)]), [Command::Visitors]);
        assert_eq!(press(&[("g", 0), ("i", 10)]), [Command::Inbox]);
        assert_eq!(press(&[("g", 0), ("v", 1001)]), []);
        assert_eq!(press(&[("t", 0), ("g", 10), ("t", 20)]), [Command::Templates]);
        assert_eq!(press(&[("g", 0), ("x", 10), ("v", 20)]), []);
        assert_eq!(press(&[("j", 0), ("v", 1), ("k", 2)]), [Command::Next, Command::Previous]);
        assert_eq!(press(&[("/", 0)]), [Command::Search]);
        assert_eq!(press(&[("c", 0), ("?", 1)]), [Command::Compose, Command::Help]);
    }
}
