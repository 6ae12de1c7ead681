//! Keyboard shortcuts. Pure: the caller passes in the key and the time.

/// What a shortcut does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum KeyCommand<'key> {
    /// Follow the link of the top bar that has this second key.
    Go(&'key str),
    /// Focus another row of the list: the next one, or the one before.
    Step(i32),
    Help,
    /// Press the control on the screen that has this key.
    Press(&'key str),
}

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

    /// Handles a key pressed at `now_ms`. Returns whether it is the second one.
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

/// Whether a key counts again and again while it is held. Another one would act on one row after the other.
pub(crate) fn can_be_held(key: &str) -> bool {
    matches!(key, "j" | "k")
}

impl Keys {
    /// Handles a key pressed at `now_ms`.
    pub(crate) fn press<'key>(&mut self, key: &'key str, now_ms: i64) -> KeyCommand<'key> {
        match (self.go.press(key, now_ms), key) {
            (true, second) => KeyCommand::Go(second),
            (false, "j") => KeyCommand::Step(1),
            (false, "k") => KeyCommand::Step(-1),
            (false, "?") => KeyCommand::Help,
            (false, other) => KeyCommand::Press(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press<'key>(keys: &[(&'key str, i64)]) -> Vec<KeyCommand<'key>> {
        let mut state = Keys::default();
        keys.iter().map(|(key, at)| state.press(key, *at)).collect()
    }

    #[test]
    fn a_second_key_counts_only_right_after_the_first() {
        use KeyCommand::{Go, Help, Press, Step};
        assert_eq!(press(&[("g", 0), ("j", 900)]), [Press("g"), Go("j")]);
        assert_eq!(press(&[("g", 0), ("g", 500), ("v", 1400)]), [Press("g"), Press("g"), Go("v")]);
        assert_eq!(press(&[("g", 0), ("v", 1001)]), [Press("g"), Press("v")]);
        assert_eq!(press(&[("t", 0), ("g", 10), ("t", 20)]), [Press("t"), Press("g"), Go("t")]);
        assert_eq!(press(&[("g", 0), ("x", 10), ("v", 20)]), [Press("g"), Go("x"), Press("v")]);
        assert_eq!(press(&[("j", 0), ("k", 2), ("?", 3)]), [Step(1), Step(-1), Help]);
    }
}
