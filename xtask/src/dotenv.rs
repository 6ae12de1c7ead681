//! Files of `NAME=value` lines, by wrangler's rules: `$NAME` is expanded when wrangler reads it.

use std::{
    collections::BTreeMap,
    fs::Permissions,
    io::{ErrorKind, Write as _},
    os::unix::fs::PermissionsExt as _,
    path::Path,
};

use anyhow::{Context as _, Result, bail};
use tempfile::{Builder, NamedTempFile};

/// Names and values, in the order of the names.
pub(crate) type Values = BTreeMap<String, String>;

/// Writes the lines that wrangler reads back as exactly these values: each `$` is escaped, and nothing else is special
/// in single quotes or backticks.
pub(crate) fn render(values: &Values) -> Result<String> {
    let mut text = String::new();
    for (name, value) in values {
        let quote = ['\'', '`'].into_iter().find(|&quote| !value.contains(quote));
        let Some(quote) = quote.filter(|_| !value.contains('\n') && !value.contains("\\$")) else {
            bail!(
                "the value of {name} contains both kinds of quote, a line break or \\$, which wrangler cannot read"
            );
        };
        text += &format!("{name}={quote}{}{quote}\n", value.replace('$', "\\$"));
    }
    Ok(text)
}

/// Writes a file that only its owner can read, also in place of one that others could read. Nobody ever reads a part of it.
pub(crate) fn write_private(path: &Path, text: &str) -> Result<()> {
    private(path, text)?.persist(path)?;
    Ok(())
}

/// Writes a file that only its owner can read, unless there is one.
pub(crate) fn create_private(path: &Path, text: &str) -> Result<()> {
    match private(path, text)?.persist_noclobber(path) {
        Err(failure) if failure.error.kind() != ErrorKind::AlreadyExists => Err(failure.into()),
        _ => Ok(()),
    }
}

/// A file beside `path` with this text, which is removed unless it is persisted.
fn private(path: &Path, text: &str) -> Result<NamedTempFile> {
    let folder = path.parent().context("a file is in a folder")?;
    let mut file = Builder::new().permissions(Permissions::from_mode(0o600)).tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use fs_err as fs;

    use super::*;

    fn values(pairs: &[(&str, &str)]) -> Values {
        pairs.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    #[test]
    fn dollar_signs_of_a_hash_are_escaped() {
        let hash = values(&[("H", "[{\"hash\":\"$argon2id$v=19\"}]")]);
        assert_eq!(render(&hash).unwrap(), "H='[{\"hash\":\"\\$argon2id\\$v=19\"}]'\n");
    }

    #[test]
    fn quotes_depend_on_the_value() {
        assert_eq!(render(&values(&[("N", "it's")])).unwrap(), "N=`it's`\n");
        assert!(render(&values(&[("N", "it's `quoted`")])).is_err());
        assert!(render(&values(&[("N", "two\nlines")])).is_err());
    }

    #[test]
    fn a_private_file_stays_private_when_it_is_rewritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("vars");
        fs::write(&path, "longer than what follows").unwrap();
        write_private(&path, "short").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "short");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }
}
