//! Rules of the repository about `docs/security.md`, as tests.

use super::root;

/// Claims and tests of a table: every row of the section has both.
fn claims(manual: &str) -> Vec<(&str, &str)> {
    let (_, section) = manual.split_once("\n## What protects\n").unwrap();
    let rows = section.lines().skip_while(|line| !line.starts_with("|---")).skip(1);
    let rows = rows.take_while(|line| line.starts_with('|'));
    rows.map(|row| row.trim_matches(['|', ' ']).split_once(" | ").unwrap()).collect()
}

/// The names of tests in a text, as `` `file`: `test` ``.
fn tests_in(text: &str) -> Vec<(&str, &str)> {
    let quoted: Vec<&str> = text.split('`').collect();
    let windows = quoted.windows(3).filter(|parts| matches!(parts, [_, ": ", _]));
    windows.map(|parts| (parts[0], parts[2])).collect()
}

#[test]
fn every_claim_about_security_names_a_test_that_exists() {
    let manual = include_str!("../../../docs/security.md");
    let root = root();
    for (claim, test) in claims(manual) {
        assert_eq!(tests_in(test).len(), 1, "{claim} names no test");
    }
    let tests = tests_in(manual);
    assert!(tests.len() > 25, "{tests:?}");
    for (file, name) in tests {
        let text = fs_err::read_to_string(root.join(file)).unwrap();
        let named = if file.ends_with(".rs") { format!("fn {name}(") } else { name.to_owned() };
        assert!(text.contains(&named), "{file} has no test {name}");
    }
}
