//! The parameter `limit` of a list that is read page by page.

use super::parameter;
use crate::InvalidParameter;

/// Default number of items per page.
pub(crate) const DEFAULT: u32 = 100;
/// Maximum number of items per page.
pub(crate) const MAX: u32 = 200;

/// Reads it.
pub(crate) fn read(value: &str) -> Result<u32, InvalidParameter> {
    parameter::number("limit", value, 1..=MAX)
}
