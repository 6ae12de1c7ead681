//! Which tokens can be created and revoked, and which are valid.

use docket_wire::{CallerName, DAY_MS, Grant, IssuedInfo, MINUTE_MS, ProjectId, TokenId, TokenInfo, UnixMs};
use serde::{Deserialize, Serialize};

use crate::auth::token::{Token, TokenHash};
use crate::storage::{Database, DatabaseError, Row};

/// Maximum number of tokens that are valid or were within [`TOKEN_REMEMBERED_MS`].
pub const TOKENS_MAX: usize = 500;
/// A token that has ended stays in the list for this long: a year.
const TOKEN_REMEMBERED_MS: i64 = 365 * DAY_MS;
/// A use is stored this long after the last stored one, at least.
const USE_STORED_EVERY_MS: i64 = MINUTE_MS;

const COUNT_CHANGE: &str = "UPDATE token_list SET revision = revision + 1";

/// Why a token cannot be created.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum CannotCreate {
    /// A token has the id, or had it until less than a year ago: the audit log names tokens by their ids.
    #[error("id is taken: a token has it, or had it within the last year")]
    TakenId,
    #[error("there are {TOKENS_MAX} tokens already, including those that ended within the last year")]
    TooMany,
}

/// The valid tokens, as an isolate copies them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokenList {
    /// Counts the changes of the list.
    pub revision: i64,
    /// The tokens that are not revoked; `None` if they are those of the revision that the isolate has.
    pub tokens: Option<Vec<Token>>,
}

/// The tokens in the database of [`AuthStore`](crate::auth::store::AuthStore).
#[derive(Debug)]
pub struct TokenStore<'a, D> {
    db: &'a D,
}

impl<'a, D: Database> TokenStore<'a, D> {
    pub(crate) fn new(db: &'a D) -> Self {
        Self { db }
    }

    /// Adds a token, unless its id is taken. Returns when it was created.
    pub fn create(
        &self,
        token: &Token,
        by: &CallerName,
        now: UnixMs,
    ) -> Result<Result<UnixMs, CannotCreate>, DatabaseError> {
        let ended_before = now.0.saturating_sub(TOKEN_REMEMBERED_MS);
        self.db.run("DELETE FROM tokens WHERE MIN(IFNULL(revoked_at, expires_at), IFNULL(expires_at, revoked_at)) < ?", &[
            ended_before.into(),
        ])?;
        let tokens = self.list()?;
        if tokens.iter().any(|other| other.id == token.id) {
            return Ok(Err(CannotCreate::TakenId));
        }
        if tokens.len() >= TOKENS_MAX {
            return Ok(Err(CannotCreate::TooMany));
        }
        self.db.atomically(|| {
            self.db.run(
                "INSERT INTO tokens (id, hash, grant_json, created_at, created_by, expires_at) VALUES (?, ?, ?, ?, ?, ?)",
                &[
                    token.id.as_str().into(),
                    token.hash.to_string().into(),
                    serde_json::to_string(&token.grant).unwrap_or_default().into(),
                    now.0.into(),
                    by.0.as_str().into(),
                    token.expires_at.map(|at| at.0).into(),
                ],
            )?;
            self.count_change()
        })?;
        Ok(Ok(now))
    }

    /// Revokes a token. Returns whether there is one with this id; a second revocation changes nothing.
    pub fn revoke(&self, id: &TokenId, by: &CallerName, now: UnixMs) -> Result<bool, DatabaseError> {
        let found = self.db.run("SELECT revoked_at FROM tokens WHERE id = ?", &[id.as_str().into()])?;
        let Some(mut row) = found.into_iter().next() else { return Ok(false) };
        if row.integer_or_null()?.is_none() {
            self.db.atomically(|| {
                self.db.run(
                    "UPDATE tokens SET revoked_at = ?, revoked_by = ? WHERE id = ?",
                    &[now.0.into(), by.0.as_str().into(), id.as_str().into()],
                )?;
                self.count_change()
            })?;
        }
        Ok(true)
    }

