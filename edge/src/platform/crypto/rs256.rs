//! RS256 by the runtime: RSASSA-PKCS1-v1_5 with SHA-256.

use docket_core::auth::sso::SigningKey;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(inline_js = "
const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
export async function import_key(n, e) {
    return await crypto.subtle.importKey('jwk', { kty: 'RSA', n, e }, algorithm, false, ['verify']);
}
export async function verify(key, signature, signed) {
    return await crypto.subtle.verify(algorithm, key, signature, signed);
}
")]
extern "C" {
    #[wasm_bindgen(catch)]
    async fn import_key(n: &str, e: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch)]
    async fn verify(key: &JsValue, signature: &[u8], signed: &[u8]) -> Result<JsValue, JsValue>;
}

/// A public key that the runtime has imported. Every request of the isolate can use it.
#[derive(Clone)]
pub(crate) struct VerifyingKey(JsValue);

impl VerifyingKey {
    /// Imports a key; `None` if the runtime refuses it.
    pub(crate) async fn import(key: &SigningKey) -> Option<Self> {
        import_key(&key.modulus, &key.exponent).await.ok().map(Self)
    }

    /// Whether a signature is this key's.
    pub(crate) async fn has_signed(&self, signed: &[u8], signature: &[u8]) -> Result<bool, JsValue> {
        Ok(verify(&self.0, signature, signed).await?.is_truthy())
    }
}
