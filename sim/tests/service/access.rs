//! Cloudflare Access: assertions, and the keys that verify them.

use base64ct::{Base64UrlUnpadded, Encoding};
use rsa::pkcs1v15::{Signature, VerifyingKey};
use rsa::sha2::Sha256;
use rsa::signature::Verifier;
use rsa::{BigUint, RsaPublicKey};
use serde_json::{Value, json};

use super::bench::{Bench, bench};

fn assertion(bench: &Bench, claims: &Value) -> String {
    let made = bench.post("/_sim/access/assertions", &json!({ "claims": claims })).unwrap();
    made.json()["assertion"].as_str().unwrap().to_owned()
}

fn decode(text: &str) -> Vec<u8> {
    Base64UrlUnpadded::decode_vec(text).unwrap()
}

/// Whether a key of the served set has signed an assertion.
fn is_valid(bench: &Bench, assertion: &str) -> bool {
    let (signed, signature) = assertion.rsplit_once('.').unwrap();
    let signature = Signature::try_from(decode(signature).as_slice()).unwrap();
    let set = bench.get_as("/cdn-cgi/access/certs", None).json();
    set["keys"].as_array().unwrap().iter().any(|key| {
        let [n, e] = ["n", "e"].map(|name| BigUint::from_bytes_be(&decode(key[name].as_str().unwrap())));
        let key = VerifyingKey::<Sha256>::new(RsaPublicKey::new(n, e).unwrap());
        key.verify(signed.as_bytes(), &signature).is_ok()
    })
}

#[test]
fn an_assertion_has_the_claims_that_are_asked_for() {
    let bench = bench();
    let text = assertion(
        &bench,
        &json!({ "email": "eve@acme.example", "country": null, "custom": { "groups": [] } }),
    );
    let claims: Value = serde_json::from_slice(&decode(text.split('.').nth(1).unwrap())).unwrap();
    assert_eq!(claims["email"], "eve@acme.example");
    assert_eq!((claims.get("country"), &claims["custom"]), (None, &json!({ "groups": [] })));
    assert_eq!(claims["exp"].as_i64().unwrap() - claims["iat"].as_i64().unwrap(), 600);
}

#[test]
fn a_rotation_leaves_the_key_before_valid() {
    let bench = bench();
    let first = assertion(&bench, &json!({}));
    let rotate = || assert_eq!(bench.post("/_sim/access/rotate", &json!({})).unwrap().status, 204);
    rotate();
    let second = assertion(&bench, &json!({}));
    assert!(is_valid(&bench, &first) && is_valid(&bench, &second));
    rotate();
    assert!(!is_valid(&bench, &first) && is_valid(&bench, &second));
}
