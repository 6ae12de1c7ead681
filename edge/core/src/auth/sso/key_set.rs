//! The public keys of a team, as its JSON Web Key Set has them.

use base64ct::{Base64UrlUnpadded, Encoding};
use serde::Deserialize;

const ID_BYTES_MAX: usize = 128;
/// A team has the current key and the one before. More than this are ignored.
const KEYS_MAX: usize = 16;
/// 2048 to 4096 bits.
const MODULUS_BYTES: std::ops::RangeInclusive<usize> = 256..=512;

/// Names a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyId(String);

impl KeyId {
    /// Reads an id of 1 to 128 bytes.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        (1..=ID_BYTES_MAX).contains(&text.len()).then(|| Self(text.to_owned()))
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A public RSA key. Its numbers are base64url, as the runtime takes them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SigningKey {
    pub id: KeyId,
    pub modulus: String,
    pub exponent: String,
}

/// A key set without a key that Docket can use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the response has no RSA key for RS256")]
pub struct InvalidKeySet;

#[derive(Deserialize)]
struct JsonWebKeySet {
    keys: Vec<JsonWebKey>,
}

#[derive(Deserialize)]
struct JsonWebKey {
    kty: String,
    #[serde(default)]
    kid: String,
    #[serde(default)]
    alg: Option<String>,
    #[serde(default, rename = "use")]
    purpose: Option<String>,
    #[serde(default)]
    n: String,
    #[serde(default)]
    e: String,
}

impl JsonWebKey {
    fn into_signing_key(self) -> Option<SigningKey> {
        let is_for_rs256 = self.kty == "RSA"
            && self.alg.is_none_or(|alg| alg == "RS256")
            && self.purpose.is_none_or(|purpose| purpose == "sig");
        let modulus = Base64UrlUnpadded::decode_vec(&self.n).ok()?;
        let id = KeyId::parse(&self.kid)?;
        (is_for_rs256 && MODULUS_BYTES.contains(&modulus.len())).then_some(SigningKey {
            id,
            modulus: self.n,
            exponent: self.e,
        })
    }
}

/// The keys of a set for signatures with RS256, at most 16. Others are left out.
///
/// # Errors
/// If there is no such key.
pub fn signing_keys(json: &str) -> Result<Vec<SigningKey>, InvalidKeySet> {
    let set: JsonWebKeySet = docket_wire::json::from_str(json).map_err(|_| InvalidKeySet)?;
    let keys = set.keys.into_iter().filter_map(JsonWebKey::into_signing_key).take(KEYS_MAX);
    let keys: Vec<_> = keys.collect();
    if keys.is_empty() { Err(InvalidKeySet) } else { Ok(keys) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn key(kid: &str) -> Value {
        let n = Base64UrlUnpadded::encode_string(&[0xc3; 256]);
        json!({ "kid": kid, "kty": "RSA", "alg": "RS256", "use": "sig", "e": "AQAB", "n": n })
    }

    fn changed(member: &str, value: &str) -> Value {
        let mut key = key("k1");
        key[member] = json!(value);
        key
    }

    fn ids(keys: &[Value]) -> Result<Vec<String>, InvalidKeySet> {
        let keys = signing_keys(&json!({ "keys": keys, "public_cert": {} }).to_string())?;
        Ok(keys.into_iter().map(|key| key.id.0).collect())
    }

    #[test]
    fn only_keys_for_rs256_of_a_usual_size_are_used() {
        let [short, long] =
            [255, 513].map(|bytes| changed("n", &Base64UrlUnpadded::encode_string(&vec![1; bytes])));
        for other in [
            changed("kty", "EC"),
            changed("alg", "HS256"),
            changed("use", "enc"),
            changed("kid", ""),
            changed("n", "=="),
            short,
            long,
        ] {
            assert_eq!(ids(&[other.clone(), key("k2")]).unwrap(), ["k2"], "{other}");
            assert_eq!(ids(&[other]), Err(InvalidKeySet));
        }
        let many: Vec<Value> = (0..20).map(|number| key(&number.to_string())).collect();
        assert_eq!(ids(&many).unwrap().len(), KEYS_MAX);
    }

    #[test]
    fn what_is_no_key_set_has_no_keys() {
        for bad in ["", "[]", "{}", r#"{"keys":{}}"#, r#"{"keys":[1]}"#, "<html>", &"[".repeat(10_000)] {
            assert_eq!(signing_keys(bad), Err(InvalidKeySet), "{bad}");
        }
    }
}
