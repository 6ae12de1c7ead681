//! The address bar as a signal. Which page a path means is read by `paths::Route`.
//!
//! The router of Leptos would be a twelfth of what the browser has to load, for one table of five pages.

use leptos::prelude::*;
use percent_encoding::percent_decode_str;

use crate::browser::{history, page};

/// A handle to the address bar.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Address {
    /// Path and query, percent-encoded.
    url: RwSignal<(String, String)>,
}

impl Address {
    /// Follows links, and the browser's own way back and forth.
    pub(crate) fn new() -> Self {
        let address = Self { url: RwSignal::new(history::current()) };
        page::on_window("popstate", move || address.url.set(history::current()));
        history::on_link(move |url| address.go(url));
        address
    }

    /// The path, percent-encoded.
    pub(crate) fn path(self) -> String {
        self.url.with(|(path, _)| path.clone())
    }

    /// A parameter of the query, decoded.
    pub(crate) fn parameter(self, name: &str) -> Option<String> {
        self.url.with(|(_, query)| parameter(query, name))
    }

    /// Path and query, as they would be linked to.
    pub(crate) fn here(self) -> String {
        self.url.with(|(path, query)| {
            let separator = if query.is_empty() { "" } else { "?" };
            format!("{path}{separator}{query}")
        })
    }

    /// Goes to a page.
    pub(crate) fn go(self, url: &str) {
        history::show(url, false);
        self.url.set(history::current());
        history::scroll_to_top();
    }

    /// Goes to a page that this one only leads on to: the way back skips it.
    pub(crate) fn redirect(self, url: &str) {
        history::show(url, true);
        self.url.set(history::current());
    }
}

fn parameter(query: &str, name: &str) -> Option<String> {
    let (_, value) =
        query.split('&').filter_map(|pair| pair.split_once('=')).find(|(key, _)| *key == name)?;
    let value = value.replace('+', " ");
    Some(percent_decode_str(&value).decode_utf8_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters() {
        let query = "from=2026-10-01&to=2026-10-31&return=%2Fp%2Fa%3Fb%3Dc&q=a+b&bad=%FF&flag";
        for (name, value) in [
            ("from", Some("2026-10-01")),
            ("return", Some("/p/a?b=c")),
            ("q", Some("a b")),
            ("bad", Some("\u{fffd}")),
            ("flag", None),
            ("fro", None),
        ] {
            assert_eq!(parameter(query, name).as_deref(), value, "{name}");
        }
        assert_eq!(parameter("", "from"), None);
    }
}
