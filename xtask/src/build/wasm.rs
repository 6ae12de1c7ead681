//! Edits of a module's names and imports. Generated names end in hashes, which do not compress.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Result, bail};
use wasm_encoder::{
    CustomSection, EntityType, ExportKind, ExportSection, ImportSection, Module, RawSection,
    reencode::{Reencode as _, RoundtripReencoder},
};
use wasmparser::{Parser, Payload};

/// The beginnings of the names that wasm-bindgen generates.
const GENERATED: [&str; 2] = ["__wb", "wasm_bindgen__"];

/// The section with the features of WebAssembly that a module uses.
/// <https://github.com/WebAssembly/tool-conventions/blob/main/Linking.md#target-features-section>
const FEATURES: &str = "target_features";

/// The module without the names of its functions, which nothing needs when it runs.
pub(super) fn strip_names(module: &[u8]) -> Result<Vec<u8>> {
    rewrite(module, None, |name| Some(name.to_owned()))
}

/// The module without the exports that its script does not name.
pub(super) fn keep_exports(module: &[u8], script: &str) -> Result<Vec<u8>> {
    let words: BTreeSet<&str> = words(script).collect();
    rewrite(module, None, |name| words.contains(name).then(|| name.to_owned()))
}

/// The module with all of its imports from the module of this name.
pub(super) fn import_from(module: &[u8], name: &str) -> Result<Vec<u8>> {
    rewrite(module, Some(name), |name| Some(name.to_owned()))
}

/// A module that imports from the module of this name what the others import, and exports it again. It says of the features of
/// WebAssembly what the first one says, because wasm-merge allows those of its first module.
pub(super) fn link(modules: &[Vec<u8>], from: &str) -> Result<Vec<u8>> {
    let (mut imports, mut exports) = (ImportSection::new(), ExportSection::new());
    let (mut names, mut features) = (BTreeSet::new(), None);
    let (mut memories, mut tables, mut globals) = (0, 0, 0);
    for module in modules {
        for payload in Parser::new(0).parse_all(module) {
            let section = match payload? {
                Payload::ImportSection(section) => section,
                Payload::CustomSection(section) if section.name() == FEATURES => {
                    features
                        .get_or_insert(CustomSection { name: FEATURES.into(), data: section.data().into() });
                    continue;
                }
                _ => continue,
            };
            for import in section.into_imports() {
                let import = import?;
                if !names.insert(import.name) {
                    continue;
                }
                let entity = RoundtripReencoder.entity_type(import.ty)?;
                let (kind, count) = match entity {
                    EntityType::Memory(_) => (ExportKind::Memory, &mut memories),
                    EntityType::Table(_) => (ExportKind::Table, &mut tables),
                    EntityType::Global(_) => (ExportKind::Global, &mut globals),
                    other => bail!("{} is a {other:?}, which parts do not share", import.name),
                };
                imports.import(from, import.name, entity);
                exports.export(import.name, kind, *count);
                *count += 1;
            }
        }
    }
    let mut link = Module::new();
    link.section(&imports).section(&exports);
    if let Some(features) = features {
        link.section(&features);
    }
    Ok(link.finish())
}

/// Replaces the generated names between a module and its script by names of a letter or two, in both.
pub(super) fn shorten_names(module: &[u8], script: &str) -> Result<(Vec<u8>, String)> {
    let mut short = BTreeMap::new();
    let module = rewrite(module, None, |name| {
        if !GENERATED.iter().any(|start| name.starts_with(start)) {
            return Some(name.to_owned());
        }
        let next = letters(short.len());
        Some(short.entry(name.to_owned()).or_insert(next).clone())
    })?;
    let script = words(script).map(|word| short.get(word).map_or(word, String::as_str)).collect();
    Ok((module, script))
}

/// The module without the names of functions, and with the names of imports and exports that `rename` returns, in their order. An export without a name is left
/// out; an import keeps its own. Imports are from the module `from`, or from where they are.
fn rewrite(
    module: &[u8],
    from: Option<&str>,
    mut rename: impl FnMut(&str) -> Option<String>,
) -> Result<Vec<u8>> {
    let mut rewritten = Module::new();
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::ImportSection(section) => {
                let mut imports = ImportSection::new();
                for import in section.into_imports() {
                    let import = import?;
                    let name = rename(import.name).unwrap_or_else(|| import.name.to_owned());
                    let from = from.unwrap_or(import.module);
                    imports.import(from, &name, RoundtripReencoder.entity_type(import.ty)?);
                }
                rewritten.section(&imports);
            }
            Payload::ExportSection(section) => {
                let mut exports = ExportSection::new();
                for export in section {
                    let export = export?;
                    if let Some(name) = rename(export.name) {
                        exports.export(&name, RoundtripReencoder.export_kind(export.kind)?, export.index);
                    }
                }
                rewritten.section(&exports);
            }
            Payload::CustomSection(section) if section.name() == "name" => {}
            payload => {
                if let Some((id, range)) = payload.as_section() {
                    let range = usize::try_from(range.start)?..usize::try_from(range.end)?;
                    let data = module.get(range).context("a section is incomplete")?;
                    rewritten.section(&RawSection { id, data });
                }
            }
        }
    }
    Ok(rewritten.finish())
}

