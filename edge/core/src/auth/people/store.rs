//! Which people and sessions are stored, and which of them are too many or too old.

use std::collections::BTreeSet;

use docket_wire::{CallerName, DAY_MS, SessionId, SessionInfo, SignInMethod, UnixMs};

use super::seen::SeenPerson;
use super::sessions::{ClientInfo, SESSIONS_MAX};
use crate::auth::session::Session;
use crate::storage::{Database, DatabaseError, Row, Value};

/// The store has the last visit of at most this many people. Beyond that, it deletes those who were not seen for longest.
const PEOPLE_MAX: i64 = 2000;
/// A person who was not seen is deleted after this time: 400 days.
const PERSON_REMEMBERED_MS: i64 = 400 * DAY_MS;

/// The people and sessions in the database of [`AuthStore`](crate::auth::store::AuthStore).
#[derive(Debug)]
pub struct PeopleStore<'a, D> {
    db: &'a D,
}

impl<'a, D: Database> PeopleStore<'a, D> {
    pub(crate) fn new(db: &'a D) -> Self {
        Self { db }
    }

    /// Records a session that began. Returns the sessions of the person that are too many.
    pub fn begin(
        &self,
        session: &Session,
        client: &ClientInfo,
        now: UnixMs,
    ) -> Result<Vec<SessionId>, DatabaseError> {
        self.see_session(session, client, now)?;
        let skipped = i64::try_from(SESSIONS_MAX).unwrap_or(i64::MAX);
        self.ids(
            "name = ? ORDER BY seen_at DESC, began_at DESC LIMIT -1 OFFSET ?",
            &[session.name.0.as_str().into(), skipped.into()],
        )
    }

    /// Records that a session is used, also one that has no row yet, and its person with it.
    pub fn see_session(
        &self,
        session: &Session,
        client: &ClientInfo,
        now: UnixMs,
    ) -> Result<(), DatabaseError> {
        self.db.run("DELETE FROM sessions WHERE valid_until <= ?", &[now.0.into()])?;
        let ClientInfo(address, country, browser) = client;
        self.db.run(
            "INSERT INTO sessions (id, name, began_at, seen_at, expires_at, valid_until, address, country, browser)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
             ON CONFLICT (id) DO UPDATE SET
                 seen_at = excluded.seen_at, valid_until = excluded.valid_until, address = excluded.address,
                 country = excluded.country, browser = excluded.browser
             WHERE excluded.seen_at >= seen_at",
            &[
                session.id.as_str().into(),
                session.name.0.as_str().into(),
                session.issued_at.0.into(),
                session.seen_at.0.into(),
                session.expires_at().0.into(),
                session.valid_until().0.into(),
                address.as_str().into(),
                country.as_deref().into(),
                browser.as_str().into(),
            ],
        )?;
        self.record_seen(&session.name, SignInMethod::Passphrase, &BTreeSet::new(), session.seen_at)
    }