    /// All tokens, the newest first.
    pub fn list(&self) -> Result<Vec<TokenInfo>, DatabaseError> {
        let rows = self.db.run(
            "SELECT id, grant_json, created_at, created_by, expires_at, revoked_at, revoked_by, last_used_at
             FROM tokens ORDER BY created_at DESC, id",
            &[],
        )?;
        rows.into_iter().map(|mut row| info(&mut row)).collect()
    }

    /// The valid tokens for an isolate that has those of a revision. `used` is the token that a program presented to
    /// the isolate, if it did.
    pub fn valid(
        &self,
        known: Option<i64>,
        used: Option<&TokenHash>,
        now: UnixMs,
    ) -> Result<TokenList, DatabaseError> {
        if let Some(used) = used {
            self.db.run(
                "UPDATE tokens SET last_used_at = ?1
                 WHERE hash = ?2 AND revoked_at IS NULL AND IFNULL(expires_at > ?1, 1)
                   AND IFNULL(last_used_at <= ?3, 1)",
                &[now.0.into(), used.to_string().into(), now.0.saturating_sub(USE_STORED_EVERY_MS).into()],
            )?;
        }
        let revision = self.revision()?;
        if known == Some(revision) {
            return Ok(TokenList { revision, tokens: None });
        }
        let rows = self
            .db
            .run("SELECT id, hash, grant_json, expires_at FROM tokens WHERE revoked_at IS NULL", &[])?;
        let tokens = rows.into_iter().map(|mut row| token(&mut row)).collect::<Result<_, _>>()?;
        Ok(TokenList { revision, tokens: Some(tokens) })
    }

    /// Gives tokens their rights in another project instead of in one that moves to it. Returns the ids of those tokens.
    pub fn move_project(&self, from: &ProjectId, to: &ProjectId) -> Result<Vec<TokenId>, DatabaseError> {
        let moved = self.db.run(
            "UPDATE tokens SET grant_json = json_set(grant_json, '$.projects', json((
                 SELECT json_group_array(DISTINCT iif(value = ?1, ?2, value)) FROM json_each(grant_json, '$.projects'))))
             WHERE ?1 IN (SELECT value FROM json_each(grant_json, '$.projects'))
                 AND json_type(grant_json, '$.projects') = 'array' AND ?1 <> ?2
             RETURNING id",
            &[from.as_str().into(), to.as_str().into()],
        )?;
        if !moved.is_empty() {
            self.count_change()?;
        }
        moved.into_iter().map(|mut row| id(&mut row)).collect()
    }

    pub(crate) fn revision(&self) -> Result<i64, DatabaseError> {
        let rows = self.db.run("SELECT revision FROM token_list", &[])?;
        rows.into_iter().next().map_or(Ok(0), |mut row| row.integer())
    }

    fn count_change(&self) -> Result<(), DatabaseError> {
        self.db.run(COUNT_CHANGE, &[]).map(drop)
    }
}

fn info(row: &mut Row) -> Result<TokenInfo, DatabaseError> {
    let (id, grant) = (id(row)?, grant(row)?);
    let (created_at, created_by) = (UnixMs(row.integer()?), CallerName(row.text()?));
    let (expires_at, revoked_at) = (moment(row)?, moment(row)?);
    let (revoked_by, last_used_at) = (row.text_or_null()?.map(CallerName), moment(row)?);
    let issued = IssuedInfo { created_by, created_at, last_used_at, revoked_by, revoked_at };
    Ok(TokenInfo { id, grant, expires_at, issued: Some(issued) })
}

fn token(row: &mut Row) -> Result<Token, DatabaseError> {
    let id = id(row)?;
    let hash =
        TokenHash::from_hex(&row.text()?).ok_or_else(|| DatabaseError("a hash is not hex".to_owned()))?;
    Ok(Token { id, hash, grant: grant(row)?, expires_at: moment(row)? })
}

fn id(row: &mut Row) -> Result<TokenId, DatabaseError> {
    row.text()?.parse().map_err(|invalid| DatabaseError(format!("{invalid}")))
}

fn grant(row: &mut Row) -> Result<Grant, DatabaseError> {
    docket_wire::json::from_str(&row.text()?).map_err(|invalid| DatabaseError(invalid.to_string()))
}

fn moment(row: &mut Row) -> Result<Option<UnixMs>, DatabaseError> {
    Ok(row.integer_or_null()?.map(UnixMs))
}
