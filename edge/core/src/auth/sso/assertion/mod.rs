//! Whether an assertion of Cloudflare Access proves who sent a request.

use std::collections::BTreeSet;

use base64ct::{Base64UrlUnpadded, Encoding};
use docket_wire::{MINUTE_MS, UnixMs};
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};

use super::application::AccessApplication;
use super::claims::Claims;
use super::email::Email;
use super::key_set::KeyId;

/// Longer assertions are refused before they are read. The platform's own limit for all headers is twice that.
const ASSERTION_BYTES_MAX: usize = 16 * 1024;
/// How far the clocks of the issuer and of Docket may differ.
const LEEWAY_MS: i64 = MINUTE_MS;
/// The only algorithm. The header of an assertion cannot choose another one, or none.
const ALGORITHM: &str = "RS256";
/// An assertion for an application, and not for the team's own pages.
const KIND: &str = "app";

/// A person who came through Cloudflare Access.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccessPerson {
    /// The address that the identity provider has verified.
    pub email: Email,
    /// The groups of the person at the identity provider.
    pub groups: BTreeSet<String>,
    /// The first moment at which the assertion is no longer valid.
    pub valid_until: UnixMs,
}

/// Why an assertion proves nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidAssertion {
    /// It is too long, or no JSON Web Token, or lacks a claim.
    #[error("it cannot be read")]
    Unreadable,
    /// Another algorithm than RS256.
    #[error("it is not signed with RS256")]
    Algorithm,
    #[error("its issuer is not the team in DOCKET_ACCESS_TEAM")]
    Issuer,
    #[error("it is for an application that is not in DOCKET_ACCESS_AUDIENCE")]
    Audience,
    #[error("it has expired")]
    Expired,
    /// It is not valid before a later moment.
    #[error("it is not valid yet")]
    Early,
    /// It names a service token in place of a person.
    #[error("it belongs to a service token; programs also need a Docket token")]
    ServiceToken,
    /// It names nobody.
    #[error("it has no e-mail address")]
    Email,
    /// The team has no key of this id.
    #[error("its key is unknown")]
    UnknownKey,
    /// The signature is not that of the key.
    #[error("its signature is wrong")]
    Signature,
}

#[derive(Deserialize)]
struct JoseHeader {
    alg: String,
    #[serde(default)]
    kid: String,
    /// Names of extensions that a reader must understand. Docket understands none.
    #[serde(default)]
    crit: Option<IgnoredAny>,
}

/// An assertion with valid claims. Its signature is still to be verified.
#[derive(Debug)]
pub struct Assertion<'a> {
    key_id: KeyId,
    signed: &'a str,
    signature: Vec<u8>,
    person: AccessPerson,
}

impl<'a> Assertion<'a> {
    /// Reads an assertion and checks everything but its signature.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn read(
        text: &'a str,
        application: AccessApplication<'_>,
        now: UnixMs,
    ) -> Result<Self, InvalidAssertion> {
        let (key_id, signed, payload, signature) = parts(text)?;
        let person = person(json(payload)?, application, now)?;
        Ok(Self { key_id, signed, signature, person })
    }

    /// Names the key that signed it.
    #[must_use]
    pub fn key_id(&self) -> &KeyId {
        &self.key_id
    }

    /// What is signed.
    #[must_use]
    pub fn signed(&self) -> &[u8] {
        self.signed.as_bytes()
    }

    #[must_use]
    pub fn signature(&self) -> &[u8] {
        &self.signature
    }

    /// The person, if the signature is that of the key.
    ///
    /// # Errors
    /// If it is not.
    pub fn into_person(self, is_signed: bool) -> Result<AccessPerson, InvalidAssertion> {
        if is_signed { Ok(self.person) } else { Err(InvalidAssertion::Signature) }
    }
}

/// The key's id, what is signed, the payload and the signature.
fn parts(text: &str) -> Result<(KeyId, &str, &str, Vec<u8>), InvalidAssertion> {
    if text.len() > ASSERTION_BYTES_MAX {
        return Err(InvalidAssertion::Unreadable);
    }
    let (signed, signature) = text.rsplit_once('.').ok_or(InvalidAssertion::Unreadable)?;
    let (header, payload) = signed.split_once('.').ok_or(InvalidAssertion::Unreadable)?;
    let header: JoseHeader = json(header)?;
    if header.alg != ALGORITHM {
        return Err(InvalidAssertion::Algorithm);
    }
    if header.crit.is_some() {
        return Err(InvalidAssertion::Unreadable);
    }
    let key_id = KeyId::parse(&header.kid).ok_or(InvalidAssertion::Unreadable)?;
    let signature = Base64UrlUnpadded::decode_vec(signature).map_err(|_| InvalidAssertion::Unreadable)?;
    Ok((key_id, signed, payload, signature))
}

/// The JSON of a part. A payload with a further dot is no base64.
fn json<T: DeserializeOwned>(part: &str) -> Result<T, InvalidAssertion> {
    let bytes = Base64UrlUnpadded::decode_vec(part).map_err(|_| InvalidAssertion::Unreadable)?;
    // From text, as everywhere: a reader of bytes would be a second copy of the parser in the Worker.
    let json = String::from_utf8(bytes).map_err(|_| InvalidAssertion::Unreadable)?;
    docket_wire::json::from_str(&json).map_err(|_| InvalidAssertion::Unreadable)
}

fn person(
    claims: Claims,
    application: AccessApplication<'_>,
    now: UnixMs,
) -> Result<AccessPerson, InvalidAssertion> {
    if claims.iss != application.team.origin() || claims.kind.as_deref() != Some(KIND) {
        return Err(InvalidAssertion::Issuer);
    }
    let valid_until = at_second(claims.exp).plus_ms(LEEWAY_MS);
    if now >= valid_until {
        return Err(InvalidAssertion::Expired);
    }
    if claims.nbf.is_some_and(|from| now.plus_ms(LEEWAY_MS) < at_second(from)) {
        return Err(InvalidAssertion::Early);
    }
    let email = match claims.email.as_deref().map(Email::parse) {
        Some(Some(email)) => Ok(email),
        _ if claims.common_name.is_some() => Err(InvalidAssertion::ServiceToken),
        _ => Err(InvalidAssertion::Email),
    };
    let (audience, groups) = claims.into_audience_and_groups();
    if !application.audience.iter().any(|tag| audience.contains(tag.as_str())) {
        return Err(InvalidAssertion::Audience);
    }
    Ok(AccessPerson { email: email?, groups, valid_until })
}

fn at_second(second: i64) -> UnixMs {
    UnixMs(second.saturating_mul(1000))
}

#[cfg(test)]
mod tests;
