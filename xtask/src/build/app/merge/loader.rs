//! The splitter's script that loads parts, after some of them were merged.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Result};

/// Has the loader load a part's module under the name of the first part in it. `merged` has that name by the name of each other part.
pub(super) fn redirect(loader: &str, merged: &BTreeMap<String, String>) -> Result<String> {
    let mut loader = loader.to_owned();
    for part in merged.keys() {
        let (before, definition) = loader
            .split_once(&format!("const __{part} = makeLoad("))
            .with_context(|| format!("nothing loads {part}"))?;
        // A shared part waits for no other, so that its list of them is empty.
        let (_, after) = definition
            .split_once("\n, []);\n")
            .with_context(|| format!("the definition of {part} has no end"))?;
        loader = format!("{before}{after}");
    }
    Ok(loader.lines().map(|line| redirected(line, merged) + "\n").collect())
}

/// A line, in which a list of parts has the merged ones once.
fn redirected(line: &str, merged: &BTreeMap<String, String>) -> String {
    let Some((list, after)) = line.strip_prefix(", [").and_then(|line| line.split_once(']')) else {
        return line.to_owned();
    };
    let mut seen = BTreeSet::new();
    let modules: Vec<String> = list
        .split(", ")
        .map(|variable| {
            let first = variable.strip_prefix("__").and_then(|part| merged.get(part));
            first.map_or_else(|| variable.to_owned(), |first| format!("__{first}"))
        })
        .filter(|variable| seen.insert(variable.clone()))
        .collect();
    format!(", [{}]{after}", modules.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn definition(part: &str) -> String {
        format!("const __{part} = makeLoad(() => {{\n    fetch(\"./{part}.wasm\");\n}}\n, []);\n")
    }

    fn job(parts: &str) -> String {
        format!("export const load_job = wrap(makeLoad(() => {{\n}}\n, [{parts}]));\n")
    }

    #[test]
    fn merged_parts_are_loaded_once() {
        let loader = ["chunk_1", "chunk_2", "chunk_11"].map(definition).concat()
            + &job("__chunk_1, __chunk_2, __chunk_11");
        let merged = BTreeMap::from([("chunk_11".to_owned(), "chunk_1".to_owned())]);
        let expected = ["chunk_1", "chunk_2"].map(definition).concat() + &job("__chunk_1, __chunk_2");
        assert_eq!(redirect(&loader, &merged).unwrap(), expected);
    }

    #[test]
    fn nothing_merged_changes_nothing() {
        let loader = definition("chunk_1") + &job("__chunk_1");
        assert_eq!(redirect(&loader, &BTreeMap::new()).unwrap(), loader);
    }

    #[test]
    fn a_part_that_nothing_loads_is_an_error() {
        let merged = BTreeMap::from([("chunk_2".to_owned(), "chunk_1".to_owned())]);
        assert!(redirect(&definition("chunk_1"), &merged).is_err());
    }
}
