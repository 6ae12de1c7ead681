//! Readers of tagged messages: they read the members of all variants, then the tag selects the variant.
//!
//! A derived reader of an internally tagged enum first buffers the whole message: instead of this module and
//! [`super::LiveMessage::from_json`], that code would add 15.2 kB (brotli) to the app's first view.

use serde::de::Error;

/// What a flat message has for a member of a variant.
pub(super) trait FlatMember<T> {
    /// The member as the variant has it. It is an error if a required member is absent.
    fn read<E: Error>(self, name: &'static str) -> Result<T, E>;
}

impl<T> FlatMember<T> for Option<T> {
    fn read<E: Error>(self, name: &'static str) -> Result<T, E> {
        self.ok_or_else(|| E::missing_field(name))
    }
}

impl<T> FlatMember<Self> for Option<T> {
    fn read<E: Error>(self, _: &'static str) -> Result<Self, E> {
        Ok(self)
    }
}

/// Defines an enum and its reader. The JSON names the variant in a member of its own. After the variants, the macro takes the
/// members of all variants and their types.
macro_rules! tagged {
    (
        $(#[$meta:meta])*
        pub enum $name:ident by $tag:literal {$(
            $(#[$doc:meta])*
            $variant:ident $({$(
                $(#[$field_doc:meta])*
                $field:ident: $type:ty,
            )+})?,
        )+}
        members { $($member:ident: $member_type:ty),+ $(,)? }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "snake_case", rename_all_fields = "camelCase", tag = $tag)]
        pub enum $name {$(
            $(#[$doc])*
            $variant $({$(
                $(#[$field_doc])*
                $field: $type,
            )+})?,
        )+}

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                #[derive(serde::Deserialize)]
                #[serde(rename_all = "snake_case")]
                enum FlatTag {$(
                    // The variant may have a name of its own in JSON.
                    $(#[$doc])*
                    $variant,
                )+}
                #[derive(serde::Deserialize)]
                #[serde(rename_all = "camelCase")]
                struct FlatMembers {
                    #[serde(rename = $tag)]
                    flat_tag: FlatTag,
                    $($member: Option<$member_type>,)+
                }
                let FlatMembers { flat_tag, $($member,)+ } = serde::Deserialize::deserialize(deserializer)?;
                Ok(match flat_tag {$(
                    FlatTag::$variant => Self::$variant $({$(
                        $field: $crate::jobs::flat::FlatMember::read($field, stringify!($field))?,
                    )+})?,
                )+})
            }
        }
    };
}

pub(super) use tagged;
