//! PBKDF2 by the runtime: in the Worker's own code it would take more CPU time than the free plan has.

use docket_core::auth::pbkdf2::Pbkdf2Hash;
use js_sys::Uint8Array;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

#[wasm_bindgen(inline_js = "
export async function derive_key(passphrase, salt, iterations) {
    const secret = new TextEncoder().encode(passphrase);
    const key = await crypto.subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveBits']);
    const parameters = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations };
    return new Uint8Array(await crypto.subtle.deriveBits(parameters, key, 256));
}
")]
extern "C" {
    #[wasm_bindgen(catch)]
    async fn derive_key(passphrase: &str, salt: &[u8], iterations: u32) -> Result<JsValue, JsValue>;
}

/// Derives the key of a passphrase with the salt and the iterations of a hash.
pub(crate) async fn derive(passphrase: &str, hash: &Pbkdf2Hash) -> Result<Vec<u8>, JsValue> {
    let key = derive_key(passphrase, &hash.salt, hash.iterations).await?;
    let key: Uint8Array = key.dyn_into()?;
    Ok(key.to_vec())
}
