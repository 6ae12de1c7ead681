use super::*;
use docket_wire::CallerName;

use crate::auth::passphrase;
use crate::auth::session::{IDLE_MS, LIFETIME_MS};
use crate::settings::Settings;

fn settings(passphrase_hash: &str, secret: &str, token_hash: char) -> Settings {
    with_roles(passphrase_hash, secret, token_hash, "admin")
}

fn with_roles(passphrase_hash: &str, secret: &str, token_hash: char, role: &str) -> Settings {
    let (passphrase_hash, secret) = (passphrase_hash.to_owned(), secret.to_owned());
    let roles = format!(r#"[{{"role": "{role}", "names": ["ada"]}}]"#);
    Settings::read(move |name| match name {
        "DOCKET_PROJECTS" => Some(r#"[{"id": "acme-docs"}]"#.to_owned()),
        "DOCKET_ADMIN_KEY" => Some("mint_x".to_owned()),
        "DOCKET_ACCOUNTS" => Some(format!(r#"[{{"name": "ada", "hash": "{passphrase_hash}"}}]"#)),
        "DOCKET_ROLES" => Some(roles.clone()),
        "DOCKET_SESSION_SECRET" => Some(secret.clone()),
        "DOCKET_TOKENS" => Some(format!(
            r#"[{{"id": "ci", "hash": "{}", "rights": [], "expires": "2027-01-01"}}]"#,
            token_hash.to_string().repeat(64)
        )),
        _ => None,
    })
    .unwrap()
}

fn by_access(team: &str, audience: char, rule: &str) -> Settings {
    let (team, rule) =
        (format!("{team}.cloudflareaccess.com"), format!("[{{\"role\": \"viewer\", {rule}}}]"));
    Settings::read(move |name| match name {
        "DOCKET_PROJECTS" => Some(r#"[{"id": "acme-docs"}]"#.to_owned()),
        "DOCKET_ADMIN_KEY" => Some("mint_x".to_owned()),
        "DOCKET_SESSION_SECRET" => Some("s".repeat(32)),
        "DOCKET_ROLES" => Some(rule.clone()),
        "DOCKET_ACCESS_TEAM" => Some(team.clone()),
        "DOCKET_ACCESS_AUDIENCE" => Some(audience.to_string().repeat(64)),
        _ => None,
    })
    .unwrap()
}

#[test]
fn other_roles_or_another_application_end_what_people_of_access_opened() {
    let person = |email| AccessPerson {
        email: Email::parse(email).unwrap(),
        groups: ["docs".to_owned()].into(),
        valid_until: UnixMs(9000),
    };
    let everyone = r#""everyone": "access""#;
    let now = by_access("acme", 'a', everyone);
    let ada = Credential::of_access(&person("ada@acme.com"), now.callers()).unwrap();
    assert_eq!(Credential::from_header(&ada.to_header()), Some(ada.clone()));
    assert_eq!((ada.valid_until, ada.tag.is_ascii()), (Some(UnixMs(9000)), true));
    assert_eq!(ada.kind(), AuditCredential::Access);
    assert_ne!(ada.tag, Credential::of_access(&person("eve@acme.com"), now.callers()).unwrap().tag);
    for (settings, has_person) in [
        (&now, true),
        (&by_access("other", 'a', everyone), false),
        (&by_access("acme", 'b', everyone), false),
        (&by_access("acme", 'a', r#""groups": ["docs"]"#), false),
    ] {
        assert_eq!(valid_fingerprints(settings.callers()).contains(&ada.fingerprint), has_person);
    }
}

#[test]
fn a_header_preserves_a_credential() {
    let hash = passphrase::hash("correct horse", &[1; 16]).unwrap();
    let settings = settings(&hash, &"s".repeat(32), 'a');
    let program = Credential::of_token(&settings.tokens[0], settings.callers());
    assert!(program.valid_until.is_some());
    for credential in [Credential { valid_until: None, ..program.clone() }, program] {
        assert_eq!(Credential::from_header(&credential.to_header()), Some(credential));
    }
    for bad in ["", "token:ci", "token:ci 00", "token:ci 00 soon"] {
        assert_eq!(Credential::from_header(bad), None, "{bad}");
    }
}

#[test]
fn the_mark_of_a_token_that_an_admin_made_does_not_depend_on_the_settings() {
    let hash = passphrase::hash("correct horse", &[1; 16]).unwrap();
    let [one, other] = ['a', 'b'].map(|token| settings(&hash, &"s".repeat(32), token));
    let issued = Credential::of_token(&one.tokens[0], other.callers());
    assert!(
        valid_fingerprints(one.callers()).contains(&issued.fingerprint)
            && valid_fingerprints(other.callers()).contains(&issued.fingerprint)
    );
    assert_eq!((issued.tag.as_str(), issued.kind()), ("token:ci", AuditCredential::Token));
}

#[test]
fn a_session_is_valid_until_it_is_idle_or_too_old() {
    let session = Session::begin([7; 16], CallerName("ada".into()), UnixMs(1000));
    assert_eq!(session.valid_until(), UnixMs(1000 + IDLE_MS));
    let used = session.renewed(UnixMs(LIFETIME_MS - 5)).unwrap();
    assert_eq!(used.valid_until(), UnixMs(1000 + LIFETIME_MS));
}

#[test]
fn a_changed_setting_changes_the_marks_that_depend_on_it() {
    let hashes = [1, 2].map(|salt| passphrase::hash("correct horse", &[salt; 16]).unwrap());
    let [a, b] = ["a", "b"].map(|letter| letter.repeat(32));
    let now = settings(&hashes[0], &a, 'a');
    let session = Session::begin([7; 16], CallerName("ada".into()), UnixMs(1000));
    let person = Credential::of_session(&session, now.callers()).unwrap();
    let program = Credential::of_token(&now.tokens[0], now.callers());
    for (settings, has_person, has_program) in [
        (&now, true, true),
        (&settings(&hashes[1], &a, 'a'), false, true),
        (&settings(&hashes[0], &b, 'a'), false, true),
        (&settings(&hashes[0], &a, 'b'), true, false),
        (&with_roles(&hashes[0], &a, 'a', "viewer"), false, true),
    ] {
        let fingerprints = valid_fingerprints(settings.callers());
        assert_eq!(
            (fingerprints.contains(&person.fingerprint), fingerprints.contains(&program.fingerprint)),
            (has_person, has_program)
        );
    }
}
