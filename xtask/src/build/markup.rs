//! The tags of the app's page.

use html5gum::{StartTag, Token, Tokenizer};

/// A start tag, its name and the names of its attributes in lower case.
#[derive(Debug)]
pub(crate) struct Tag(StartTag<()>);

impl Tag {
    /// The element's name.
    pub(crate) fn name(&self) -> &str {
        text(&self.0.name)
    }

    /// The value of an attribute; empty when it has none.
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.0.attributes.get(name.as_bytes()).map(|value| text(value))
    }

    /// Whether the attribute `rel` contains this word.
    pub(crate) fn has_rel(&self, word: &str) -> bool {
        self.attribute("rel").is_some_and(|rel| rel.split_ascii_whitespace().any(|w| w == word))
    }
}

/// All start tags, in order.
pub(crate) fn tags(html: &str) -> Vec<Tag> {
    let start_tag = |token| if let Token::StartTag(tag) = token { Some(Tag(tag)) } else { None };
    Tokenizer::new(html).filter_map(|token| token.ok().and_then(start_tag)).collect()
}

/// The tokenizer reads text and so returns text.
fn text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_read_quoted_bare_and_minified() {
        let html = "<!doctype html><!-- <p id=no> --><LINK href=/a.css rel=stylesheet><script src=\"/b.js\" \
                    type='module' defer></script><br/>";
        let tags = tags(html);
        let names: Vec<&str> = tags.iter().map(Tag::name).collect();
        assert_eq!(names, ["link", "script", "br"]);
        assert_eq!(tags[0].attribute("href"), Some("/a.css"));
        assert!(tags[0].has_rel("stylesheet"));
        assert_eq!(tags[1].attribute("src"), Some("/b.js"));
        assert_eq!(tags[1].attribute("type"), Some("module"));
        assert_eq!(tags[1].attribute("defer"), Some(""));
    }
}
