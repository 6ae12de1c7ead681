//! What counts as visible: the code, Unicode and the patterns of the description agree on every character.

use docket_openapi::Contract;
use docket_wire::is_blank;
use serde_json::json;

/// White space, control characters, and what Unicode has displays ignore; the blank pattern of Braille, and the marks of
/// interlinear annotations.
const BLANK: &str = r"^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]$";

#[test]
fn every_character_is_blank_in_the_code_as_it_is_in_unicode() {
    let blank = jsonschema::options().build(&json!({ "type": "string", "pattern": BLANK })).unwrap();
    for c in '\0'..=char::MAX {
        let text = c.to_string();
        assert_eq!(is_blank(&text), blank.is_valid(&json!(text)), "{:x}", u32::from(c));
    }
}

#[test]
fn the_patterns_of_the_description_refuse_what_is_blank_up_to_ffff() {
    let contract = Contract::new();
    // Every character that is blank, and those beside them. Beyond these, the patterns refuse nothing.
    let mut near: Vec<char> = ('\0'..='\u{ffff}').filter(|c| is_blank(&c.to_string())).collect();
    near.dedup_by_key(|c| u32::from(*c) / 16);
    for c in near {
        for code in u32::from(c).saturating_sub(20)..u32::from(c) + 20 {
            let Some(c) = char::from_u32(code) else { continue };
            let (text, is_line) = (format!("{c}{c}"), !c.is_control());
            let is_visible = !is_blank(&text);
            for (name, body, expected) in [
                ("Prompt", json!({ "prompt": text }), is_visible),
                ("NewTemplate", json!({ "name": "x", "text": text }), is_visible),
                ("NewTemplate", json!({ "name": text, "text": "x" }), is_visible && is_line),
                ("NoteEdit", json!({ "text": text }), is_visible && is_line),
                ("JobPatch", json!({ "labels": [text] }), is_visible && is_line && c != ','),
            ] {
                let place = format!("/components/schemas/{name}");
                assert_eq!(contract.check_value(&place, &body).is_ok(), expected, "{name} {code:x}");
            }
        }
    }
}
