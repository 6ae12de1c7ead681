//! The claims of an assertion, as Cloudflare Access writes them.

use std::collections::BTreeSet;
use std::fmt;

use docket_wire::set_of;
use serde::de::{self, DeserializeSeed, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

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

/// One text, or several. Providers decide the shape of their claims: what is no text names no group.
#[derive(Default)]
struct Texts(BTreeSet<String>);

/// serde would buffer what may have any shape, which costs the Worker code.
impl<'de> Deserialize<'de> for Texts {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        AnyShape { is_entry: false }.deserialize(from).map(Self)
    }
}

/// Reads the texts of a claim, or of an entry of a list.
struct AnyShape {
    is_entry: bool,
}

impl<'de> DeserializeSeed<'de> for AnyShape {
    type Value = BTreeSet<String>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        from.deserialize_any(self)
    }
}

macro_rules! no_text {
    ($($visit:ident($type:ty))*) => {
        $(fn $visit<E: de::Error>(self, _: $type) -> Result<Self::Value, E> {
            Ok(BTreeSet::new())
        })*
    };
}

impl<'de> Visitor<'de> for AnyShape {
    type Value = BTreeSet<String>;

    no_text! { visit_bool(bool) visit_i64(i64) visit_u64(u64) visit_f64(f64) }

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("anything")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Self::Value, E> {
        Ok(BTreeSet::new())
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(set_of([text.to_owned()]))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        let mut texts = BTreeSet::new();
        while let Some(found) = entries.next_element_seed(AnyShape { is_entry: true })? {
            // A list in the list is no text.
            if !self.is_entry {
                texts.extend(found);
            }
        }
        Ok(texts)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Self::Value, A::Error> {
        while members.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(BTreeSet::new())
    }
}

impl Claims {
    /// The tags that the assertion is for, and the groups of the person.
    pub(super) fn into_audience_and_groups(self) -> (BTreeSet<String>, BTreeSet<String>) {
        let groups = self.custom.and_then(|custom| custom.groups);
        (self.aud.0, groups.unwrap_or_default().0)
    }
}
