//! Paths of requests, and the patterns that they match.

use std::fmt::Display;
use std::str::FromStr;

use percent_encoding::percent_decode_str;

use super::no_route::NoRoute;

/// Whether a path belongs to the API. All others belong to the app.
#[must_use]
pub fn is_api(path: &str) -> bool {
    ["/api", "/v1", "/v2"]
        .iter()
        .any(|prefix| path.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}

/// The segments of a path, each decoded exactly once.
pub(super) fn decode(path: &str) -> Result<Vec<String>, NoRoute> {
    path.strip_prefix('/').ok_or(NoRoute::Unknown)?.split('/').map(decode_segment).collect()
}

fn decode_segment(segment: &str) -> Result<String, NoRoute> {
    let text = percent_decoded(segment).ok_or(NoRoute::Unknown)?;
    if matches!(text.as_str(), "" | "." | "..") { Err(NoRoute::Unknown) } else { Ok(text) }
}

/// Text from its percent-encoded UTF-8. `None` if that is cut or is not UTF-8.
pub(crate) fn percent_decoded(text: &str) -> Option<String> {
    let has_whole_escapes = text
        .split('%')
        .skip(1)
        .all(|escape| escape.as_bytes().get(..2).is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit)));
    let decoded = percent_decode_str(text).decode_utf8().ok().filter(|_| has_whole_escapes)?;
    Some(decoded.into_owned())
}

/// The placeholders of a pattern with the segments of a path in their places, from left to right.
pub(super) struct Captures<'a>(Vec<(&'static str, &'a str)>);

impl<'a> Captures<'a> {
    /// Matches a path with a pattern like `/api/projects/{project}/jobs`.
    pub(super) fn of(pattern: &'static str, segments: &'a [String]) -> Option<Self> {
        let mut captures = Vec::new();
        let mut segments = segments.iter();
        for part in pattern.split('/').skip(1) {
            let segment = segments.next()?;
            match part.strip_prefix('{').and_then(|part| part.strip_suffix('}')) {
                Some(placeholder) => captures.push((placeholder, segment.as_str())),
                None if part == segment => {}
                None => return None,
            }
        }
        segments.next().is_none().then(|| {
            captures.reverse();
            Self(captures)
        })
    }

    /// Reads the next placeholder's segment as an identifier.
    pub(super) fn next<T: FromStr<Err: Display>>(&mut self) -> Result<T, NoRoute> {
        let (field, segment) = self.0.pop().ok_or(NoRoute::Unknown)?;
        segment.parse().map_err(|reason: T::Err| NoRoute::Segment { field, reason: reason.to_string() })
    }
}
