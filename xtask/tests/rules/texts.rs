//! All texts of the console are in one place.

use std::{fs, path::PathBuf, sync::LazyLock};

use regex::Regex;

use super::{is_tests, root, rust_files};

/// Folders with words of their own: the texts, and names of months, browsers, headers and fields.
const WORDS: [&str; 3] = ["texts", "format", "api"];
/// What only tests use.
const FOR_TESTS: &str = "sample.rs";

/// Finds texts that people read: text after a tag, attributes that are shown or read out, and literals that begin like a sentence.
/// Literals with a `+` are names of keys.
static SAID: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    [
        r#"[a-z0-9"}]>\s*"([^"]*[A-Za-z]{2}[^"]*)""#,
        r#"\s(?:aria-label|aria-description|title|placeholder)="([^"]+)""#,
        r#"\s(?:label|text|name)="([A-Z][^"]*)""#,
        r#"[^>=]"([A-Z][a-z]+[^"+]* [^"+]*|[A-Z][a-z]+[.…])""#,
    ]
    .map(|pattern| Regex::new(pattern).unwrap())
    .into()
});
/// Finds errors of rules as texts. The app calls such an error `invalid`.
static RULE_AS_TEXT: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r#"invalid\.to_string\(\)|"[^"\n]*\{invalid\}"#).unwrap());
static COMMENT: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(?m)^\s*//.*$").unwrap());

/// The texts for people in a source file, without its tests.
fn said(source: &str) -> Vec<String> {
    let source = source.split("#[cfg(test)]").next().unwrap_or_default();
    let source = COMMENT.replace_all(source, "");
    let found = SAID.iter().flat_map(|pattern| pattern.captures_iter(&source));
    // Names of keys are not translated.
    found.map(|text| text[1].to_owned()).filter(|text| !text.starts_with("Ctrl ")).collect()
}

#[test]
fn what_the_console_says_is_in_its_texts() {
    let src = root().join("app/src");
    let is_free = |file: &PathBuf| {
        let file = file.strip_prefix(&src).unwrap();
        let first = file.iter().next().unwrap().to_str().unwrap();
        !WORDS.contains(&first) && !is_tests(file) && !file.ends_with(FOR_TESTS)
    };
    let mut found = Vec::new();
    for file in rust_files(&src).into_iter().filter(is_free) {
        let source = fs::read_to_string(&file).unwrap();
        found.extend(said(&source).iter().map(|text| format!("{}: {text}", file.display())));
    }
    assert!(found.is_empty(), "these belong into app/src/texts: {found:#?}");
}

/// Each rule of `wire` is a type of its own, and a function of the texts turns it into a sentence. So the sentence can be in
/// another language.
#[test]
fn only_the_texts_say_a_rule() {
    let texts = root().join("app/src/texts");
    let says_it_itself = |file: &PathBuf| {
        let source = fs::read_to_string(file).unwrap();
        let source = source.split("#[cfg(test)]").next().unwrap_or_default();
        RULE_AS_TEXT.is_match(source)
    };
    let found: Vec<_> = rust_files(&root().join("app/src"))
        .into_iter()
        .filter(|file| !file.starts_with(&texts) && says_it_itself(file))
        .collect();
    assert!(found.is_empty(), "these say a rule themselves: {found:#?}");
}

#[test]
fn a_text_is_no_name() {
    for source in [
        r#"<p>"No jobs yet."</p>"#,
        r#"<button on:click=close>"close"</button>"#,
        r#"<input aria-label="Job id"/>"#,
        r#"<Heading name="Jobs"/>"#,
        r#"let text = format!("Stored for {days}.");"#,
        r#"let text = "Loading…";"#,
    ] {
        assert_eq!(said(source).len(), 1, "{source}");
    }
    for source in [
        r#"<p class="notice notice--warning">{texts::NO_JOBS}</p>"#,
        r#"<kbd>"Ctrl K"</kbd>"#,
        r#"<input name="passphrase" aria-keyshortcuts="Control+Enter c"/>"#,
        r#"headers.set("Content-Type", "application/json");"#,
        r#"if key == "ArrowDown" {}"#,
        "fn f() {}\n#[cfg(test)]\nlet text = \"No jobs yet.\";",
    ] {
        assert!(said(source).is_empty(), "{source}");
    }
}
