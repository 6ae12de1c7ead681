use docket_core::audit::{AuditRecord, PackedRecord, RequestSource};
use docket_core::auth::people::{ClientInfo, SESSIONS_MAX};
use docket_core::auth::session::{IDLE_MS, LIFETIME_MS, Session};
use docket_core::auth::store::AuthStore;
use docket_core::storage::DatabaseError;
use docket_wire::{
    AuditAction, AuditCredential, AuditQuery, CallerName, SessionId, SessionInfo, SignInMethod, UnixMs,
};

use crate::sqlite::Sqlite;

type Store = AuthStore<Sqlite>;

const NOW: UnixMs = UnixMs(1_790_000_000_000);
const DAY_MS: i64 = 24 * 3_600_000;

fn store() -> Store {
    AuthStore::open(Sqlite::in_memory()).unwrap()
}

fn name(name: &str) -> CallerName {
    CallerName(name.into())
}

fn session(number: u8, of: &str, began_at: UnixMs) -> Session {
    Session::begin([number; 16], name(of), began_at)
}

fn place(address: &str, country: Option<&str>) -> ClientInfo {
    let source = RequestSource::new(Some(address.into()), country.map(str::to_owned), "req_1".into());
    ClientInfo::new(source, "Firefox")
}

fn begin(store: &Store, session: &Session, now: UnixMs) -> Vec<SessionId> {
    store.people().begin(session, &place("203.0.113.9", Some("NL")), now).unwrap()
}

fn sessions_of(store: &Store, person: &str, now: UnixMs) -> Vec<SessionInfo> {
    store.people().sessions(&name(person), None, now).unwrap()
}

fn ids(store: &Store, person: &str, now: UnixMs) -> Vec<SessionId> {
    sessions_of(store, person, now).into_iter().map(|session| session.id).collect()
}

#[test]
fn a_session_is_listed_from_its_begin_until_it_ends() {
    let store = store();
    let now = NOW.plus_ms(5);
    let (first, second) = (session(1, "ada", NOW), session(2, "ada", now));
    for begun in [&first, &second, &session(3, "eve", NOW)] {
        assert_eq!(begin(&store, begun, now), []);
    }
    assert_eq!(ids(&store, "ada", now), [second.id.clone(), first.id.clone()]);
    let listed = store.people().sessions(&name("ada"), Some(&first.id), now).unwrap().remove(1);
    let expected = SessionInfo {
        id: first.id.clone(),
        name: name("ada"),
        began_at: NOW,
        seen_at: NOW,
        expires_at: NOW.plus_ms(LIFETIME_MS),
        address: "203.0.113.9".into(),
        country: Some("NL".into()),
        browser: "Firefox".into(),
        current: true,
    };
    assert_eq!(listed, expected);

    let used = Session { seen_at: NOW.plus_ms(600_000), ..first.clone() };
    store.people().see_session(&used, &place("::1", None), used.seen_at).unwrap();
    // What arrives late is older.
    store.people().see_session(&first, &place("203.0.113.9", None), NOW).unwrap();
    let listed = sessions_of(&store, "ada", used.seen_at);
    assert_eq!((listed[0].seen_at, listed[0].address.as_str()), (used.seen_at, "::1"));
    assert_eq!((listed[0].began_at, &listed[1].id), (NOW, &second.id));

    assert_eq!(store.people().end(std::slice::from_ref(&used.id)), Ok(true));
    assert_eq!(store.people().end(&[used.id]), Ok(false), "a second end changes nothing");
    assert_eq!(ids(&store, "ada", now), [second.id]);
}

#[test]
fn sessions_are_found_by_id_and_by_person() {
    let store = store();
    for (number, person) in [(1, "ada"), (2, "ada"), (3, "eve")] {
        begin(&store, &session(number, person, NOW), NOW);
    }
    let (ada, eve) = (name("ada"), name("eve"));
    let [first, second, third] = [[1; 16], [2; 16], [3; 16]].map(SessionId::new);
    let find = |id, person| store.people().find(id, person, NOW.plus_ms(IDLE_MS - 1)).unwrap();
    assert_eq!(find(None, Some(&ada)), [first.clone(), second]);
    assert_eq!(find(Some(&third), None), std::slice::from_ref(&third));
    assert_eq!(find(Some(&third), Some(&eve)), std::slice::from_ref(&third));
    assert_eq!(find(Some(&third), Some(&ada)), []);
    let unknown = SessionId::new([4; 16]);
    assert_eq!(find(Some(&unknown), None), []);
    assert_eq!(find(None, None), []);
    assert_eq!(store.people().find(Some(&first), None, NOW.plus_ms(IDLE_MS)), Ok(vec![]));
}

