use docket_wire::{Label, NewTemplate, NoteEdit, Prompt, is_blank};
use proptest::prelude::*;

/// Texts with something to see, in which invisible characters have a meaning.
const VISIBLE: [&str; 8] = [
    "x",
    "\u{200b}x",
    "می\u{200c}خواهم",
    "क्\u{200d}ष",
    "\u{1f469}\u{200d}\u{1f4bb}",
    "\u{2764}\u{fe0f}",
    "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
    "\u{202e}abc\u{202c}",
];

/// Texts without.
const BLANK: [&str; 10] = [
    "",
    " \n\t",
    "\u{a0}\u{3000}\u{85}",
    "\u{0}\u{1c}\u{9f}",
    "\u{200b}\u{200c}\u{200d}\u{2060}",
    "\u{feff}",
    "\u{ad}\u{34f}\u{fe0f}",
    "\u{202e}\u{202c}",
    "\u{3164}\u{115f}\u{ffa0}\u{2800}",
    "\u{e0067}\u{e007f}",
];

#[test]
fn a_prompt_has_something_to_see() {
    for (texts, is_visible) in [(&VISIBLE[..], true), (&BLANK[..], false)] {
        for text in texts {
            assert_eq!(is_blank(text), !is_visible, "{text:?}");
            assert_eq!(Prompt { prompt: (*text).to_owned() }.check().is_ok(), is_visible, "{text:?}");
        }
    }
    let refused = Prompt { prompt: "\u{200b}".into() }.check().unwrap_err();
    assert_eq!(refused.to_string(), "prompt must have at least 1 character that is visible");
}

#[test]
fn so_have_labels_notes_and_templates_which_are_otherwise_stored_as_they_are_typed() {
    for text in VISIBLE {
        assert_eq!(Label::try_from(text.to_owned()).unwrap().as_str(), text);
        let note = NoteEdit { text: text.to_owned(), replaces: None };
        assert_eq!(note.clone().checked(), Ok(note));
        let template = NewTemplate { name: text.to_owned(), text: text.to_owned() };
        assert_eq!(template.clone().checked(), Ok(template));
    }
    for text in BLANK {
        assert!(Label::try_from(text.to_owned()).is_err(), "{text:?}");
        assert!(NoteEdit { text: text.to_owned(), replaces: None }.checked().is_err(), "{text:?}");
        for (name, prompt) in [(text, "x"), ("x", text)] {
            let template = NewTemplate { name: name.to_owned(), text: prompt.to_owned() };
            assert!(template.checked().is_err(), "{text:?}");
        }
    }
}

proptest! {
    #[test]
    fn a_text_is_blank_if_each_of_its_characters_is(text in "\\PC{0,8}|[\\s\u{200b}-\u{200f}\u{feff}]{0,8}") {
        prop_assert_eq!(is_blank(&text), text.chars().all(|c| is_blank(&c.to_string())));
        let visible = format!("{text}a{text}");
        prop_assert!(!is_blank(&visible));
    }
}
