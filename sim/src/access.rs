//! Cloudflare Access: an issuer of assertions, with keys of its own.

use std::collections::VecDeque;

use base64ct::{Base64UrlUnpadded, Encoding};
use docket_wire::UnixMs;
use rsa::RsaPrivateKey;
use rsa::pkcs1v15::SigningKey;
use rsa::rand_core::OsRng;
use rsa::sha2::Sha256;
use rsa::signature::{SignatureEncoding, Signer};
use rsa::traits::PublicKeyParts;
use serde_json::{Map, Value, json};

/// The AUD tag of assertions, unless a test names another one.
pub const ACCESS_AUDIENCE: &str = "5a1c0de55a1c0de55a1c0de55a1c0de55a1c0de55a1c0de55a1c0de55a1c0de5";

const KEY_BITS: usize = 2048;
/// An assertion is valid for this time.
const LIFETIME_S: i64 = 600;

/// The keys. They are made when they are needed, because that takes a while.
#[derive(Default)]
pub(crate) struct AccessIssuer {
    /// The current key, then the one before.
    keys: VecDeque<IssuerKey>,
    made: usize,
}

struct IssuerKey {
    id: String,
    key: RsaPrivateKey,
}

impl AccessIssuer {
    /// Makes a new current key. The one before stays valid.
    pub(crate) fn rotate(&mut self) {
        self.current();
        self.make();
    }

    /// The public keys as a JSON Web Key Set.
    pub(crate) fn key_set(&mut self) -> Value {
        self.current();
        let keys: Vec<Value> = self.keys.iter().map(IssuerKey::public).collect();
        json!({ "keys": keys })
    }

    /// An assertion with a valid signature of the current key. Members of `header` and `claims` replace those of a regular
    /// one, and null removes one.
    pub(crate) fn assertion(&mut self, issuer: &str, now: UnixMs, header: &Value, claims: &Value) -> String {
        let now_s = now.0.div_euclid(1000);
        let Some(IssuerKey { id, key }) = self.current() else { return String::new() };
        let header = merged(json!({ "alg": "RS256", "kid": id, "typ": "JWT" }), header);
        let regular = json!({
            "aud": [ACCESS_AUDIENCE],
            "email": "ada@acme.example",
            "exp": now_s + LIFETIME_S,
            "iat": now_s,
            "nbf": now_s,
            "iss": issuer,
            "type": "app",
            "identity_nonce": "6ei69kawdKzMIAPF",
            "sub": "7335d417-61da-459d-899c-0a01c76a2f94",
            "country": "DE",
        });
        let [header, claims] = [header, merged(regular, claims)]
            .map(|part| Base64UrlUnpadded::encode_string(part.to_string().as_bytes()));
        let signed = format!("{header}.{claims}");
        let signature = SigningKey::<Sha256>::new(key.clone()).sign(signed.as_bytes()).to_bytes();
        format!("{signed}.{}", Base64UrlUnpadded::encode_string(&signature))
    }

    fn current(&mut self) -> Option<&IssuerKey> {
        if self.keys.is_empty() {
            self.make();
        }
        self.keys.front()
    }

    fn make(&mut self) {
        // Fails only for a size of no use.
        let Ok(key) = RsaPrivateKey::new(&mut OsRng, KEY_BITS) else { return };
        self.made += 1;
        self.keys.push_front(IssuerKey { id: format!("key-{}", self.made), key });
        self.keys.truncate(2);
    }
}

impl IssuerKey {
    fn public(&self) -> Value {
        let [n, e] = [self.key.n(), self.key.e()]
            .map(|number| Base64UrlUnpadded::encode_string(&number.to_bytes_be()));
        json!({ "kid": self.id, "kty": "RSA", "alg": "RS256", "use": "sig", "n": n, "e": e })
    }
}

fn merged(regular: Value, changes: &Value) -> Value {
    let mut members = match regular {
        Value::Object(members) => members,
        _ => Map::new(),
    };
    for (name, value) in changes.as_object().into_iter().flatten() {
        match value {
            Value::Null => members.remove(name),
            value => members.insert(name.clone(), value.clone()),
        };
    }
    members.into()
}
