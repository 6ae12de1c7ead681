//! The query of a list that is read page by page: `before` and `limit`.

use super::parameter;
use crate::InvalidParameter;

/// Default number of items per page.
pub(crate) const DEFAULT: u32 = 100;
/// Maximum number of items per page.
pub(crate) const MAX: u32 = 200;

/// Reads `before`, by a rule of the list's own, and `limit`. An empty `before` counts as absent.
///
/// # Errors
/// If a parameter is unknown or breaks its rule: it names the first one.
pub(crate) fn read_page<'a, B>(
    pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    read_before: impl Fn(&str) -> Result<B, String>,
) -> Result<(Option<B>, Option<u32>), InvalidParameter> {
    let (mut before, mut limit) = (None, None);
    for (name, value) in pairs {
        match name {
            "before" if value.is_empty() => {}
            "before" => {
                let value = read_before(value).map_err(|rule| InvalidParameter::new("before", rule))?;
                before = Some(value);
            }
            "limit" => limit = Some(read(value)?),
            _ => {
                let rule = "has a parameter other than before and limit";
                return Err(InvalidParameter::new("query", rule));
            }
        }
    }
    Ok((before, limit))
}

/// Reads the parameter `limit`.
pub(crate) fn read(value: &str) -> Result<u32, InvalidParameter> {
    parameter::number("limit", value, 1..=MAX)
}
