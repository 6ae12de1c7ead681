//! The credential behind a request, as the Worker passes it to an object: what a WebSocket was opened with, and until
//! when it may stay open.

use base16ct::lower::encode_string;
use docket_wire::{CallerName, UnixMs};
use sha2::{Digest, Sha256};

use crate::auth::session::{Session, SessionId};
use crate::settings::Settings;

/// A session or a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credential {
    /// `session:` and the session's id, or `token:` and the token's id. Always ASCII without spaces.
    pub tag: String,
    /// One of [`marks`], as long as the settings have the operator or the token unchanged.
    pub mark: String,
    /// The first moment at which it is no longer valid; none for a token that does not expire.
    pub valid_until: Option<UnixMs>,
}

impl Credential {
    /// The credential of a person: valid until the session has expired or was idle for too long. A console that opens
    /// its WebSocket again then has the renewed cookie. None if the settings do not have the operator.
    #[must_use]
    pub fn of_session(session: &Session, settings: &Settings) -> Option<Self> {
        let operator = settings.operator(&session.name.0)?;
        Some(Self {
            tag: session_tag(&session.id),
            mark: operator_mark(&operator.name, &operator.hash, settings),
            valid_until: Some(session.valid_until()),
        })
    }

    /// The credential of the program with this name: `token:` and the token's id. None if the settings do not have it.
    #[must_use]
    pub fn of_program(name: &CallerName, settings: &Settings) -> Option<Self> {
        let token = settings.token(name)?;
        let mark = mark(&[&name.0, &token.hash.to_string()]);
        Some(Self { tag: name.0.clone(), mark, valid_until: token.expires_at })
    }

    /// The value of a header.
    #[must_use]
    pub fn to_header(&self) -> String {
        let until = self.valid_until.map_or_else(|| "never".to_owned(), |until| until.0.to_string());
        format!("{} {} {until}", self.tag, self.mark)
    }

    /// Reads what [`Credential::to_header`] made.
    #[must_use]
    pub fn from_header(value: &str) -> Option<Self> {
        let mut parts = value.splitn(3, ' ').map(str::to_owned);
        let (tag, mark, until) = (parts.next()?, parts.next()?, parts.next()?);
        let valid_until = match until.as_str() {
            "never" => None,
            until => Some(UnixMs(until.parse().ok()?)),
        };
        Some(Self { tag, mark, valid_until })
    }
}

/// The tag of the WebSockets that a session opened.
#[must_use]
pub fn session_tag(session: &SessionId) -> String {
    format!("session:{}", session.as_str())
}

/// The marks of all operators and tokens. A new passphrase, session secret or token changes its mark.
#[must_use]
pub fn marks(settings: &Settings) -> Vec<String> {
    let operators =
        settings.operators.iter().map(|operator| operator_mark(&operator.name, &operator.hash, settings));
    let names = settings.tokens.iter().map(|token| crate::auth::caller::program(&token.id));
    let tokens = names.filter_map(|name| Credential::of_program(&name, settings)).map(|token| token.mark);
    operators.chain(tokens).collect()
}

fn operator_mark(name: &CallerName, passphrase_hash: &str, settings: &Settings) -> String {
    mark(&[&name.0, passphrase_hash, settings.session_secret.text()])
}

/// 8 bytes of SHA-256 in hex.
fn mark(parts: &[&str]) -> String {
    let digest: [u8; 32] = Sha256::digest(parts.join("\0").as_bytes()).into();
    encode_string(digest.get(..8).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::auth::passphrase;
    use crate::auth::session::{IDLE_MS, LIFETIME_MS};

    fn settings(passphrase_hash: &str, secret: &str, token_hash: char) -> Settings {
        let (passphrase_hash, secret) = (passphrase_hash.to_owned(), secret.to_owned());
        Settings::read(move |name| match name {
            "DOCKET_PROJECTS" => Some(r#"[{"id": "acme-docs"}]"#.to_owned()),
            "DOCKET_ADMIN_KEY" => Some("mint_x".to_owned()),
            "DOCKET_OPERATORS" => Some(format!(r#"[{{"name": "ada", "hash": "{passphrase_hash}"}}]"#)),
            "DOCKET_SESSION_SECRET" => Some(secret.clone()),
            "DOCKET_TOKENS" => Some(format!(
                r#"[{{"id": "ci", "hash": "{}", "scopes": [], "expires": "2027-01-01"}}]"#,
                token_hash.to_string().repeat(64)
            )),
            _ => None,
        })
        .unwrap()
    }

    #[test]
    fn a_header_preserves_a_credential() {
        let hash = passphrase::hash("correct horse", &[1; 16]).unwrap();
        let settings = settings(&hash, &"s".repeat(32), 'a');
        let program = Credential::of_program(&CallerName("token:ci".into()), &settings).unwrap();
        assert!(program.valid_until.is_some());
        for credential in [Credential { valid_until: None, ..program.clone() }, program] {
            assert_eq!(Credential::from_header(&credential.to_header()), Some(credential));
        }
        for bad in ["", "token:ci", "token:ci 00", "token:ci 00 soon"] {
            assert_eq!(Credential::from_header(bad), None, "{bad}");
        }
        assert_eq!(Credential::of_program(&CallerName("token:other".into()), &settings), None);
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
        let person = Credential::of_session(&session, &now).unwrap();
        let program = Credential::of_program(&CallerName("token:ci".into()), &now).unwrap();
        for (settings, has_person, has_program) in [
            (&now, true, true),
            (&settings(&hashes[1], &a, 'a'), false, true),
            (&settings(&hashes[0], &b, 'a'), false, true),
            (&settings(&hashes[0], &a, 'b'), true, false),
        ] {
            let marks = marks(settings);
            assert_eq!(
                (marks.contains(&person.mark), marks.contains(&program.mark)),
                (has_person, has_program)
            );
        }
    }
}
