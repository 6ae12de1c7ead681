//! The dependencies between folders and files of the product.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use super::{CRATES, modules::Modules, root, rust_files};

/// Files in a folder, at most: more than a person takes in at a glance.
const FILES_MAX: usize = 12;

/// The folders of tests beside the crates.
const TESTS: [&str; 6] =
    ["edge/core/tests", "edge/openapi/tests", "edge/tests", "edge/wire/tests", "sim/tests", "xtask/tests"];

/// The layers of the app: what a folder may import besides itself.
const LAYERS: [(&str, &[&str]); 9] = [
    ("pages", &["components", "ui", "state", "api", "format", "browser", "paths", "texts"]),
    ("components", &["ui", "state", "api", "format", "browser", "paths", "texts"]),
    ("ui", &["format", "browser", "texts"]),
    ("state", &["api", "format", "browser", "paths", "texts"]),
    ("api", &["format", "browser", "paths", "texts"]),
    ("paths", &["format"]),
    ("browser", &["format", "texts"]),
    ("format", &["texts"]),
    ("texts", &[]),
];

/// The layers of the Worker: what a folder below the router may import besides itself.
const WORKER_LAYERS: [(&str, &[&str]); 9] = [
    ("auth", &["jobs", "audit", "backup", "http", "platform", "settings"]),
    ("jobs", &["alarm_object", "audit", "backup", "upstream", "http", "platform", "settings"]),
    ("analytics", &["alarm_object", "audit", "backup", "upstream", "http", "platform", "settings"]),
    ("upstream", &["http", "platform", "settings"]),
    ("audit", &["http", "platform"]),
    ("alarm_object", &["backup", "http", "platform"]),
    ("backup", &["http", "platform"]),
    ("http", &["platform"]),
    ("platform", &[]),
];

/// Where requests arrive: above all domains of the Worker.
const ROUTER: &str = "router";

/// Made-up data, which tests of every layer use.
const TEST_DATA: &str = "sample";

/// The file that declares the folders of a crate.
const ROOT: &str = "";

type Imports = BTreeMap<Vec<String>, BTreeSet<Vec<String>>>;

#[test]
fn the_app_imports_downwards_only() {
    let allowed = |folder: &str| LAYERS.iter().find(|(layer, _)| *layer == folder).map(|(_, below)| *below);
    let wrong = imports_between("app/src", |from, to| {
        to != TEST_DATA && allowed(from).is_some_and(|below| !below.contains(&to))
    });
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_worker_imports_downwards_only() {
    let allowed =
        |folder: &str| WORKER_LAYERS.iter().find(|(layer, _)| *layer == folder).map(|(_, below)| *below);
    let wrong = imports_between("edge/src", |from, to| {
        (to == ROUTER && from != ROOT) || allowed(from).is_some_and(|below| !below.contains(&to))
    });
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The imports of a crate from one folder into another one for which `is_wanted` is true, in words.
fn imports_between(src: &str, is_wanted: impl Fn(&str, &str) -> bool) -> Vec<String> {
    let modules = Modules::read(src);
    let folder = |module: &[String]| module.first().map_or(ROOT, String::as_str).to_owned();
    let mut found = Vec::new();
    for (module, imports) in modules.imports() {
        let from = folder(&module);
        for import in imports.iter().filter(|import| folder(import) != from) {
            if is_wanted(&from, &folder(import)) {
                let [from, to] = [&module, import].map(|module| modules.file(module).display());
                found.push(format!("{from} imports {to}"));
            }
        }
    }
    found
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    for src in CRATES {
        let modules = Modules::read(src);
        let circles = circles_of(&modules.imports());
        let files = |circle: &BTreeSet<Vec<String>>| -> Vec<_> {
            circle.iter().map(|module| modules.file(module).to_owned()).collect()
        };
        assert!(circles.is_empty(), "{:#?}", circles.iter().map(files).collect::<Vec<_>>());
    }
}

#[test]
fn no_folders_import_each_other_in_a_circle() {
    for src in CRATES {
        let folder = |module: &Vec<String>| module.first().into_iter().cloned().collect::<Vec<_>>();
        let mut folders = Imports::new();
        for (module, imports) in Modules::read(src).imports() {
            let from = folder(&module);
            let others = imports.iter().map(folder).filter(|to| *to != from);
            folders.entry(from.clone()).or_default().extend(others);
        }
        let circles = circles_of(&folders);
        assert!(circles.is_empty(), "{src}: {circles:#?}");
    }
}

#[test]
fn a_folder_is_taken_in_at_a_glance() {
    let root = root();
    let mut count: BTreeMap<_, usize> = BTreeMap::new();
    for src in CRATES.iter().chain(&TESTS) {
        // Migrations are a series: a new one is a new number, whatever the folder has.
        for file in rust_files(&root.join(src)).into_iter().filter(|file| !is_migration(file)) {
            // A folder for one file is that file.
            let is_folder =
                file.ends_with("mod.rs") && fs::read_dir(file.parent().unwrap()).unwrap().count() == 1;
            let place = if is_folder { file.parent().unwrap() } else { file.as_path() };
            *count.entry(place.parent().unwrap().to_owned()).or_default() += 1;
        }
    }
    let full: Vec<_> = count.into_iter().filter(|(_, files)| *files > FILES_MAX).collect();
    assert!(full.is_empty(), "{full:#?}");
}

#[test]
fn a_module_of_several_files_is_a_folder_with_a_mod_rs() {
    let root = root();
    let files = CRATES.iter().flat_map(|src| rust_files(&root.join(src)));
    let beside: Vec<_> = files.filter(|file| file.with_extension("").is_dir()).collect();
    assert!(beside.is_empty(), "{beside:#?}");
}

/// Groups of modules that reach each other: the strongly connected components (R. Tarjan, "Depth-first Search and Linear Graph
/// Algorithms", 1972). This computes them by reachability, which is fast enough for a few hundred files.
fn circles_of(imports: &Imports) -> BTreeSet<BTreeSet<Vec<String>>> {
    let reach = |from: &Vec<String>| {
        let mut seen = BTreeSet::new();
        let mut open: Vec<&Vec<String>> = imports[from].iter().collect();
        while let Some(module) = open.pop() {
            if seen.insert(module.clone()) {
                open.extend(&imports[module]);
            }
        }
        seen
    };
    let reached: BTreeMap<_, _> = imports.keys().map(|module| (module.clone(), reach(module))).collect();
    let circle = |module: &Vec<String>| -> BTreeSet<Vec<String>> {
        reached[module].iter().filter(|other| reached[*other].contains(module)).cloned().collect()
    };
    imports.keys().filter(|module| reached[*module].contains(*module)).map(circle).collect()
}

#[test]
fn circles_are_found() {
    let module = |name: &str| vec![name.to_owned()];
    let imports = |pairs: &[(&str, &[&str])]| -> Imports {
        pairs.iter().map(|(from, to)| (module(from), to.iter().map(|to| module(to)).collect())).collect()
    };
    assert!(circles_of(&imports(&[("a", &["b", "c"]), ("b", &["c"]), ("c", &[])])).is_empty());
    let found = circles_of(&imports(&[("a", &["b"]), ("b", &["c"]), ("c", &["a"]), ("d", &["a"])]));
    assert_eq!(found, BTreeSet::from([BTreeSet::from([module("a"), module("b"), module("c")])]));
}

/// Whether a file is called like a migration: `v14.rs`.
fn is_migration(file: &Path) -> bool {
    let version = file.file_stem().and_then(|stem| stem.to_str()?.strip_prefix('v'));
    version.is_some_and(|version| version.parse::<u32>().is_ok())
}
