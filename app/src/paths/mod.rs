//! Every URL of the console and every API route that it calls, each built in one place: pages in [`Page`], API routes in
//! [`Endpoint`].

use std::fmt;
use std::str::FromStr;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

mod endpoint;
mod page;

pub(crate) use endpoint::Endpoint;
pub(crate) use page::{Page, PageMatch, parameter, redirect, return_to, with_query};

/// The unreserved characters of RFC 3986.
const COMPONENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

fn encode(text: &str) -> impl fmt::Display + '_ {
    utf8_percent_encode(text, COMPONENT)
}

fn decode<T: FromStr>(segment: &str) -> Option<T> {
    percent_decode_str(segment).decode_utf8().ok()?.parse().ok()
}

fn query(f: &mut fmt::Formatter<'_>, pairs: &[(&'static str, String)]) -> fmt::Result {
    for (index, (name, value)) in pairs.iter().enumerate() {
        let separator = if index == 0 { '?' } else { '&' };
        write!(f, "{separator}{name}={}", encode(value))?;
    }
    Ok(())
}