#[test]
fn an_idle_or_expired_session_is_neither_listed_nor_stored_for_long() {
    let store = store();
    begin(&store, &session(1, "ada", NOW), NOW);
    let renewed = Session { seen_at: NOW.plus_ms(LIFETIME_MS - 1000), ..session(2, "ada", NOW) };
    begin(&store, &renewed, NOW);
    assert_eq!(sessions_of(&store, "ada", NOW.plus_ms(IDLE_MS - 1)).len(), 2);
    assert_eq!(ids(&store, "ada", NOW.plus_ms(IDLE_MS)), [renewed.id]);
    let later = NOW.plus_ms(LIFETIME_MS);
    assert_eq!(sessions_of(&store, "ada", later), []);
    begin(&store, &session(3, "eve", later), later);
    let both = [[1; 16], [2; 16]].map(SessionId::new);
    assert_eq!(store.people().end(&both), Ok(false), "the next sign-in deleted both");
}

#[test]
fn a_person_has_few_sessions_and_the_one_that_was_not_used_for_longest_is_too_many() {
    let store = store();
    let begin = |number: u8| {
        let now = NOW.plus_ms(number.into());
        begin(&store, &session(number, "ada", now), now)
    };
    let max = u8::try_from(SESSIONS_MAX).unwrap();
    assert!((0..max).all(|number| begin(number).is_empty()));
    let used = Session { seen_at: NOW.plus_ms(900), ..session(0, "ada", NOW) };
    store.people().see_session(&used, &place("::1", None), NOW).unwrap();
    assert_eq!(begin(max), [SessionId::new([1; 16])], "the first was used meanwhile");
    // Until it is deleted, it is named again.
    assert_eq!(begin(max + 1), [[2; 16], [1; 16]].map(SessionId::new));
}

#[test]
fn people_are_remembered_with_their_last_visit_for_400_days() {
    let store = store();
    let ada = "ada@acme.example";
    for (at, group) in [(0, "writers"), (7, "admins"), (3, "readers")] {
        let groups = [group.to_owned()].into();
        store.people().record_seen(&name(ada), SignInMethod::Access, &groups, NOW.plus_ms(at)).unwrap();
    }
    // An account may have an address as its name, and is another person.
    begin(&store, &session(1, ada, NOW), NOW);
    let all = store.people().all(NOW).unwrap();
    let found: Vec<_> =
        all.iter().map(|seen| (seen.sign_in, seen.seen_at.since_ms(NOW), seen.sessions)).collect();
    assert_eq!(found, [(SignInMethod::Access, 7, 0), (SignInMethod::Passphrase, 0, 1)]);
    assert_eq!(all[0].groups, ["readers".to_owned()].into(), "those of the last report");

    let later = NOW.plus_ms(400 * DAY_MS);
    begin(&store, &session(2, "eve", later), later);
    let seen_at: Vec<_> = store.people().all(later).unwrap().into_iter().map(|seen| seen.seen_at).collect();
    assert_eq!(seen_at, [NOW.plus_ms(7), later], "a visit of 400 days ago is forgotten");
}

#[test]
fn at_most_2000_people_are_remembered() {
    let store = store();
    for number in 0..2005_i64 {
        let person = name(&format!("{number}@acme.example"));
        store.people().record_seen(&person, SignInMethod::Access, &[].into(), NOW.plus_ms(number)).unwrap();
    }
    let all = store.people().all(NOW).unwrap();
    assert_eq!(all.len(), 2000);
    assert_eq!(all.iter().map(|seen| seen.seen_at).min(), Some(NOW.plus_ms(5)));
}

fn record() -> PackedRecord {
    let source = RequestSource::new(None, None, "req_1".into());
    let action = AuditAction::EndSessions.into();
    AuditRecord::new(Some(name("ada")), AuditCredential::Passphrase, source, action).pack()
}

#[test]
fn a_session_and_the_record_of_it_are_one_transaction() {
    let store = store();
    let recorded = || store.audit(365).page(&AuditQuery::default(), None, NOW).unwrap().entries.len();
    let begun = session(1, "ada", NOW);
    let log = store.audit(365);
    let begin = || Ok((store.people().begin(&begun, &place("::1", None), NOW)?, Some(record())));
    log.with_change::<_, DatabaseError>(None, NOW, begin).unwrap();
    assert_eq!((sessions_of(&store, "ada", NOW).len(), recorded()), (1, 1));
    for expected in [2, 2] {
        let end = || {
            let has_ended = store.people().end(std::slice::from_ref(&begun.id))?;
            Ok(((), has_ended.then(record)))
        };
        log.with_change::<_, DatabaseError>(None, NOW, end).unwrap();
        assert_eq!(recorded(), expected, "what ends nothing leaves no record");
    }
    let fails = || {
        store.people().begin(&begun, &place("::1", None), NOW)?;
        Err::<((), _), _>(DatabaseError("interrupted".into()))
    };
    assert_eq!(log.with_change(None, NOW, fails), Err(DatabaseError("interrupted".into())));
    assert_eq!((sessions_of(&store, "ada", NOW).len(), recorded()), (0, 2));
}
