//! The JavaScript between the module and the runtime.

use std::collections::HashSet;

use crate::harness::entry;

/// wasm-bindgen repeats a snippet for each function that takes and returns what needs no conversion, and wrangler warns of it.
#[test]
fn each_snippet_is_imported_once() {
    let text = std::fs::read_to_string(entry()).unwrap();
    let modules: Vec<_> =
        text.split("\"./snippets/").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let distinct: HashSet<_> = modules.iter().collect();
    assert!(!modules.is_empty() && distinct.len() == modules.len(), "{modules:?}");
}
