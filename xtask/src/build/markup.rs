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

/// What a strict content security policy blocks on a page: a phrase for each.
pub(crate) fn inline_code(html: &str) -> Vec<String> {
    let mut found = Vec::new();
    for tag in tags(html) {
        if tag.name() == "script" && tag.attribute("src").is_none() {
            found.push("a <script> without src".to_owned());
        }
        if tag.name() == "style" {
            found.push("a <style> element".to_owned());
        }
        let names = tag.0.attributes.keys().map(|name| text(name));
        let inline = names.filter(|name| *name == "style" || name.starts_with("on"));
        found.extend(inline.map(|name| format!("an attribute {name} on <{}>", tag.name())));
    }
    found
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

    #[test]
    fn unfinished_markup_ends_the_search() {
        for html in ["<", "<a", "<a href", "<a href=", "<a href=\"x", "<!--", "<a =", "a < b"] {
            let _ = tags(html);
        }
    }

    #[test]
    fn inline_code_is_found() {
        assert_eq!(inline_code("<script type=module src=/a.js></script><p class=x>"), Vec::<String>::new());
        assert_eq!(inline_code("<script>1</script><style></style><p style='' onclick=x>").len(), 4);
    }

    #[test]
    fn the_apps_page_has_no_inline_code() {
        assert_eq!(inline_code(include_str!("../../../app/index.html")), Vec::<String>::new());
    }
}
