//! The only source of randomness: the runtime's.

use std::fmt::Write;

use crate::http::failure::Failure;

/// Random bytes.
pub(crate) fn bytes<const N: usize>() -> Result<[u8; N], Failure> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(Failure::internal)?;
    Ok(bytes)
}

/// A name that nothing else has: `<prefix>_` and 24 hex digits.
pub(crate) fn id(prefix: &str) -> Result<String, Failure> {
    let mut id = format!("{prefix}_");
    for byte in bytes::<12>()? {
        write!(id, "{byte:02x}").map_err(Failure::internal)?;
    }
    Ok(id)
}

/// A number from 0 up to, but not including, 1; 0.5 should the runtime have none.
pub(crate) fn unit() -> f64 {
    bytes::<4>().map_or(0.5, |bytes| f64::from(u32::from_be_bytes(bytes)) / 4_294_967_296.0)
}
