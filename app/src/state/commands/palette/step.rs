//! The choice that is selected, and the keys that select another one.

use super::choice::{PaletteChoice, PaletteCommand};

/// The choice that a person stepped to, or the first one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Selected {
    index: usize,
    command: Option<PaletteCommand>,
}

impl Selected {
    /// The choice with this index.
    pub(crate) fn at(index: usize, shown: &[PaletteChoice]) -> Self {
        Self { index, command: shown.get(index).map(|choice| choice.command.clone()) }
    }

    /// Its index among the choices that are shown now. It stays selected when more is found above it.
    pub(crate) fn index(&self, shown: &[PaletteChoice]) -> usize {
        let is_selected = |choice: &PaletteChoice| Some(&choice.command) == self.command.as_ref();
        if shown.get(self.index).is_some_and(is_selected) {
            return self.index;
        }
        shown.iter().position(is_selected).unwrap_or_else(|| self.index.min(shown.len().saturating_sub(1)))
    }
}

/// The index that a key leads to among `count` choices, from the one at `at`. `None` for a key that leads nowhere.
pub(crate) fn step(key: &str, at: usize, count: usize) -> Option<usize> {
    let last = count.checked_sub(1)?;
    match key {
        "ArrowDown" => Some(if at >= last { 0 } else { at + 1 }),
        "ArrowUp" => Some(at.checked_sub(1).unwrap_or(last)),
        "Home" => Some(0),
        "End" => Some(last),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::commands::palette::choice::PaletteGroup;

    #[test]
    fn what_a_person_stepped_to_stays_selected() {
        let choice = |path: &str| PaletteChoice {
            group: PaletteGroup::Jobs,
            title: path.to_owned(),
            aside: String::new(),
            command: PaletteCommand::Open(path.to_owned()),
        };
        let shown = ["/a", "/b", "/a"].map(choice);
        assert_eq!(Selected::default().index(&shown), 0);
        assert_eq!(Selected::at(2, &shown).index(&shown), 2, "another choice may do the same");
        let more = ["/c", "/a", "/b"].map(choice);
        assert_eq!(Selected::at(1, &shown).index(&more), 2);
        assert_eq!(Selected::at(1, &shown).index(&["/c", "/d"].map(choice)), 1);
        assert_eq!(
            Selected::at(2, &shown).index(&["/c", "/d"].map(choice)),
            1,
            "the last one, if it has gone"
        );
    }

    #[test]
    fn keys_move_among_the_choices_and_around_their_ends() {
        for (key, at, count, to) in [
            ("ArrowDown", 0, 3, Some(1)),
            ("ArrowDown", 2, 3, Some(0)),
            ("ArrowUp", 0, 3, Some(2)),
            ("Home", 2, 3, Some(0)),
            ("End", 0, 3, Some(2)),
            ("ArrowDown", 0, 0, None),
            ("a", 0, 3, None),
        ] {
            assert_eq!(step(key, at, count), to, "{key} from {at} of {count}");
        }
    }
}