/// `a` to `z`, then `ba` and so on.
fn letters(number: usize) -> String {
    let last = char::from(b'a' + (number % 26) as u8);
    if number < 26 { last.to_string() } else { format!("{}{last}", letters(number / 26)) }
}

/// A script, split into identifiers and the text between them.
fn words(script: &str) -> impl Iterator<Item = &str> {
    let is_in_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    let mut rest = script;
    std::iter::from_fn(move || {
        let is_word = rest.starts_with(is_in_word);
        let end = rest.find(|c| is_in_word(c) != is_word).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        rest = after;
        (!word.is_empty()).then_some(word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(sections: &[&[u8]]) -> Vec<u8> {
        [Module::HEADER.as_slice()].iter().chain(sections).copied().collect::<Vec<_>>().concat()
    }

    #[test]
    fn only_the_names_are_left_out() {
        let (types, names) = (b"\x01\x01\x00".as_slice(), b"\x00\x07\x04name\x01\x02".as_slice());
        let producers = b"\x00\x0a\x09producers".as_slice();
        assert_eq!(strip_names(&module(&[types, names, producers])).unwrap(), module(&[types, producers]));
        assert_eq!(strip_names(&module(&[types])).unwrap(), module(&[types]));
    }

    #[test]
    fn a_damaged_module_is_an_error() {
        for damaged in [&b""[..], b"\0asm", b"not wasm at all"] {
            assert!(strip_names(damaged).is_err());
        }
        for section in [&b"\x01"[..], b"\x01\x05\x00", b"\x01\x80\x80\x80\x80\x80", b"\x00\x02\x09n"] {
            assert!(strip_names(&module(&[section])).is_err());
        }
        for section in [&b"\x02\x01\x01"[..], b"\x02\x04\x01\x01m\x05", b"\x07\x03\x01\x01a"] {
            assert!(shorten_names(&module(&[section]), "").is_err());
        }
    }

    #[test]
    fn generated_names_become_short_in_both() {
        let imports = b"\x02\x19\x02\x01m\x09__wbg_a_1\x00\x03\x01m\x05other\x00\x04";
        let exports = b"\x07\x16\x02\x06memory\x02\x00\x09__wbg_b_2\x00\x05";
        let script = "i={m:{__wbg_a_1(e){},other(){}}};w.__wbg_b_2(w.memory,w.__wbg_a_12)";
        let (renamed, script) = shorten_names(&module(&[imports, exports]), script).unwrap();
        let imports = b"\x02\x11\x02\x01m\x01a\x00\x03\x01m\x05other\x00\x04";
        let exports = b"\x07\x0e\x02\x06memory\x02\x00\x01b\x00\x05";
        assert_eq!(renamed, module(&[imports, exports]));
        assert_eq!(script, "i={m:{a(e){},other(){}}};w.b(w.memory,w.__wbg_a_12)");
    }

    #[test]
    fn a_link_has_what_the_modules_import_once() {
        let memory = b"\x02\x08\x01\x01m\x01a\x02\x00\x01".as_slice();
        let both = b"\x02\x0f\x02\x01m\x01a\x02\x00\x01\x01m\x01b\x03\x7f\x00".as_slice();
        let linked = link(&[module(&[memory]), module(&[both])], "o").unwrap();
        let imports = b"\x02\x0f\x02\x01o\x01a\x02\x00\x01\x01o\x01b\x03\x7f\x00";
        let exports = b"\x07\x09\x02\x01a\x02\x00\x01b\x03\x00";
        assert_eq!(linked, module(&[imports, exports]));
        assert_eq!(import_from(&module(&[imports]), "m").unwrap(), module(&[both]));
        assert!(link(&[module(&[b"\x02\x07\x01\x01m\x01f\x00\x00"])], "o").is_err());
    }

    #[test]
    fn exports_that_the_script_does_not_name_are_left_out() {
        let exports = b"\x07\x0e\x02\x04kept\x00\x01\x03not\x00\x02";
        let kept = keep_exports(&module(&[exports]), "w.kept(),w.nothing()").unwrap();
        assert_eq!(kept, module(&[b"\x07\x08\x01\x04kept\x00\x01"]));
    }

    #[test]
    fn short_names_are_distinct() {
        let names: BTreeSet<String> = (0..2000).map(letters).collect();
        assert_eq!(names.len(), 2000);
        assert_eq!((letters(25), letters(26)), ("z".to_owned(), "ba".to_owned()));
    }
}
