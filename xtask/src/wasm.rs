//! The little of WebAssembly's binary format that it takes to leave out names and to shorten them.
//!
//! The names of functions are a seventh of the Worker's size and serve nobody there or in the parts of the app: a
//! panic says where it happened by itself.

mod names;

pub(crate) use self::names::{keep_exports, rename};

use std::{fs, path::Path};

use anyhow::{Context as _, Result, bail};

/// Magic number and version.
const HEADER: &[u8] = b"\0asm\x01\0\0\0";
/// Sections with this id have a name and are there for tools.
const CUSTOM: u8 = 0;

/// Rewrites a module without its section of names.
pub(crate) fn strip_names(path: &Path) -> Result<()> {
    let module = fs::read(path).with_context(|| format!("{} cannot be read", path.display()))?;
    let stripped = without_names(&module).with_context(|| format!("{} is damaged", path.display()))?;
    fs::write(path, stripped).with_context(|| format!("{} cannot be written", path.display()))
}

fn without_names(module: &[u8]) -> Result<Vec<u8>> {
    rewrite(module, |id, body| {
        let is_names = id == CUSTOM && name(body)?.0 == b"name";
        Ok(if is_names { None } else { Some(body.to_vec()) })
    })
}

/// A module whose sections are what `section` makes of them, from their id and body; without those of which it makes
/// nothing.
fn rewrite(module: &[u8], mut section: impl FnMut(u8, &[u8]) -> Result<Option<Vec<u8>>>) -> Result<Vec<u8>> {
    let mut rest = module.strip_prefix(HEADER).context("this is not a WebAssembly module")?;
    let mut written = HEADER.to_vec();
    while let Some((&id, after_id)) = rest.split_first() {
        let (length, body) = leb128(after_id)?;
        let (body, after) = body.split_at_checked(length).context("a section is cut short")?;
        if let Some(body) = section(id, body)? {
            written.push(id);
            write_bytes(&mut written, &body);
        }
        rest = after;
    }
    Ok(written)
}

/// A name, as its length and its text, and what follows it.
fn name(bytes: &[u8]) -> Result<(&[u8], &[u8])> {
    let (length, text) = leb128(bytes)?;
    text.split_at_checked(length).context("a name is cut short")
}

/// A length of up to 32 bits, seven a byte, and what follows it.
fn leb128(bytes: &[u8]) -> Result<(usize, &[u8])> {
    let mut value = 0;
    for (index, &byte) in bytes.iter().take(5).enumerate() {
        value |= usize::from(byte & 0x7f) << (7 * index);
        if byte & 0x80 == 0 {
            return Ok((value, bytes.get(index + 1..).unwrap_or_default()));
        }
    }
    bail!("a length is cut short")
}

/// Writes a length as [`leb128`] reads it.
fn write_leb128(to: &mut Vec<u8>, mut value: usize) {
    while value >= 0x80 {
        to.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    to.push(value as u8);
}

/// Writes bytes behind their length.
fn write_bytes(to: &mut Vec<u8>, bytes: &[u8]) {
    write_leb128(to, bytes.len());
    to.extend_from_slice(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(sections: &[&[u8]]) -> Vec<u8> {
        [HEADER].iter().chain(sections).copied().collect::<Vec<_>>().concat()
    }

    #[test]
    fn only_the_names_are_left_out() {
        let (types, names) = (b"\x01\x01\x00".as_slice(), b"\x00\x07\x04name\x01\x02".as_slice());
        let producers = b"\x00\x0a\x09producers".as_slice();
        assert_eq!(without_names(&module(&[types, names, producers])).unwrap(), module(&[types, producers]));
        assert_eq!(without_names(&module(&[types])).unwrap(), module(&[types]));
    }

    #[test]
    fn damage_is_an_error() {
        for damaged in [&b""[..], b"\0asm", b"not wasm at all"] {
            assert!(without_names(damaged).is_err());
        }
        for section in [&b"\x01"[..], b"\x01\x05\x00", b"\x01\x80\x80\x80\x80\x80", b"\x00\x02\x09n"] {
            assert!(without_names(&module(&[section])).is_err());
        }
    }
}
