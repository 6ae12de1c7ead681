//! Every keyboard shortcut: what the list of shortcuts shows, and the command palette beside its commands.

/// Where a shortcut works.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Everywhere,
    Jobs,
    Selection,
    Job,
    Inbox,
    Visitors,
}

impl Place {
    /// All places, in the order of the list.
    pub(crate) const ALL: [Self; 6] =
        [Self::Everywhere, Self::Jobs, Self::Selection, Self::Job, Self::Inbox, Self::Visitors];

    /// The heading of its shortcuts.
    pub(crate) fn heading(self) -> &'static str {
        match self {
            Self::Everywhere => "Everywhere",
            Self::Jobs => "List of jobs",
            Self::Selection => "Selected jobs",
            Self::Job => "Page of a job",
            Self::Inbox => "Inbox",
            Self::Visitors => "Visitors",
        }
    }
}

/// A shortcut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shortcut {
    /// Where it works.
    pub place: Place,
    /// Its keys, one after another.
    pub keys: &'static [&'static str],
    /// What it does.
    pub effect: &'static str,
}

const fn of(place: Place, keys: &'static [&'static str], effect: &'static str) -> Shortcut {
    Shortcut { place, keys, effect }
}

/// Every shortcut.
pub(crate) const SHORTCUTS: [Shortcut; 38] = [
    of(Place::Everywhere, &["Ctrl", "K"], "Find a command, a page or a job (⌘ K on a Mac)"),
    of(Place::Everywhere, &["g", "j"], "Go to jobs"),
    of(Place::Everywhere, &["g", "i"], "Go to inbox"),
    of(Place::Everywhere, &["g", "v"], "Go to visitors"),
    of(Place::Everywhere, &["g", "t"], "Go to templates"),
    of(Place::Everywhere, &["g", "a"], "Go to audit"),
    of(Place::Everywhere, &["c"], "Write a prompt"),
    of(Place::Everywhere, &["/"], "Search"),
    of(Place::Everywhere, &["Ctrl", "Enter"], "Send the prompt (⌘ Enter on a Mac)"),
    of(Place::Everywhere, &["?"], "Show this list"),
    of(Place::Jobs, &["j"], "Next job; Enter opens it"),
    of(Place::Jobs, &["k"], "Job before"),
    of(Place::Jobs, &["x"], "Select the job with the focus"),
    of(Place::Jobs, &["m"], "Load older jobs"),
    of(Place::Selection, &["l"], "Add labels"),
    of(Place::Selection, &["h"], "Hide or unhide"),
    of(Place::Selection, &["p"], "Stop or resume polling"),
    of(Place::Selection, &["s"], "Select all shown"),
    of(Place::Selection, &["u"], "Clear the selection"),
    of(Place::Job, &["f"], "Write a follow-up"),
    of(Place::Job, &["l"], "Edit the labels"),
    of(Place::Job, &["h"], "Hide or unhide"),
    of(Place::Job, &["p"], "Stop or resume polling"),
    of(Place::Job, &["r"], "Run again"),
    of(Place::Job, &["y"], "Copy the link"),
    of(Place::Job, &["i"], "Copy the job id"),
    of(Place::Job, &["u"], "Copy as curl"),
    of(Place::Job, &["m"], "Load earlier events"),
    of(Place::Inbox, &["j"], "Next item; Enter opens it"),
    of(Place::Inbox, &["k"], "Item before"),
    of(Place::Inbox, &["e"], "Mark the item with the focus as read or unread"),
    of(Place::Inbox, &["a"], "Read all"),
    of(Place::Inbox, &["n"], "Turn notifications on or off"),
    of(Place::Visitors, &["x"], "Select the page of the row for a job"),
    of(Place::Visitors, &["r", "1 … 0"], "Select a range, from today to year to date"),
    of(Place::Visitors, &["s"], "Select the loaded pages"),
    of(Place::Visitors, &["u"], "Clear the selection"),
    of(Place::Visitors, &["d"], "Export as CSV"),
];

/// What a key of the page does, for a control that has no text of its own. `is_job` is whether a job is in view.
pub(crate) fn effect_of(key: &str, is_job: bool) -> Option<&'static str> {
    let is_here = |place: Place| match place {
        Place::Everywhere => true,
        Place::Job => is_job,
        _ => !is_job,
    };
    let known = SHORTCUTS.iter().find(|known| known.keys == [key] && is_here(known.place))?;
    Some(known.effect)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_two_shortcuts_of_a_page_have_the_same_keys() {
        // The bar of the selection is on the page of the list.
        let page = |place: Place| if place == Place::Selection { "List of jobs" } else { place.heading() };
        let mut pages: BTreeSet<&str> = Place::ALL.into_iter().map(page).collect();
        pages.remove(Place::Everywhere.heading());
        for here in pages {
            let mut seen = BTreeSet::new();
            for known in
                SHORTCUTS.iter().filter(|known| known.place == Place::Everywhere || page(known.place) == here)
            {
                assert!(seen.insert(known.keys), "{here}: {:?}", known.keys);
            }
        }
    }

    #[test]
    fn every_key_of_a_control_is_in_the_table() {
        let mut found = BTreeSet::new();
        let mut folders = vec![std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/src"))];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let text = std::fs::read_to_string(path).unwrap();
                    let values = ["shortcuts=\"", "shortcuts: \"", "shortcut=\""];
                    let values = values.into_iter().flat_map(|name| text.split(name).skip(1));
                    let keys =
                        values.filter_map(|rest| rest.split('"').next()).flat_map(str::split_whitespace);
                    found.extend(keys.filter(|key| key.chars().count() == 1).map(str::to_owned));
                }
            }
        }
        for key in &found {
            assert!(SHORTCUTS.iter().any(|known| known.keys == [key.as_str()]), "{key} is not in the table");
        }
        // Those of the listener itself, and the effect of two keys.
        let others = ["j", "k", "?"];
        for known in SHORTCUTS.iter().filter(|known| known.keys.len() == 1) {
            assert!(
                known.keys.iter().all(|key| found.contains(*key) || others.contains(key)),
                "no control has {known:?}"
            );
        }
    }

    #[test]
    fn a_key_means_what_it_does_on_its_page() {
        assert_eq!(effect_of("l", true), Some("Edit the labels"));
        assert_eq!(effect_of("c", true), Some("Write a prompt"));
        assert_eq!(effect_of("g", true), None);
    }
}
