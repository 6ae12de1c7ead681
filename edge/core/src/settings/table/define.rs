//! What the rows of the table of settings become.

/// Whether everyone may see a setting's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visibility {
    /// It may be in a public configuration file.
    Variable,
    /// It must be stored as a secret.
    Secret,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setting {
    /// Name of the variable or secret.
    pub name: &'static str,
    /// Whether everyone may see its value.
    pub visibility: Visibility,
    /// The text in place of an absent or empty setting.
    pub default: Option<&'static str>,
}

/// What the manual and the package have of a setting beside its row of `SETTINGS`. It is apart, because the Worker has no use
/// for it.
#[derive(Debug, Clone, Copy)]
pub struct SettingDocs {
    /// `required`, `optional`, or `default` with the text of the row.
    pub presence: &'static str,
    /// What it sets, in Markdown.
    pub description: &'static str,
    /// The least and the greatest value of a whole number.
    pub range: Option<[u32; 2]>,
}

/// Makes `names`, `SETTINGS`, `SETTING_DOCS` and `Settings` of rows: constant and name, visibility, presence
/// (`required`, `optional`, or `default` with a text), an invalid text for the tests (`never` if every text is valid),
/// field, and a reader or the range of a whole number. The table in `docs/operating.md` has the comment of the row.
macro_rules! settings {
    (
        $(
            $(#[doc = $doc:literal])+
            $constant:ident = $name:literal, $visibility:ident, $presence:ident $($default:literal)?, invalid $invalid:tt,
            $field:ident: $type:ty $(= $read:expr)? $(, in $range:expr)?;
        )+
        then |$reader:ident| $check:expr
    ) => {
        /// Names of the settings. They do not change between releases.
        pub mod names {
            $(
                $(#[doc = $doc])+
                pub const $constant: &str = $name;
            )+
            pub use super::super::projects::ADMIN_KEY;
        }

        /// All settings, apart from the secrets that hold admin keys.
        pub const SETTINGS: &[Setting] = &[$(
            Setting {
                name: $name,
                visibility: Visibility::$visibility,
                default: settings!(@default $($default)?),
            },
        )+];

        /// The documentation of `SETTINGS`, in their order.
        pub const SETTING_DOCS: &[SettingDocs] = &[$(
            SettingDocs {
                presence: stringify!($presence),
                description: concat!($($doc),+),
                range: settings!(@range $($range)?),
            },
        )+];

        /// A text that is invalid for each setting.
        #[cfg(test)]
        pub(super) const INVALID: &[(&str, Option<&str>)] = &[$(($name, settings!(@invalid $invalid)),)+];

        #[derive(Debug)]
        pub struct Settings {
            $(
                $(#[doc = $doc])+
                pub $field: $type,
            )+
            /// Settings that are allowed but look wrong: a sentence for each, with its name and without its value.
            pub warnings: Vec<String>,
        }

        impl Settings {
            /// Reads all settings by name. An empty text counts as absent.
            ///
            /// # Errors
            /// Every setting that is missing or invalid.
            pub fn read(get: impl Fn(&str) -> Option<String>) -> Result<Self, Vec<InvalidSetting>> {
                let mut reader = SettingsReader::new(&get);
                let $reader = &mut reader;
                $(let $field = $reader.$presence($name, $($default,)? settings!(@read $($read)? $(, $range)?));)+
                $check;
                let (invalid, warnings) = reader.finish();
                match ($($field,)+) {
                    ($(Some($field),)+) if invalid.is_empty() => Ok(Self { $($field,)+ warnings }),
                    _ => Err(invalid),
                }
            }
        }
    };
    (@invalid never) => { None };
    (@invalid $invalid:literal) => { Some($invalid) };
    (@read $read:expr) => { $read };
    (@read , $range:expr) => { number($range) };
    (@range) => { None };
    (@range $range:expr) => { Some([*$range.start(), *$range.end()]) };
    (@default) => { None };
    (@default $default:literal) => { Some($default) };
}

pub(super) use settings;