    /// Records that a person was seen now. `groups` are those that a rule names.
    pub fn record_seen(
        &self,
        name: &CallerName,
        sign_in: SignInMethod,
        groups: &BTreeSet<String>,
        now: UnixMs,
    ) -> Result<(), DatabaseError> {
        let groups = serde_json::to_string(groups).unwrap_or_default();
        let params = [now.0.into(), groups.into(), sign_in.as_str().into(), name.0.as_str().into()];
        let update = "UPDATE people SET seen_at = MAX(seen_at, ?), group_list = ? WHERE sign_in = ? AND name = ? RETURNING 1";
        if !self.db.run(update, &params)?.is_empty() {
            return Ok(());
        }
        self.db
            .run("INSERT INTO people (seen_at, group_list, sign_in, name) VALUES (?, ?, ?, ?)", &params)?;
        let forgotten = now.plus_ms(-PERSON_REMEMBERED_MS);
        self.db.run("DELETE FROM people WHERE seen_at <= ?", &[forgotten.0.into()])?;
        self.db.run(
            "DELETE FROM people WHERE (sign_in, name) IN (
                 SELECT sign_in, name FROM people ORDER BY seen_at DESC LIMIT -1 OFFSET ?)",
            &[PEOPLE_MAX.into()],
        )?;
        Ok(())
    }

    /// The sessions of a person, the one that was used last first. `current` is the session of the request.
    pub fn sessions(
        &self,
        person: &CallerName,
        current: Option<&SessionId>,
        now: UnixMs,
    ) -> Result<Vec<SessionInfo>, DatabaseError> {
        let rows = self.db.run(
            "SELECT id, name, began_at, seen_at, expires_at, address, country, browser FROM sessions
             WHERE name = ? AND valid_until > ? ORDER BY seen_at DESC, id",
            &[person.0.as_str().into(), now.0.into()],
        )?;
        rows.into_iter().map(|mut row| session(&mut row, current)).collect()
    }

    /// The ids of all sessions of a person, or of the one with an id; with both, of that one if it is the person's.
    pub fn find(
        &self,
        id: Option<&SessionId>,
        person: Option<&CallerName>,
        now: UnixMs,
    ) -> Result<Vec<SessionId>, DatabaseError> {
        // Each condition has an index.
        let condition = match id {
            Some(_) => "id = ?1 AND name = IFNULL(?2, name) AND valid_until > ?3",
            None => "?1 IS NULL AND name = ?2 AND valid_until > ?3",
        };
        let (id, person) = (id.map(SessionId::as_str), person.map(|person| person.0.as_str()));
        self.ids(condition, &[id.into(), person.into(), now.0.into()])
    }

    /// Deletes the rows of sessions that have ended. Returns whether there was one.
    pub fn end(&self, sessions: &[SessionId]) -> Result<bool, DatabaseError> {
        let mut has_ended = false;
        for session in sessions {
            let deleted =
                self.db.run("DELETE FROM sessions WHERE id = ? RETURNING 1", &[session.as_str().into()])?;
            has_ended |= !deleted.is_empty();
        }
        Ok(has_ended)
    }

    /// All people who have signed in, with the number of their sessions.
    pub fn all(&self, now: UnixMs) -> Result<Vec<SeenPerson>, DatabaseError> {
        let rows = self.db.run(
            "SELECT name, sign_in, group_list, seen_at,
                 (SELECT COUNT(*) FROM sessions WHERE sessions.name = people.name AND valid_until > ?)
             FROM people ORDER BY name",
            &[now.0.into()],
        )?;
        rows.into_iter().map(|mut row| person(&mut row)).collect()
    }

    fn ids(&self, condition: &str, params: &[Value]) -> Result<Vec<SessionId>, DatabaseError> {
        let rows = self.db.run(&format!("SELECT id FROM sessions WHERE {condition}"), params)?;
        rows.into_iter().map(|mut row| session_id(&mut row)).collect()
    }
}

fn person(row: &mut Row) -> Result<SeenPerson, DatabaseError> {
    let (name, is_access) = (CallerName(row.text()?), row.text()? == SignInMethod::Access.as_str());
    let groups = docket_wire::json::from_str(&row.text()?).unwrap_or_default();
    let (seen_at, sessions) = (UnixMs(row.integer()?), row.integer()?);
    // A person of Access may have the address that is the name of an account.
    let (sign_in, sessions) =
        if is_access { (SignInMethod::Access, 0) } else { (SignInMethod::Passphrase, sessions) };
    Ok(SeenPerson { name, sign_in, groups, seen_at, sessions: u32::try_from(sessions).unwrap_or(u32::MAX) })
}

fn session(row: &mut Row, current: Option<&SessionId>) -> Result<SessionInfo, DatabaseError> {
    let id = session_id(row)?;
    Ok(SessionInfo {
        current: current == Some(&id),
        id,
        name: CallerName(row.text()?),
        began_at: UnixMs(row.integer()?),
        seen_at: UnixMs(row.integer()?),
        expires_at: UnixMs(row.integer()?),
        address: row.text()?,
        country: row.text_or_null()?,
        browser: row.text()?,
    })
}

fn session_id(row: &mut Row) -> Result<SessionId, DatabaseError> {
    row.text()?.parse().map_err(|invalid| DatabaseError(format!("{invalid}")))
}
