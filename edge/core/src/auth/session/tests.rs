use super::*;
use proptest::prelude::*;

const ADA_HASH: &str = "$argon2id$ada";

fn secret() -> SessionSecret {
    SessionSecret::parse("0123456789abcdef0123456789abcdef").unwrap()
}

fn session() -> Session {
    Session::begin([0xab; 16], CallerName("ada".into()), UnixMs(1_000_000))
}

fn open(cookie: &str, now: i64) -> Result<Session, InvalidSession> {
    Session::open(cookie, &[&secret()], |name| (name == "ada").then_some(ADA_HASH), UnixMs(now))
}

fn sealed(session: &Session) -> String {
    session.seal(&secret(), ADA_HASH)
}

#[test]
fn the_payload_does_not_change() {
    assert_eq!(
        serde_json::to_string(&session()).unwrap(),
        r#"{"id":"abababababababababababababababab","name":"ada","issued":1000000,"seen":1000000}"#
    );
    assert_eq!(sealed(&session()), sealed(&session()));
}

#[test]
fn a_session_lives_until_it_is_idle_or_old() {
    let start = 1_000_000;
    let cookie = sealed(&session());
    assert_eq!(open(&cookie, start), Ok(session()));
    assert_eq!(open(&cookie, start + IDLE_MS - 1), Ok(session()));
    assert_eq!(open(&cookie, start + IDLE_MS), Err(InvalidSession::Expired));

    let used = Session { seen_at: UnixMs(start + LIFETIME_MS - 10), ..session() };
    assert!(open(&sealed(&used), start + LIFETIME_MS - 1).is_ok());
    assert_eq!(open(&sealed(&used), start + LIFETIME_MS), Err(InvalidSession::Expired));
}

#[test]
fn a_cookie_is_renewed_after_five_minutes() {
    assert_eq!(session().renewed(UnixMs(1_000_000 + RENEW_AFTER_MS - 1)), None);
    let renewed = session().renewed(UnixMs(1_000_000 + RENEW_AFTER_MS)).unwrap();
    assert_eq!((renewed.id.clone(), renewed.issued_at), (session().id, session().issued_at));
    assert_eq!(renewed.seen_at, UnixMs(1_000_000 + RENEW_AFTER_MS));
}

#[test]
fn a_new_passphrase_or_the_removal_of_the_account_ends_the_session() {
    let other_hash = session().seal(&secret(), "$argon2id$other");
    assert_eq!(open(&other_hash, 1_000_000), Err(InvalidSession::Forged));
    let stranger = Session { name: CallerName("eve".into()), ..session() };
    assert_eq!(open(&sealed(&stranger), 1_000_000), Err(InvalidSession::Forged));
}

#[test]
fn a_session_outlives_its_secret_while_that_is_still_accepted() {
    let newer = SessionSecret::parse("fedcba9876543210fedcba9876543210").unwrap();
    let opened = |secrets: &[&SessionSecret]| {
        Session::open(&sealed(&session()), secrets, |_| Some(ADA_HASH), UnixMs(1_000_000))
    };
    assert_eq!(opened(&[&newer, &secret()]), Ok(session()));
    assert_eq!(opened(&[&newer]), Err(InvalidSession::Forged));
    assert_eq!(opened(&[]), Err(InvalidSession::Forged));
}

#[test]
fn other_texts_are_forged() {
    let cookie = sealed(&session());
    let (payload, signature) = cookie.split_once('.').unwrap();
    for bad in ["", ".", "a.b", payload, &format!("{payload}."), &format!(".{signature}"), &"a.".repeat(5000)]
    {
        assert_eq!(open(bad, 1_000_000), Err(InvalidSession::Forged), "{bad}");
    }
}

proptest! {
    #[test]
    fn one_changed_character_invalidates_the_cookie(at in 0usize..200, to in "[A-Za-z0-9_.-]") {
        let cookie = sealed(&session());
        let at = at % cookie.len();
        let changed = format!("{}{to}{}", &cookie[..at], &cookie[at + 1..]);
        prop_assume!(changed != cookie);
        prop_assert_eq!(open(&changed, 1_000_000), Err(InvalidSession::Forged));
    }
}
