//! The keys that move among the choices.

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
