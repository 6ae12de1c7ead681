//! The only source of random numbers.

use docket_core::unique_id;
use getrandom::Error;

pub(crate) fn bytes<const N: usize>() -> Result<[u8; N], Error> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}

/// A unique id that begins with `prefix`.
pub(crate) fn id(prefix: &str) -> Result<String, Error> {
    Ok(unique_id::from_random(prefix, &bytes()?))
}

/// A number from 0 up to, but not including, 1. It is 0.5 if the runtime has no random numbers.
pub(crate) fn unit() -> f64 {
    bytes::<4>().map_or(0.5, |bytes| f64::from(u32::from_be_bytes(bytes)) / 4_294_967_296.0)
}
