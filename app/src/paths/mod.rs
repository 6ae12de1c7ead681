//! Every URL of the console and every API route that it calls, each built in one place: pages in [`Page`], API routes in
//! [`Endpoint`].

use std::fmt;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

mod endpoint;
mod history;
mod location;
mod page;

pub(crate) use docket_wire::PageMatch;
pub(crate) use endpoint::Endpoint;
pub(crate) use history::{marked_step, redirect, step};
pub(crate) use location::{parameter, return_to, submission};
pub(crate) use page::Page;

/// Where Cloudflare Access signs people out, at the origin that it protects.
pub(crate) const ACCESS_SIGN_OUT: &str = "/cdn-cgi/access/logout";

/// The unreserved characters of RFC 3986.
const COMPONENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

fn encode(text: &str) -> impl fmt::Display + '_ {
    utf8_percent_encode(text, COMPONENT)
}

/// Text as part of a query.
pub(crate) fn encoded(text: &str) -> String {
    encode(text).to_string()
}

fn query(f: &mut fmt::Formatter<'_>, pairs: &[(&'static str, String)]) -> fmt::Result {
    for (index, (name, value)) in pairs.iter().enumerate() {
        let separator = if index == 0 { '?' } else { '&' };
        write!(f, "{separator}{name}={}", encode(value))?;
    }
    Ok(())
}

/// A path with its query.
pub(crate) fn with_query(path: &str, query: &str) -> String {
    let separator = if query.is_empty() { "" } else { "?" };
    format!("{path}{separator}{query}")
}
