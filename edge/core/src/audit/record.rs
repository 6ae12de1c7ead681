use docket_wire::{AuditAction, AuditCredential, AuditTarget, CallerName, ProblemCode};
use serde::{Deserialize, Serialize};

use super::action::NamedAction;

/// Where a request comes from, and its id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestSource {
    /// The address of the client; empty if the platform does not report it.
    pub address: String,
    /// The country of the address, if the platform reports it.
    pub country: Option<String>,
    /// Names the request in responses and logs.
    pub request_id: String,
}

impl RequestSource {
    /// Maximum length of an address, in bytes: more than IPv6 needs.
    const ADDRESS_BYTES_MAX: usize = 64;

    /// A source from the headers of the platform. What is no address or no country counts as absent, because on another
    /// platform a client may have set these headers.
    #[must_use]
    pub fn new(address: Option<String>, country: Option<String>, request_id: String) -> Self {
        let is_address = |address: &String| {
            address.len() <= Self::ADDRESS_BYTES_MAX
                && address.bytes().all(|b| b.is_ascii_hexdigit() || matches!(b, b'.' | b':'))
        };
        let is_country =
            |country: &String| country.len() == 2 && country.bytes().all(|b| b.is_ascii_alphanumeric());
        Self {
            address: address.filter(is_address).unwrap_or_default(),
            country: country.filter(is_country),
            request_id,
        }
    }
}

/// What the log says of a request; the log adds an id and the moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AuditRecord {
    /// Who sent the request; `None` after a failed sign-in under an unknown name.
    pub author: Option<CallerName>,
    /// How the caller authenticated.
    pub credential: AuditCredential,
    pub action: AuditAction,
    pub target: Option<AuditTarget>,
    /// Why it was refused; `None` if it was done.
    pub refused: Option<ProblemCode>,
    /// The address of the client; empty if the platform does not report it.
    pub address: String,
    /// The country of the address, if the platform reports it.
    pub country: Option<String>,
    /// Names the request in responses and logs.
    pub request_id: String,
}

/// A record as it is sent to the object that stores it, and stored: JSON that only those who ask for it read, and what
/// it is found by. Reading the JSON in the Worker would add 15 kB of code to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackedRecord {
    pub(super) author: Option<String>,
    pub(super) action: String,
    /// For a refusal, the caller or the address that its limit applies to.
    pub(super) refusal_of: Option<String>,
    /// The members of the entry after its id and moment.
    pub(super) members: String,
}

impl AuditRecord {
    /// The record of what a caller did.
    #[must_use]
    pub fn new(
        author: Option<CallerName>,
        credential: AuditCredential,
        source: RequestSource,
        named: NamedAction,
    ) -> Self {
        let NamedAction { action, target } = named;
        let RequestSource { address, country, request_id } = source;
        Self { author, credential, action, target, refused: None, address, country, request_id }
    }

    /// The record, about something that the request made or named in its body. What its path names comes first.
    #[must_use]
    pub fn about(self, target: AuditTarget) -> Self {
        Self { target: self.target.or(Some(target)), ..self }
    }

    #[must_use]
    pub fn refused(self, code: ProblemCode) -> Self {
        Self { refused: Some(code), ..self }
    }

    /// The record to send or store.
    #[must_use]
    pub fn pack(&self) -> PackedRecord {
        // It has only texts, so that it can always be written.
        let json = serde_json::to_string(self).unwrap_or_default();
        PackedRecord {
            author: self.author.as_ref().map(|author| author.0.clone()),
            action: self.action.as_str().to_owned(),
            refusal_of: self.refused.map(|_| self.origin().to_owned()),
            members: json.trim_start_matches('{').to_owned(),
        }
    }

    /// The caller or the address that the limit of refusals applies to. For failed sign-ins it is the address, whatever the name.
    fn origin(&self) -> &str {
        match &self.author {
            Some(author) if self.action != AuditAction::SignIn => &author.0,
            _ => &self.address,
        }
    }
}

impl PackedRecord {
    /// For a refusal, the caller or the address that the limit of refusals applies to.
    #[must_use]
    pub fn refusal_of(&self) -> Option<&str> {
        self.refusal_of.as_deref()
    }
}

/// A request of a caller to change something, and what the record of its change needs.
#[derive(Debug, Clone)]
pub struct AuditedChange {
    author: CallerName,
    credential: AuditCredential,
    source: RequestSource,
    named: NamedAction,
}

impl AuditedChange {
    #[must_use]
    pub fn new(
        author: CallerName,
        credential: AuditCredential,
        source: RequestSource,
        named: NamedAction,
    ) -> Self {
        Self { author, credential, source, named }
    }

    /// The caller.
    #[must_use]
    pub fn author(&self) -> &CallerName {
        &self.author
    }

    /// The record that the change gets if it is done.
    #[must_use]
    pub fn into_record(self) -> AuditRecord {
        AuditRecord::new(Some(self.author), self.credential, self.source, self.named)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_and_countries_are_recorded() {
        let source = |address: &str, country: &str| {
            let source = RequestSource::new(Some(address.into()), Some(country.into()), "req_1".into());
            (source.address, source.country)
        };
        for address in ["203.0.113.9", "2001:db8::1", "::ffff:203.0.113.9"] {
            assert_eq!(source(address, "NL"), (address.to_owned(), Some("NL".to_owned())));
        }
        assert_eq!(source("2001:db8::1", "T1").1.as_deref(), Some("T1"), "Tor");
        for (address, country) in [
            ("", ""),
            ("docket_x", "N"),
            (&"1".repeat(65), "NLD"),
            ("1.1.1.1\n", "é"),
            ("1.1.1.1, 2.2.2.2", "--"),
        ] {
            assert_eq!(source(address, country), (String::new(), None), "{address} {country}");
        }
    }
}
