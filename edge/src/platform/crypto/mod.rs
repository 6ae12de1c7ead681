//! What the runtime computes faster than wasm: WebCrypto.

pub(crate) mod pbkdf2;
pub(crate) mod rs256;
