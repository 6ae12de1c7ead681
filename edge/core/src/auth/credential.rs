//! The credential behind a request, as the Worker passes it to an object: what a WebSocket was opened with, and until
//! when it may stay open.

use base16ct::lower::encode_string;
use docket_wire::{AuditCredential, SessionId, TokenId, UnixMs};
use sha2::{Digest, Sha256};

use crate::auth::caller::program;
use crate::auth::operator::Operator;
use crate::auth::roles::Person;
use crate::auth::session::Session;
use crate::auth::sso::{AccessPerson, AudienceTag, Email};
use crate::auth::token::Token;
use crate::settings::Settings;

/// A session, a token, or an assertion of Cloudflare Access.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credential {
    /// `session:` and the session's id, `token:` and the token's id, or `access:` and a hash of the person's address. Always
    /// ASCII without spaces.
    pub tag: String,
    /// One of [`marks`], as long as the settings have the operator, the token, or Access and its roles unchanged.
    pub mark: String,
    /// The first moment at which it is no longer valid; `None` for a token that does not expire.
    pub valid_until: Option<UnixMs>,
}

impl Credential {
    /// The credential of a person: valid until the session has expired or was idle for too long. A console that opens
    /// its WebSocket again then has the renewed cookie. `None` if the settings do not have the operator.
    #[must_use]
    pub fn of_session(session: &Session, settings: &Settings) -> Option<Self> {
        let operator = settings.operator(&session.name.0)?;
        Some(Self {
            tag: session_tag(&session.id),
            mark: operator_mark(operator, settings),
            valid_until: Some(session.valid_until()),
        })
    }

    /// The credential of a program with a token.
    #[must_use]
    pub fn of_token(token: &Token, settings: &Settings) -> Self {
        let is_in_settings = settings.tokens.contains(token);
        let mark = if is_in_settings { token_mark(token) } else { ISSUED_MARK.to_owned() };
        Self { tag: token_tag(&token.id), mark, valid_until: token.expires_at }
    }

    /// The credential of a person who came through Cloudflare Access: valid until the assertion expires. `None` without
    /// Access in the settings.
    #[must_use]
    pub fn of_access(person: &AccessPerson, settings: &Settings) -> Option<Self> {
        let mark = access_mark(settings)?;
        Some(Self { tag: access_tag(&person.email), mark, valid_until: Some(person.valid_until) })
    }

