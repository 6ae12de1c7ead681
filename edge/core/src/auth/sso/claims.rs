//! The claims of an assertion, as Cloudflare Access writes them.

use std::collections::BTreeSet;

use docket_wire::set_of;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// The members that Docket reads. All others are skipped.
#[derive(Deserialize)]
pub(super) struct Claims {
    #[serde(rename = "type", default)]
    pub(super) kind: Option<String>,
    pub(super) iss: String,
    aud: Texts,
    pub(super) exp: i64,
    #[serde(default)]
    pub(super) nbf: Option<i64>,
    #[serde(default)]
    pub(super) email: Option<String>,
    /// Only of a service token.
    #[serde(default)]
    pub(super) common_name: Option<String>,
    #[serde(default)]
    custom: Option<CustomClaims>,
}

/// What the identity provider says of the person, if its settings in Access name the claim.
#[derive(Deserialize)]
struct CustomClaims {
    #[serde(default)]
    groups: Option<Texts>,
}

/// One text, or several.
#[derive(Deserialize)]
#[serde(untagged)]
enum Texts {
    One(String),
    Several(Vec<TextOrOther>),
    Other(IgnoredAny),
}

/// Providers decide the shape of their claims: what is no text names no group.
#[derive(Deserialize)]
#[serde(untagged)]
enum TextOrOther {
    Text(String),
    Other(IgnoredAny),
}

impl Texts {
    fn into_texts(self) -> BTreeSet<String> {
        match self {
            Self::One(text) => set_of([text]),
            Self::Several(entries) => set_of(entries.into_iter().filter_map(|entry| match entry {
                TextOrOther::Text(text) => Some(text),
                TextOrOther::Other(_) => None,
            })),
            Self::Other(_) => BTreeSet::new(),
        }
    }
}

impl Claims {
    /// The tags that the assertion is for, and the groups of the person.
    pub(super) fn into_audience_and_groups(self) -> (BTreeSet<String>, BTreeSet<String>) {
        let groups = self.custom.and_then(|custom| custom.groups).map(Texts::into_texts);
        (self.aud.into_texts(), groups.unwrap_or_default())
    }
}
