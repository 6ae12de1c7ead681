//! Which row a key leads to. The rows are one stop of the Tab key, however many there are.

/// What the table shows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Screen {
    /// Height of each row, in pixels; not 0.
    pub row_height: u64,
    /// Pixels above the part that is visible.
    pub top: u64,
    /// Pixels that are visible.
    pub height: u64,
    pub last: u64,
}

impl Screen {
    /// The row that a key leads to from the row `at`; from the frame around the rows if there is none. `None` for a key that
    /// leads nowhere.
    pub(super) fn row_after(self, key: &str, at: Option<u64>) -> Option<u64> {
        let rows = (self.height / self.row_height).max(1);
        let from = at.unwrap_or(0);
        let next = match (key, at) {
            // The first key enters the rows where the screen begins.
            ("ArrowDown" | "j" | "ArrowUp" | "k", None) => self.top.div_ceil(self.row_height),
            ("ArrowDown" | "j", Some(at)) => at + 1,
            ("ArrowUp" | "k", Some(at)) => at.saturating_sub(1),
            ("PageDown", _) => from + rows,
            ("PageUp", _) => from.saturating_sub(rows),
            ("Home", _) => 0,
            ("End", _) => self.last,
            _ => return None,
        };
        Some(next.min(self.last))
    }

    /// The pixels above the screen when a row is to be seen. `None` if it is seen already.
    pub(super) fn top_for(self, row: u64) -> Option<u64> {
        let (start, end) = (row * self.row_height, (row + 1) * self.row_height);
        if start < self.top {
            Some(start)
        } else if end > self.top + self.height {
            Some(end.saturating_sub(self.height))
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCREEN: Screen = Screen { row_height: 32, top: 100, height: 320, last: 40 };

    #[test]
    fn keys_move_within_the_rows() {
        for (key, at, row) in [
            ("ArrowDown", None, Some(4)),
            ("ArrowUp", None, Some(4)),
            ("ArrowDown", Some(4), Some(5)),
            ("ArrowDown", Some(40), Some(40)),
            ("ArrowUp", Some(0), Some(0)),
            ("j", Some(4), Some(5)),
            ("k", Some(4), Some(3)),
            ("PageDown", Some(3), Some(13)),
            ("PageDown", Some(35), Some(40)),
            ("PageUp", Some(3), Some(0)),
            ("Home", Some(9), Some(0)),
            ("End", None, Some(40)),
            ("Tab", Some(1), None),
        ] {
            assert_eq!(SCREEN.row_after(key, at), row, "{key} from {at:?}");
        }
    }

    #[test]
    fn a_row_is_scrolled_to_only_if_it_is_hidden() {
        assert_eq!(SCREEN.top_for(3), Some(96));
        assert_eq!(SCREEN.top_for(4), None);
        assert_eq!(SCREEN.top_for(12), None);
        assert_eq!(SCREEN.top_for(13), Some(128));
    }
}
