//! How many items a page of a list has.

use crate::{InvalidParameter, whole_number};

/// Default number of items per page.
pub(super) const DEFAULT: u32 = 100;
/// Maximum number of items per page.
pub(super) const MAX: u32 = 200;

/// Reads the parameter `limit`.
pub(super) fn read(value: &str) -> Result<u32, InvalidParameter> {
    let limit = whole_number(value).and_then(|limit| u32::try_from(limit).ok());
    let limit = limit.filter(|limit| (1..=MAX).contains(limit));
    limit.ok_or_else(|| InvalidParameter::new("limit", "must be a whole number from 1 to 200"))
}