    /// How the caller authenticated, for the audit log.
    #[must_use]
    pub fn kind(&self) -> AuditCredential {
        match self.tag.split(':').next() {
            Some("token") => AuditCredential::Token,
            Some("access") => AuditCredential::Access,
            _ => AuditCredential::Passphrase,
        }
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

/// The tag of the WebSockets that a program opened with a token.
#[must_use]
pub fn token_tag(token: &TokenId) -> String {
    program(token).0
}

/// The tag of the WebSockets that a person of Cloudflare Access opened.
#[must_use]
pub fn access_tag(email: &Email) -> String {
    format!("access:{}", mark(&[email.as_str()]))
}

/// The mark of all tokens that are not in the settings: their revocation closes their WebSockets.
const ISSUED_MARK: &str = "issued";

/// The marks of all operators and tokens, and the one of everybody of Cloudflare Access. A new passphrase, session
/// secret, token or team changes its mark, and so do other roles or scopes.
#[must_use]
pub fn marks(settings: &Settings) -> Vec<String> {
    let operators = settings.operators().iter().map(|operator| operator_mark(operator, settings));
    let tokens = settings.tokens.iter().map(token_mark).chain([ISSUED_MARK.to_owned()]);
    operators.chain(tokens).chain(access_mark(settings)).collect()
}

fn token_mark(token: &Token) -> String {
    let grant = serde_json::to_string(&token.grant).unwrap_or_default();
    mark(&[token.id.as_str(), &token.hash.to_string(), &grant])
}

fn operator_mark(operator: &Operator, settings: &Settings) -> String {
    let grants = settings.roles.grants(Person::Operator { name: &operator.name.0 });
    let grants = serde_json::to_string(&grants).unwrap_or_default();
    mark(&[&operator.name.0, &operator.hash, settings.session_secret.text(), &grants])
}

/// The settings do not list the people of Access, so all have the mark of all roles.
fn access_mark(settings: &Settings) -> Option<String> {
    let application = settings.access_application()?;
    let roles = serde_json::to_string(&settings.roles).unwrap_or_default();
    let tags = application.audience.iter().map(AudienceTag::as_str);
    let parts: Vec<&str> = ["access", application.team.origin(), &roles].into_iter().chain(tags).collect();
    Some(mark(&parts))
}

/// 8 bytes of SHA-256 in hex.
fn mark(parts: &[&str]) -> String {
    let digest: [u8; 32] = Sha256::digest(parts.join("\0").as_bytes()).into();
    encode_string(digest.get(..8).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use docket_wire::CallerName;

    use crate::auth::passphrase;
    use crate::auth::session::{IDLE_MS, LIFETIME_MS};

    fn settings(passphrase_hash: &str, secret: &str, token_hash: char) -> Settings {
        with_roles(passphrase_hash, secret, token_hash, "admin")
    }

    fn with_roles(passphrase_hash: &str, secret: &str, token_hash: char, role: &str) -> Settings {
        let (passphrase_hash, secret) = (passphrase_hash.to_owned(), secret.to_owned());
        let roles = format!(r#"[{{"role": "{role}", "names": ["ada"]}}]"#);
        Settings::read(move |name| match name {
            "DOCKET_PROJECTS" => Some(r#"[{"id": "acme-docs"}]"#.to_owned()),
            "DOCKET_ADMIN_KEY" => Some("mint_x".to_owned()),
            "DOCKET_OPERATORS" => Some(format!(r#"[{{"name": "ada", "hash": "{passphrase_hash}"}}]"#)),
            "DOCKET_ROLES" => Some(roles.clone()),
            "DOCKET_SESSION_SECRET" => Some(secret.clone()),
            "DOCKET_TOKENS" => Some(format!(
                r#"[{{"id": "ci", "hash": "{}", "scopes": [], "expires": "2027-01-01"}}]"#,
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
        let ada = Credential::of_access(&person("ada@acme.com"), &now).unwrap();
        assert_eq!(Credential::from_header(&ada.to_header()), Some(ada.clone()));
        assert_eq!((ada.valid_until, ada.tag.is_ascii()), (Some(UnixMs(9000)), true));
        assert_eq!(ada.kind(), AuditCredential::Access);
        assert_ne!(ada.tag, Credential::of_access(&person("eve@acme.com"), &now).unwrap().tag);
        for (settings, has_person) in [
            (&now, true),
            (&by_access("other", 'a', everyone), false),
            (&by_access("acme", 'b', everyone), false),
            (&by_access("acme", 'a', r#""groups": ["docs"]"#), false),
        ] {
            assert_eq!(marks(settings).contains(&ada.mark), has_person);
        }
    }

    #[test]
    fn a_header_preserves_a_credential() {
        let hash = passphrase::hash("correct horse", &[1; 16]).unwrap();
        let settings = settings(&hash, &"s".repeat(32), 'a');
        let program = Credential::of_token(&settings.tokens[0], &settings);
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
        let issued = Credential::of_token(&one.tokens[0], &other);
        assert!(marks(&one).contains(&issued.mark) && marks(&other).contains(&issued.mark));
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
        let person = Credential::of_session(&session, &now).unwrap();
        let program = Credential::of_token(&now.tokens[0], &now);
        for (settings, has_person, has_program) in [
            (&now, true, true),
            (&settings(&hashes[1], &a, 'a'), false, true),
            (&settings(&hashes[0], &b, 'a'), false, true),
            (&settings(&hashes[0], &a, 'b'), true, false),
            (&with_roles(&hashes[0], &a, 'a', "viewer"), false, true),
        ] {
            let marks = marks(settings);
            assert_eq!(
                (marks.contains(&person.mark), marks.contains(&program.mark)),
                (has_person, has_program)
            );
        }
    }
}
