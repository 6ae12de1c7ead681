//! The little of HTML that is needed to see what the app's page loads.

/// A start tag with its attributes, names in lower case.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Tag {
    pub(crate) name: String,
    pub(crate) attributes: Vec<(String, String)>,
}

impl Tag {
    /// The value of an attribute; empty when it has none.
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// Whether `rel` has this word.
    pub(crate) fn has_rel(&self, word: &str) -> bool {
        self.attribute("rel").is_some_and(|rel| rel.split_ascii_whitespace().any(|w| w == word))
    }
}

/// All start tags, in order. Meant for a page that a bundler wrote, not for hostile input.
pub(crate) fn tags(html: &str) -> Vec<Tag> {
    let mut rest = html;
    let mut tags = Vec::new();
    while let Some((_, after)) = rest.split_once('<') {
        rest = if let Some(comment) = after.strip_prefix("!--") {
            comment.split_once("-->").map_or("", |(_, after)| after)
        } else if after.starts_with(|c: char| c.is_ascii_alphabetic()) {
            let (tag, after) = tag(after);
            tags.push(tag);
            after
        } else {
            after
        };
    }
    tags
}

fn tag(text: &str) -> (Tag, &str) {
    let is_end = |c: char| c.is_ascii_whitespace() || matches!(c, '>' | '/');
    let (name, mut rest) = text.split_at(text.find(is_end).unwrap_or(text.len()));
    let mut tag = Tag { name: name.to_ascii_lowercase(), ..Tag::default() };
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '/');
        if rest.is_empty() {
            return (tag, rest);
        }
        if let Some(after) = rest.strip_prefix('>') {
            return (tag, after);
        }
        let is_end = |c: char| c.is_ascii_whitespace() || matches!(c, '>' | '/' | '=');
        let (name, after) = rest.split_at(rest.find(is_end).filter(|&at| at > 0).unwrap_or(rest.len()));
        let (value, after) = match after.trim_start().strip_prefix('=') {
            Some(after) => value(after.trim_start()),
            None => ("", after),
        };
        tag.attributes.push((name.to_ascii_lowercase(), value.to_owned()));
        rest = after;
    }
}

/// An attribute's value, in quotes or bare, and what follows it.
fn value(text: &str) -> (&str, &str) {
    for quote in ['"', '\''] {
        if let Some(quoted) = text.strip_prefix(quote) {
            return quoted.split_once(quote).unwrap_or((quoted, ""));
        }
    }
    text.split_at(text.find(|c: char| c.is_ascii_whitespace() || c == '>').unwrap_or(text.len()))
}

/// What on a page a strict content security policy would not run: a sentence for each.
pub(crate) fn inline_code(html: &str) -> Vec<String> {
    let mut found = Vec::new();
    for tag in tags(html) {
        if tag.name == "script" && tag.attribute("src").is_none() {
            found.push("a <script> without src".to_owned());
        }
        if tag.name == "style" {
            found.push("a <style> element".to_owned());
        }
        for (name, _) in &tag.attributes {
            if name == "style" || name.starts_with("on") {
                found.push(format!("an attribute {name} on <{}>", tag.name));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_read_quoted_bare_and_minified() {
        let html = "<!doctype html><!-- <p id=no> --><LINK href=/a.css rel=stylesheet><script src=\"/b.js\" \
                    type='module' defer></script><br/>";
        let tags = tags(html);
        let names: Vec<&str> = tags.iter().map(|tag| tag.name.as_str()).collect();
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
        assert_eq!(inline_code(include_str!("../../app/index.html")), Vec::<String>::new());
    }
}
