use std::time::Instant;

use docket_wire::*;
use proptest::prelude::*;
use serde_json::json;

use crate::pin;

const AT: UnixMs = UnixMs(1000);

#[test]
fn every_message_of_templates() {
    let (id, name): (TemplateId, _) = ("tpl_1".parse().unwrap(), "Update a page".to_owned());
    let (author, text) = (CallerName("ada".into()), "Update {{page}}.".to_owned());
    pin(
        &Template {
            id: id.clone(),
            version: 3,
            name: name.clone(),
            text: text.clone(),
            author: author.clone(),
            at: AT,
        },
        json!({
            "id": "tpl_1", "version": 3, "name": "Update a page", "text": "Update {{page}}.", "author": "ada",
            "at": "1970-01-01T00:00:01.000Z"
        }),
    );
    let entry = TemplateEntry {
        id,
        version: 3,
        name: name.clone(),
        variables: vec!["page".into()],
        author: author.clone(),
        at: AT,
    };
    pin(
        &TemplatesPage { templates: vec![entry], has_more: false },
        json!({
            "templates": [{
                "id": "tpl_1", "version": 3, "name": "Update a page", "variables": ["page"], "author": "ada",
                "at": "1970-01-01T00:00:01.000Z"
            }],
            "hasMore": false
        }),
    );
    let version = TemplateVersion { version: 3, name: name.clone(), author, at: AT };
    pin(
        &TemplateVersions { versions: vec![version], has_more: false },
        json!({
            "versions": [{ "version": 3, "name": "Update a page", "author": "ada", "at": "1970-01-01T00:00:01.000Z" }],
            "hasMore": false
        }),
    );
    pin(&NewTemplate { name: name.clone(), text: text.clone() }, json!({ "name": name, "text": text }));
    pin(
        &TemplateEdit { name: name.clone(), text: text.clone(), version: 3 },
        json!({ "name": name, "text": text, "version": 3 }),
    );
}

#[test]
fn a_template_has_a_name_a_text_and_few_variables() {
    let check = |name: &str, text: &str| NewTemplate { name: name.into(), text: text.into() }.checked();
    assert_eq!(
        check(" Name\t", " text ").unwrap(),
        NewTemplate { name: "Name".into(), text: " text ".into() }
    );
    assert!(check(&"é".repeat(80), &"x".repeat(100_000)).is_ok());
    for name in ["", " ", "a\nb", &"é".repeat(81)] {
        let invalid = check(name, "text").unwrap_err();
        assert_eq!((&invalid, invalid.field()), (&InvalidTemplate::Name, "name"), "{name:?}");
    }
    assert_eq!(check("a", " \n"), Err(InvalidTemplate::Blank));
    assert_eq!(check("a", &"x".repeat(100_001)), Err(InvalidTemplate::TooLong));
    let variables = |count: u32| (0..count).map(|n| format!("{{{{v{n}}}}}{{{{v{n}}}}}")).collect::<String>();
    assert!(check("a", &variables(20)).is_ok());
    let invalid = check("a", &variables(21)).unwrap_err();
    assert_eq!((&invalid, invalid.field()), (&InvalidTemplate::Variables, "text"));
}

#[test]
fn a_variable_is_a_name_in_two_pairs_of_braces() {
    let long = "a".repeat(40);
    for (text, names) in [
        ("{{page}}", vec!["page"]),
        ("{{ page }} {{page}} {{figures}}", vec!["page", "figures"]),
        ("{{target audience}} {{v-2}} {{Größe_1}}", vec!["target audience", "v-2", "Größe_1"]),
        ("{{{page}}}", vec!["page"]),
        ("{{a {{b}}", vec!["b"]),
        ("{{{{b}}}}", vec!["b"]),
        (&format!("{{{{{long}}}}}"), vec![&long]),
        // Braces without a name are text.
        ("{{", vec![]),
        ("{{page", vec![]),
        ("{{page}", vec![]),
        ("{{}} {{ }} {{#if a}} {{a.b}} {{a\nb}} ${{ x }", vec![]),
        (&format!("{{{{{long}a}}}}"), vec![]),
    ] {
        assert_eq!(variables(text), names, "{text}");
    }
}

#[test]
fn a_variable_without_a_value_is_named() {
    let value = |name: &str| (name == "page").then(|| "/a".to_owned());
    assert_eq!(fill("On {{page}}: {{ page }}", value).unwrap(), "On /a: /a");
    let missing = fill("{{page}} {{ tone }} {{x}}", value).unwrap_err();
    assert_eq!(missing.to_string(), "the variable tone has no value");
}

/// Texts that look like templates.
fn texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("{".to_owned()),
        Just("}".to_owned()),
        Just("{{".to_owned()),
        Just("}}".to_owned()),
        Just("{{page}}".to_owned()),
        Just("{{ é-1 }}".to_owned()),
        "[ a-zé{}_\\n]{0,6}",
    ];
    proptest::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn filling_loses_no_text(text in texts()) {
        // This value marks what was replaced, because it occurs nowhere else in the text.
        let marked = fill(&text, |_| Some("\u{1}".into())).unwrap();
        let filled = marked.split('\u{1}').collect::<Vec<_>>();
        let mut rest = text.as_str();
        for (index, kept) in filled.iter().enumerate() {
            rest = rest.strip_prefix(kept).unwrap();
            if index + 1 < filled.len() {
                let end = rest.find("}}").unwrap() + 2;
                prop_assert_eq!(variables(&rest[..end]).len(), 1);
                rest = &rest[end..];
            }
        }
        prop_assert_eq!(rest, "");
        prop_assert_eq!(filled.len() == 1, variables(&text).is_empty());
    }

    #[test]
    fn a_value_is_not_filled_in(text in texts(), value in texts()) {
        let marked = fill(&text, |_| Some("\u{1}".into())).unwrap();
        prop_assert_eq!(fill(&text, |_| Some(value.clone())).unwrap(), marked.replace('\u{1}', &value));
    }

    #[test]
    fn a_text_is_filled_if_each_of_its_variables_has_a_value(text in texts()) {
        let names = variables(&text);
        let known = |name: &str| names.iter().any(|known| known == name).then(String::new);
        prop_assert!(fill(&text, known).is_ok());
        prop_assert_eq!(fill(&text, |_| None).is_ok(), names.is_empty());
    }
}

#[test]
fn a_text_of_braces_is_read_in_linear_time() {
    // Quadratic time would be 256 times as long for 16 times the text.
    let fastest = |braces: usize| {
        let text = "{{".repeat(braces);
        let time = || {
            let start = Instant::now();
            assert_eq!(variables(&text), Vec::<String>::new());
            start.elapsed()
        };
        (0..9).map(|_| time()).min().unwrap()
    };
    let (long, short) = (fastest(80_000), fastest(5_000));
    assert!(long < 64 * short, "{long:?} and {short:?}");
}
