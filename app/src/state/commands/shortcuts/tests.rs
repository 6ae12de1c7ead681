use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use docket_wire::PageMatch;

use super::*;

/// The keys of the listener itself.
const OF_LISTENER: [&str; 3] = ["j", "k", "?"];

/// A page of every kind: the names of its identifiers are identifiers themselves.
fn pages() -> Vec<PageMatch> {
    PageMatch::PATHS.iter().map(|path| PageMatch::from_path(path)).collect()
}

/// The text of each file of the app, by its path.
fn sources() -> BTreeMap<String, String> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut found, mut folders) = (BTreeMap::new(), vec![src.clone()]);
    while let Some(folder) = folders.pop() {
        // This file has the names of the attributes.
        if folder.ends_with("state/commands/shortcuts") {
            continue;
        }
        for entry in std::fs::read_dir(folder).unwrap() {
            let path: PathBuf = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let file = path.strip_prefix(&src).unwrap().to_str().unwrap().replace('\\', "/");
            found.insert(file, std::fs::read_to_string(&path).unwrap());
        }
    }
    found
}

/// The keys in the markup of each file of the app.
fn keys_of_files() -> BTreeMap<String, BTreeSet<String>> {
    let keys = sources().into_iter().map(|(file, text)| (file, keys_of(&text)));
    keys.filter(|(_, keys)| !keys.is_empty()).collect()
}

/// The single keys of attributes and properties, and those that a function `shortcut` returns.
fn keys_of(text: &str) -> BTreeSet<String> {
    let names = ["shortcuts=\"", "shortcuts: \"", "shortcut=\""];
    let attributes =
        names.into_iter().flat_map(|name| text.split(name).skip(1)).filter_map(|rest| rest.split('"').next());
    let functions = text.split("fn shortcut(").skip(1).filter_map(|rest| rest.split("\n    }\n").next());
    let returned = functions.flat_map(|body| body.split('"').skip(1).step_by(2));
    let keys = attributes.chain(returned).flat_map(str::split_whitespace);
    keys.filter(|key| key.chars().count() == 1).map(str::to_owned).collect()
}

/// The scopes whose controls are in a file; none if they can be on any page.
fn scopes_of(file: &str) -> Vec<ShortcutScope> {
    let has = |scope: &ShortcutScope| scope.sources().iter().any(|source| file.starts_with(source));
    ShortcutScope::ALL.into_iter().filter(has).collect()
}

fn is_listed(scope: ShortcutScope, key: &str) -> bool {
    SHORTCUTS.iter().any(|known| known.scope == scope && known.keys == [key])
}

#[test]
fn no_two_shortcuts_of_a_page_have_the_same_keys() {
    for page in pages() {
        let mut seen = BTreeSet::new();
        for known in SHORTCUTS.iter().filter(|known| known.scope.is_on(&page) && !known.scope.is_row()) {
            assert!(seen.insert(known.keys), "{page:?}: {:?}", known.keys);
        }
    }
    for row in ShortcutScope::ALL.into_iter().filter(|scope| scope.is_row()) {
        let mut seen = BTreeSet::new();
        assert!(
            SHORTCUTS.iter().filter(|known| known.scope == row).all(|known| seen.insert(known.keys)),
            "{row:?}"
        );
    }
}

#[test]
fn every_place_is_on_a_page() {
    for scope in ShortcutScope::ALL {
        assert!(pages().iter().any(|page| scope.is_on(page)), "{scope:?}");
    }
}

#[test]
fn every_key_of_a_control_is_in_the_table_of_its_page() {
    let files = keys_of_files();
    assert!(files.len() > 20, "{files:?}");
    for (file, keys) in files {
        let scopes = match scopes_of(&file) {
            none if none.is_empty() => ShortcutScope::ALL.to_vec(),
            scopes => [scopes, vec![ShortcutScope::Everywhere]].concat(),
        };
        for key in keys {
            assert!(
                scopes.iter().any(|scope| is_listed(*scope, &key)),
                "{file}: {key} is not in the table of {scopes:?}"
            );
        }
    }
}

