/// Why a request names no operation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoRoute {
    #[error("There is no such route.")]
    Unknown,
    /// The routes at this path accept other methods.
    #[error("This route accepts only {}.", with_and(allow))]
    Method {
        /// The value of the `Allow` header.
        allow: String,
    },
    /// A segment of the path breaks the rule of its identifier.
    #[error("The path's {field} is invalid: {reason}.")]
    Segment {
        /// The segment's placeholder in the table.
        field: &'static str,
        /// The rule that it breaks.
        reason: String,
    },
}

/// `GET, PUT, DELETE` as a part of a sentence: `GET, PUT and DELETE`.
fn with_and(list: &str) -> String {
    match list.rsplit_once(", ") {
        Some((others, last)) => format!("{others} and {last}"),
        None => list.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_lists_the_methods_as_a_sentence() {
        for (allow, sentence) in [
            ("POST", "This route accepts only POST."),
            ("GET, HEAD", "This route accepts only GET and HEAD."),
            ("GET, HEAD, PUT", "This route accepts only GET, HEAD and PUT."),
        ] {
            assert_eq!(NoRoute::Method { allow: allow.to_owned() }.to_string(), sentence);
        }
    }
}
