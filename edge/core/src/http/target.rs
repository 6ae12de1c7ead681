//! The parts of a request's URL.

/// The parts of an absolute URL that the runtime has parsed and normalised.
///
/// It is split at its delimiters, because parsing it again with the `url` crate would add its IDNA tables to the
/// Worker: 48 kB gzip.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestTarget<'a> {
    /// Scheme, host and port, as in an `Origin` header.
    pub origin: &'a str,
    /// The path with its first slash, still percent-encoded.
    pub path: &'a str,
    /// The query without its question mark; empty if there is none.
    pub query: &'a str,
}

impl<'a> RequestTarget<'a> {
    #[must_use]
    pub fn of(url: &'a str) -> Self {
        let url = url.split_once('#').map_or(url, |(url, _)| url);
        let (address, query) = url.split_once('?').unwrap_or((url, ""));
        let host_at = address.find("://").map_or(0, |at| at + 3);
        let path_at =
            address.get(host_at..).and_then(|rest| rest.find('/')).map_or(address.len(), |at| host_at + at);
        let (origin, path) = address.split_at_checked(path_at).unwrap_or((address, ""));
        Self { origin, path, query }
    }

    /// The query's parameters, decoded.
    #[must_use]
    pub fn pairs(&self) -> QueryPairs {
        QueryPairs(form_urlencoded::parse(self.query.as_bytes()).into_owned().collect())
    }
}

/// The parameters of a query, decoded. Queries are read from a reference to them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueryPairs(Vec<(String, String)>);

impl QueryPairs {
    /// The parameters in a URL.
    #[must_use]
    pub fn of(url: &str) -> Self {
        RequestTarget::of(url).pairs()
    }

    /// The first value of a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find_map(|(found, value)| (found == name).then_some(value))
    }

    /// Their names and values.
    #[must_use]
    pub fn iter(&self) -> QueryPairsIter<'_> {
        QueryPairsIter(self.0.iter())
    }
}

impl<'a> IntoIterator for &'a QueryPairs {
    type Item = (&'a str, &'a str);
    type IntoIter = QueryPairsIter<'a>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The names and values of [`QueryPairs`]. It has a name, so that the Worker has one copy of what reads them.
#[derive(Debug, Clone)]
pub struct QueryPairsIter<'a>(std::slice::Iter<'a, (String, String)>);

impl<'a> Iterator for QueryPairsIter<'a> {
    type Item = (&'a str, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// The first parameter of this name in a URL's query, decoded.
#[must_use]
pub fn query_value(url: &str, name: &str) -> Option<String> {
    QueryPairs::of(url).get(name).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_url_is_split_at_its_delimiters() {
        for (url, origin, path, query) in [
            ("https://a.example/x/y?z=1&y", "https://a.example", "/x/y", "z=1&y"),
            ("http://[::1]:8787/", "http://[::1]:8787", "/", ""),
            ("http://a:1", "http://a:1", "", ""),
            ("http://a/?a=/b?c", "http://a", "/", "a=/b?c"),
            ("http://a/b#c?d", "http://a", "/b", ""),
            ("", "", "", ""),
        ] {
            assert_eq!(RequestTarget::of(url), RequestTarget { origin, path, query }, "{url}");
        }
    }

    #[test]
    fn parameters_are_decoded_as_forms_encode_them() {
        let url = "http://a/?a=b+c&d=%2B%C3%A9&&e&f=%ff%&d=2";
        assert_eq!(
            QueryPairs::of(url).iter().collect::<Vec<_>>(),
            [("a", "b c"), ("d", "+é"), ("e", ""), ("f", "\u{fffd}%"), ("d", "2")]
        );
        assert_eq!(query_value(url, "d").as_deref(), Some("+é"));
        assert_eq!(query_value(url, "g"), None);
    }

    proptest! {
        #[test]
        fn no_url_panics(url in "\\PC{0,60}") {
            let _ = QueryPairs::of(&url);
        }
    }
}
