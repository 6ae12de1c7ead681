//! Which choices match what a person types, and in which order.

use super::choice::{PaletteChoice, PaletteGroup};

/// The choices that match a query: the group with the best one first, and the best ones of each group. `found` are jobs that
/// the edge has found for the query: they match by words that a title may not have.
pub(crate) fn matching(
    query: &str,
    offered: Vec<PaletteChoice>,
    found: Vec<PaletteChoice>,
) -> Vec<PaletteChoice> {
    let mut ranked: Vec<(PaletteGroup, usize, usize, PaletteChoice)> = Vec::new();
    for (index, choice) in offered.into_iter().enumerate() {
        if let Some(rank) = rank(query, &choice.title) {
            ranked.push((choice.group, rank, index, choice));
        }
    }
    for (index, choice) in found.into_iter().enumerate() {
        if !ranked.iter().any(|(.., known)| known.command == choice.command) {
            ranked.push((choice.group, usize::MAX, index, choice));
        }
    }
    let best = |group: PaletteGroup| {
        ranked.iter().filter(|(other, ..)| *other == group).map(|(_, rank, ..)| *rank).min()
    };
    let best = PaletteGroup::ALL.map(best);
    ranked.sort_unstable_by_key(|(group, rank, index, _)| {
        (best.get(*group as usize).copied().flatten(), *group, *rank, *index)
    });
    let mut shown = Vec::new();
    for (group, .., choice) in ranked {
        if shown.iter().filter(|known: &&PaletteChoice| known.group == group).count() < group.shown_max() {
            shown.push(choice);
        }
    }
    shown
}

/// How well a query matches a text, if all its words are in it; the least is the best. A word at the start of the text counts
/// most, then one at the start of a word.
fn rank(query: &str, text: &str) -> Option<usize> {
    let text = text.to_lowercase();
    let rank_of = |word: &str| {
        let starts = text.match_indices(word).map(|(at, _)| match text.get(..at) {
            None | Some("") => 0,
            Some(before) if before.ends_with(|c: char| !c.is_alphanumeric()) => 1,
            Some(_) => 2,
        });
        starts.min()
    };
    query.to_lowercase().split_whitespace().map(rank_of).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::commands::palette::choice::PaletteCommand;

    fn choice(group: PaletteGroup, title: &str) -> PaletteChoice {
        let command = PaletteCommand::Open(title.into());
        PaletteChoice { group, title: title.into(), aside: String::new(), command }
    }

    fn titles(query: &str, offered: &[(PaletteGroup, &str)], found: &[&str]) -> Vec<String> {
        let offered = offered.iter().map(|(group, title)| choice(*group, title)).collect();
        let found = found.iter().map(|title| choice(PaletteGroup::Jobs, title)).collect();
        matching(query, offered, found).into_iter().map(|choice| choice.title).collect()
    }

    #[test]
    fn every_word_of_the_query_has_to_be_in_the_title() {
        let offered = [
            (PaletteGroup::Jobs, "Update the quickstart"),
            (PaletteGroup::Jobs, "Quick fix of the changelog"),
            (PaletteGroup::Pages, "Jobs"),
        ];
        assert_eq!(titles("quick  UP", &offered, &[]), ["Update the quickstart"]);
        assert_eq!(titles("quick zebra", &offered, &[]), Vec::<String>::new());
        assert_eq!(titles(" ", &offered, &[]).len(), 3);
    }

    #[test]
    fn the_start_of_the_title_comes_first_and_then_the_start_of_a_word() {
        let offered = [
            (PaletteGroup::Actions, "Update the changelog"),
            (PaletteGroup::Actions, "Fix (log) lines"),
            (PaletteGroup::Actions, "Logs of Ähre"),
        ];
        assert_eq!(titles("log", &offered, &[]), ["Logs of Ähre", "Fix (log) lines", "Update the changelog"]);
        assert_eq!(titles("ähre", &offered, &[]), ["Logs of Ähre"]);
    }

    #[test]
    fn groups_that_match_as_well_keep_their_order_and_jobs_that_the_edge_found_come_last_and_once() {
        let offered = [
            (PaletteGroup::Actions, "Sign out"),
            (PaletteGroup::Jobs, "Sign the release"),
            (PaletteGroup::Pages, "Signals"),
        ];
        assert_eq!(
            titles("sign", &offered, &["Sign the release", "About keys"]),
            ["Signals", "Sign the release", "About keys", "Sign out"]
        );
    }

    #[test]
    fn the_group_with_the_best_match_comes_first() {
        let offered = [(PaletteGroup::Jobs, "Palette: hide me"), (PaletteGroup::Actions, "Hide")];
        assert_eq!(titles("hide", &offered, &["Elsewhere"]), ["Hide", "Palette: hide me", "Elsewhere"]);
    }

    #[test]
    fn of_jobs_only_some_are_shown() {
        let names: Vec<String> = (0..20).map(|number| format!("Job {number}")).collect();
        let offered: Vec<_> = names.iter().map(|name| (PaletteGroup::Jobs, name.as_str())).collect();
        assert_eq!(titles("job", &offered, &[]).len(), PaletteGroup::Jobs.shown_max());
    }
}
