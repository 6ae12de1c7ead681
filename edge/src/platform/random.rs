//! The only source of random numbers.

use std::fmt::Write;

use getrandom::Error;

pub(crate) fn bytes<const N: usize>() -> Result<[u8; N], Error> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}

/// A unique id: `<prefix>_` and 24 hex digits.
pub(crate) fn id(prefix: &str) -> Result<String, Error> {
    let mut id = format!("{prefix}_");
    for byte in bytes::<12>()? {
        // Writing to a text cannot fail.
        let _ = write!(id, "{byte:02x}");
    }
    Ok(id)
}

/// A number from 0 up to, but not including, 1. It is 0.5 if the runtime has no random numbers.
pub(crate) fn unit() -> f64 {
    bytes::<4>().map_or(0.5, |bytes| f64::from(u32::from_be_bytes(bytes)) / 4_294_967_296.0)
}
