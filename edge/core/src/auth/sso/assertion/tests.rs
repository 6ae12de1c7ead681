use super::*;
use crate::auth::sso::application::{audience, team};
use proptest::prelude::*;
use serde_json::{Value, json};

const NOW_S: i64 = 1_800_000_000;
const NOW: UnixMs = UnixMs(NOW_S * 1000);

fn claims() -> Value {
    json!({
        "aud": ["a".repeat(64)], "email": "Ada@Acme.example", "exp": NOW_S + 600, "iat": NOW_S - 60, "nbf": NOW_S - 60,
        "iss": "https://acme.cloudflareaccess.com", "type": "app", "sub": "7335d417", "country": "DE",
    })
}

fn with(name: &str, value: Value) -> Value {
    let mut claims = claims();
    claims[name] = value;
    claims
}

fn without(name: &str) -> Value {
    let mut claims = claims();
    claims.as_object_mut().unwrap().remove(name);
    claims
}

fn encode(part: impl AsRef<[u8]>) -> String {
    Base64UrlUnpadded::encode_string(part.as_ref())
}

fn token(header: &Value, payload: &[u8]) -> String {
    format!("{}.{}.{}", encode(header.to_string()), encode(payload), encode([7; 256]))
}

fn header() -> Value {
    json!({ "alg": "RS256", "kid": "k1", "typ": "JWT" })
}

/// The person of an assertion, if the signature is right.
fn read(text: &str) -> Result<AccessPerson, InvalidAssertion> {
    let team = team("acme.cloudflareaccess.com").unwrap();
    let audience = audience(&format!("{},{}", "b".repeat(64), "a".repeat(64))).unwrap();
    let application = AccessApplication { team: &team, audience: &audience };
    Assertion::read(text, application, NOW)?.into_person(true)
}

fn of_claims(claims: &Value) -> Result<AccessPerson, InvalidAssertion> {
    read(&token(&header(), claims.to_string().as_bytes()))
}

#[test]
fn an_assertion_in_order_names_a_person() {
    let person = of_claims(&with("custom", json!({ "groups": ["docs", "Ops"], "level": 3 }))).unwrap();
    assert_eq!(person.email.as_str(), "ada@acme.example");
    assert_eq!(person.groups, ["docs".to_owned(), "Ops".to_owned()].into());
    assert_eq!(person.valid_until, UnixMs((NOW_S + 660) * 1000), "with the leeway for clocks");
}

#[test]
fn only_a_verified_signature_gives_the_person() {
    let text = token(&header(), claims().to_string().as_bytes());
    let team = team("acme.cloudflareaccess.com").unwrap();
    let audience = audience(&"a".repeat(64)).unwrap();
    let application = AccessApplication { team: &team, audience: &audience };
    let assertion = Assertion::read(&text, application, NOW).unwrap();
    assert_eq!(assertion.key_id().as_str(), "k1");
    assert_eq!(assertion.signed(), text.rsplit_once('.').unwrap().0.as_bytes());
    assert_eq!(assertion.signature(), [7; 256]);
    assert_eq!(assertion.into_person(false), Err(InvalidAssertion::Signature));
}

#[test]
fn each_claim_is_checked() {
    use InvalidAssertion as E;
    for (claims, expected) in [
        (with("iss", json!("https://other.cloudflareaccess.com")), E::Issuer),
        (with("iss", json!("https://acme.cloudflareaccess.com/")), E::Issuer),
        (with("type", json!("org")), E::Issuer),
        (without("type"), E::Issuer),
        (with("aud", json!(["c".repeat(64)])), E::Audience),
        (with("aud", json!([])), E::Audience),
        (with("aud", json!({})), E::Audience),
        (with("exp", json!(NOW_S - 60)), E::Expired),
        (with("exp", json!(i64::MIN)), E::Expired),
        (with("nbf", json!(NOW_S + 61)), E::Early),
        (with("email", json!("token:ci@acme.example")), E::Email),
        (without("email"), E::Email),
        (with("exp", json!("soon")), E::Unreadable),
        (with("email", json!(["ada@acme.example"])), E::Unreadable),
        (without("iss"), E::Unreadable),
        (without("aud"), E::Unreadable),
        (without("exp"), E::Unreadable),
        (json!([claims()]), E::Unreadable),
    ] {
        assert_eq!(of_claims(&claims), Err(expected), "{claims}");
    }
    let mut service = without("email");
    service["common_name"] = json!("e367.access");
    assert_eq!(of_claims(&service), Err(E::ServiceToken));
}

#[test]
fn clocks_may_differ_by_a_minute() {
    for (name, second) in [("exp", NOW_S - 59), ("nbf", NOW_S + 60), ("exp", i64::MAX), ("nbf", i64::MIN)] {
        assert!(of_claims(&with(name, json!(second))).is_ok(), "{name} {second}");
    }
}

#[test]
fn groups_of_any_shape_are_read_or_ignored() {
    for (groups, expected) in [
        (json!("docs"), vec!["docs"]),
        (json!(["docs", { "name": "ops" }, 7, null, ["x"]]), vec!["docs"]),
        (json!({ "docs": true }), vec![]),
        (json!(null), vec![]),
    ] {
        let person = of_claims(&with("custom", json!({ "groups": groups }))).unwrap();
        assert_eq!(person.groups.iter().collect::<Vec<_>>(), expected, "{groups}");
    }
    assert_eq!(of_claims(&with("groups", json!(["docs"]))).unwrap().groups, BTreeSet::new());
}

#[test]
fn the_algorithm_is_pinned() {
    for alg in ["none", "None", "", "HS256", "RS512", "PS256", "ES256", "rs256"] {
        let text = token(&json!({ "alg": alg, "kid": "k1" }), claims().to_string().as_bytes());
        assert_eq!(read(&text), Err(InvalidAssertion::Algorithm), "{alg}");
    }
}

#[test]
fn what_is_no_token_of_limited_size_is_refused() {
    let payload = claims().to_string();
    let good = token(&header(), payload.as_bytes());
    let (signed, signature) = good.rsplit_once('.').unwrap();
    let nested = format!("{}{}", "[".repeat(5000), "]".repeat(5000));
    let deep = format!("{{\"custom\":{{\"groups\":{nested}}},{}", &payload[1..]);
    for bad in [
        String::new(),
        "..".to_owned(),
        signed.to_owned(),
        format!("{good}."),
        format!("{good}="),
        format!("{good}.{signature}"),
        token(&json!({ "alg": "RS256" }), payload.as_bytes()),
        token(&json!({ "alg": "RS256", "kid": "k".repeat(300) }), payload.as_bytes()),
        token(&json!({ "alg": "RS256", "kid": "k1", "crit": ["b64"] }), payload.as_bytes()),
        token(&header(), format!("{{\"email\":\"eve@acme.example\",{}", &payload[1..]).as_bytes()),
        token(&header(), deep.as_bytes()),
        token(&header(), with("x", json!("x".repeat(20_000))).to_string().as_bytes()),
        token(&header(), b"\xff"),
    ] {
        assert_eq!(read(&bad), Err(InvalidAssertion::Unreadable), "{bad}");
    }
}

proptest! {
    #[test]
    fn no_text_panics(text in "[a-zA-Z0-9_.={}\"-]{0,200}") {
        prop_assert!(read(&text).is_err());
    }
}