/// Files with this many buttons that have no key, by why: each is reached with Tab from where the focus is then.
const WITHOUT_KEYS: &[(&str, usize, &str)] = &[
    ("components/confirmation.rs", 3, "answers to a question"),
    ("components/jobs/composer/", 1, "an answer to a question"),
    ("components/jobs/labels/field.rs", 1, "next to its field, where Backspace leads to the last label"),
    ("components/templates/conflict.rs", 2, "answers to a question"),
    ("components/templates/editor.rs", 2, "ends a form, as Escape does, or answers a question"),
    ("components/templates/fill.rs", 2, "ends a form, as Ctrl and Enter do, or goes back"),
    ("components/analytics/trend/note_form.rs", 2, "ends a form, as Escape does, or deletes permanently"),
    ("components/auth/person_menu.rs", 3, "items of a menu that has a key"),
    ("components/shell/person_button.rs", 1, "opens the menu, as g and m do"),
    ("components/commands/", 1, "a dialog, which Escape closes"),
    ("components/lazy.rs", 1, "the only control where a part is missing"),
    ("pages/auth/", 2, "the only control of its page"),
];

/// Where the tag ends that a text begins with: `>` in an expression is within brackets, or part of `->` or `=>`.
fn tag(text: &str) -> &str {
    let (mut depth, mut before) = (0, ' ');
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth -= 1,
            '>' if depth == 0 && !matches!(before, '-' | '=') => return &text[..at],
            _ => {}
        }
        before = letter;
    }
    text
}

#[test]
fn every_button_has_a_key_or_is_next_to_the_focus() {
    let has_key = |tag: &str| {
        // Enter presses what `j` and `k` lead to, and sends a form.
        ["aria-keyshortcuts", "list-stop", "type=\"submit\""].iter().any(|key| tag.contains(key))
    };
    let mut found = BTreeMap::<&str, Vec<String>>::new();
    for (file, text) in sources() {
        for button in text.split("<button").skip(1).map(tag).filter(|tag| !has_key(tag)) {
            let excused = WITHOUT_KEYS.iter().find(|(prefix, ..)| file.starts_with(prefix));
            assert!(excused.is_some(), "{file}: a button without a key: {button}");
            found.entry(excused.unwrap().0).or_default().push(format!("{file}: {button}"));
        }
    }
    let counts: BTreeMap<_, _> = found.iter().map(|(prefix, buttons)| (*prefix, buttons.len())).collect();
    let excused: BTreeMap<_, _> = WITHOUT_KEYS.iter().map(|(prefix, count, _)| (*prefix, *count)).collect();
    assert_eq!(counts, excused, "{found:#?}");
}

#[test]
fn every_key_of_the_table_has_a_control_on_its_page() {
    let files = keys_of_files();
    let singles = SHORTCUTS.iter().filter_map(|known| match known.keys {
        [key] if !OF_LISTENER.contains(key) => Some((known.scope, *key)),
        _ => None,
    });
    for (scope, key) in singles {
        let is_here = |file: &str| {
            let scopes = scopes_of(file);
            scopes.is_empty() || scope == ShortcutScope::Everywhere || scopes.contains(&scope)
        };
        let found = files.iter().any(|(file, keys)| is_here(file) && keys.contains(key));
        assert!(found, "no control of {scope:?} has {key}");
    }
}

#[test]
fn the_top_bar_has_the_keys_of_the_table() {
    let controls = &sources()["browser/controls/mod.rs"];
    let tab = controls.split("\nfn tab(").nth(1).and_then(|rest| rest.split("\n}\n").next()).unwrap();
    let arms = tab.lines().filter_map(|line| line.trim().strip_prefix('"')?.split_once("\" => "));
    let pressed: BTreeSet<_> = arms.map(|(key, _)| key).collect();
    let listed = SHORTCUTS.iter().filter_map(|known| match known.keys {
        ["g", key] => Some(*key),
        _ => None,
    });
    assert_eq!(pressed, listed.collect());
}

#[test]
fn a_key_means_what_it_does_on_its_page() {
    let (job, visitors) = (PageMatch::from_path("/p/a/jobs/b"), PageMatch::from_path("/p/a/visitors"));
    assert_eq!(effect_of("l", &job), Some("Edit the labels"));
    assert_eq!(effect_of("l", &visitors), Some("Load the missing days"));
    assert_eq!(effect_of("c", &job), Some("Write a prompt"));
    assert_eq!(effect_of("g", &job), None);
}

#[test]
fn a_control_shows_the_key_that_it_has() {
    let mut checked = 0;
    for (file, text) in sources() {
        for rest in text.split("aria-keyshortcuts=\"").skip(1) {
            let (key, after) = rest.split_once('"').unwrap();
            // Attributes follow each other in one line, or in lines of their own.
            let title = after.trim_start().strip_prefix("title=general::shortcut(\"");
            if let Some(shown) = title.and_then(|title| title.split('"').next()) {
                assert_eq!(key.replace("Control+", "Ctrl "), shown, "{file}");
                checked += 1;
            }
        }
    }
    assert!(checked > 80, "{checked} controls");
}
