//! The names by which a module and its script know each other.
//!
//! Those that wasm-bindgen makes end in hashes, which do not compress, and are in both files.

use std::collections::BTreeMap;

use anyhow::{Result, bail};

use super::{leb128, name, rewrite, write_bytes, write_leb128};

const IMPORTS: u8 = 2;
const EXPORTS: u8 = 7;
/// The kind of an import or export that is a function.
const FUNCTION: u8 = 0;

/// How wasm-bindgen's own names begin.
const GENERATED: [&[u8]; 2] = [b"__wb", b"wasm_bindgen__"];

/// Rewrites a module without the exports that its script does not name.
pub(crate) fn keep_exports(module: &[u8], script: &str) -> Result<Vec<u8>> {
    let named: std::collections::BTreeSet<&str> = words(script).filter(|word| is_word(word)).collect();
    rewrite(module, |id, body| {
        if id != EXPORTS {
            return Ok(Some(body.to_vec()));
        }
        let kept = exports(body)?
            .into_iter()
            .filter(|(name, _)| std::str::from_utf8(name).is_ok_and(|name| named.contains(name)))
            .collect::<Vec<_>>();
        let mut written = Vec::new();
        write_leb128(&mut written, kept.len());
        for (name, what) in kept {
            write_bytes(&mut written, name);
            written.extend_from_slice(what);
        }
        Ok(Some(written))
    })
}

/// Gives the functions between a module and its script names of a letter or two, in both.
pub(crate) fn rename(module: &[u8], script: &str) -> Result<(Vec<u8>, String)> {
    let mut shorter = BTreeMap::new();
    let module = rewrite(module, |id, body| match id {
        IMPORTS => renamed_imports(body, &mut shorter).map(Some),
        EXPORTS => renamed_exports(body, &mut shorter).map(Some),
        _ => Ok(Some(body.to_vec())),
    })?;
    let short = |word| shorter.get(str::as_bytes(word)).map_or(word, String::as_str);
    let script = words(script).map(short).collect();
    Ok((module, script))
}

type Shorter = BTreeMap<Vec<u8>, String>;

fn renamed_imports(body: &[u8], shorter: &mut Shorter) -> Result<Vec<u8>> {
    let (count, mut rest) = leb128(body)?;
    let mut written = Vec::new();
    write_leb128(&mut written, count);
    for _ in 0..count {
        let (module, after) = name(rest)?;
        let (field, after) = name(after)?;
        let Some((&FUNCTION, after)) = after.split_first() else {
            bail!("only functions can be imported here");
        };
        let (signature, after) = leb128(after)?;
        write_bytes(&mut written, module);
        write_bytes(&mut written, shorten(field, shorter));
        written.push(FUNCTION);
        write_leb128(&mut written, signature);
        rest = after;
    }
    Ok(written)
}

fn renamed_exports(body: &[u8], shorter: &mut Shorter) -> Result<Vec<u8>> {
    let exports = exports(body)?;
    let mut written = Vec::new();
    write_leb128(&mut written, exports.len());
    for (name, what) in exports {
        write_bytes(&mut written, shorten(name, shorter));
        written.extend_from_slice(what);
    }
    Ok(written)
}

/// The names of exports, and the bytes that say what they are.
fn exports(body: &[u8]) -> Result<Vec<(&[u8], &[u8])>> {
    let (count, mut rest) = leb128(body)?;
    let mut exports = Vec::new();
    for _ in 0..count {
        let (name, what) = name(rest)?;
        let (_, after) = leb128(what.get(1..).unwrap_or_default())?;
        exports.push((name, what.get(..what.len() - after.len()).unwrap_or_default()));
        rest = after;
    }
    Ok(exports)
}

fn shorten<'a>(name: &'a [u8], shorter: &'a mut Shorter) -> &'a [u8] {
    if !GENERATED.iter().any(|start| name.starts_with(start)) {
        return name;
    }
    let next = letters(shorter.len());
    shorter.entry(name.to_vec()).or_insert(next).as_bytes()
}

/// `a` to `z`, then `ba` and so on.
fn letters(number: usize) -> String {
    let last = char::from(b'a' + (number % 26) as u8);
    if number < 26 { last.to_string() } else { format!("{}{last}", letters(number / 26)) }
}

/// A script, cut into identifiers and what is between them.
fn words(script: &str) -> impl Iterator<Item = &str> {
    let mut rest = script;
    std::iter::from_fn(move || {
        let inside = rest.starts_with(is_in_word);
        let end = rest.find(|c| is_in_word(c) != inside).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        rest = after;
        (!word.is_empty()).then_some(word)
    })
}

fn is_word(text: &str) -> bool {
    text.starts_with(is_in_word)
}

fn is_in_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wasm::HEADER;

    fn module(sections: &[&[u8]]) -> Vec<u8> {
        [HEADER].iter().chain(sections).copied().collect::<Vec<_>>().concat()
    }

    #[test]
    fn generated_names_become_short_in_both() {
        let imports = b"\x02\x19\x02\x01m\x09__wbg_a_1\x00\x03\x01m\x05other\x00\x04";
        let exports = b"\x07\x16\x02\x06memory\x02\x00\x09__wbg_b_2\x00\x05";
        let script = "i={m:{__wbg_a_1(e){},other(){}}};w.__wbg_b_2(w.memory,w.__wbg_a_12)";
        let (renamed, script) = rename(&module(&[imports, exports]), script).unwrap();
        let imports = b"\x02\x11\x02\x01m\x01a\x00\x03\x01m\x05other\x00\x04";
        let exports = b"\x07\x0e\x02\x06memory\x02\x00\x01b\x00\x05";
        assert_eq!(renamed, module(&[imports, exports]));
        assert_eq!(script, "i={m:{a(e){},other(){}}};w.b(w.memory,w.__wbg_a_12)");
    }

    #[test]
    fn exports_that_the_script_does_not_name_go() {
        let exports = b"\x07\x0e\x02\x04kept\x00\x01\x03not\x00\x02";
        let kept = keep_exports(&module(&[exports]), "w.kept(),w.nothing()").unwrap();
        assert_eq!(kept, module(&[b"\x07\x08\x01\x04kept\x00\x01"]));
    }

    #[test]
    fn there_are_enough_names() {
        let names: std::collections::BTreeSet<String> = (0..2000).map(letters).collect();
        assert_eq!(names.len(), 2000);
        assert_eq!((letters(25), letters(26)), ("z".to_owned(), "ba".to_owned()));
    }

    #[test]
    fn damage_is_an_error() {
        for damaged in [&b"\x02\x01\x01"[..], b"\x02\x04\x01\x01m\x05", b"\x07\x03\x01\x01a"] {
            assert!(rename(&module(&[damaged]), "").is_err());
        }
    }
}
