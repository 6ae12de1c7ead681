//! Which files of a crate import which, read from their text.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    sync::LazyLock,
};

use regex::Regex;

use super::{is_tests, root, rust_files};

/// The files of a crate, by their module path: `["state", "jobs"]` for `src/state/jobs.rs` or `src/state/jobs/mod.rs`.
pub(super) struct Modules {
    files: BTreeMap<Vec<String>, SourceFile>,
    /// Names that `pub use` takes from a child, by the module that has it: which child, by name.
    exports: BTreeMap<Vec<String>, BTreeMap<String, Vec<String>>>,
}

struct SourceFile {
    file: PathBuf,
    text: String,
}

/// Everything outside of comments and strings that names another module.
static PATH: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\b(?:crate|super|self)(?:::\w+)+").unwrap());
static USE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?m)^\s*((?:pub(?:\([^)]*\))? )?use )([^;]+);").unwrap());
/// Another crate of the product, which needs no import to be named.
static SIBLING: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\bdocket_\w+").unwrap());
/// A visibility, which names a module without importing it.
static VISIBILITY: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"pub\(in [^)]+\)").unwrap());
/// The tests at the end of a file, where `super` is the file itself.
static TESTS: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(?s)#\[cfg\(test\)\]\nmod \w+ \{.*").unwrap());
static PROSE: LazyLock<Regex> = LazyLock::new(|| Regex::new(r#"(?m)//.*$|"(?:\\.|[^"\\])*""#).unwrap());

impl Modules {
    /// The modules below a `src` folder of the workspace, without their tests.
    pub(super) fn read(src: &str) -> Self {
        let root = root().join(src);
        let mut files = BTreeMap::new();
        for file in rust_files(&root) {
            let relative = file.strip_prefix(&root).unwrap();
            // They may use everything.
            if is_tests(relative) {
                continue;
            }
            let path = relative.with_extension("");
            let mut module: Vec<String> = path.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
            if ["mod", "lib", "main"].contains(&module.last().unwrap().as_str()) {
                module.pop();
            }
            let text = fs::read_to_string(&file).unwrap();
            let text = PROSE.replace_all(&TESTS.replace(&text, ""), "").into_owned();
            let text = VISIBILITY.replace_all(&text, "pub").into_owned();
            files.insert(module, SourceFile { file: Path::new(src).join(relative), text });
        }
        let mut modules = Self { files, exports: BTreeMap::new() };
        modules.exports =
            modules.files.keys().map(|module| (module.clone(), modules.exports_of(module))).collect();
        modules
    }

    /// The file of a module.
    pub(super) fn file(&self, module: &[String]) -> &Path {
        &self.files[module].file
    }

    /// Every module, with the modules that it imports. What it only exports again is not imported.
    pub(super) fn imports(&self) -> BTreeMap<Vec<String>, BTreeSet<Vec<String>>> {
        let imports_of = |module: &Vec<String>| {
            let text = &self.files[module].text;
            let uses = USE.captures_iter(text).filter(|found| !found[1].starts_with("pub"));
            let mut paths: Vec<String> = uses.flat_map(|found| expand(&found[2])).collect();
            let rest = USE.replace_all(text, "");
            paths.extend(PATH.find_iter(&rest).map(|path| path.as_str().to_owned()));
            let targets = paths.iter().filter_map(|path| self.resolve(module, path));
            targets.filter(|target| target != module).collect()
        };
        self.files.keys().map(|module| (module.clone(), imports_of(module))).collect()
    }

    /// The other crates that a module imports, and those of the product that it names.
    pub(super) fn crates(&self, module: &[String]) -> BTreeSet<String> {
        let text = &self.files[module].text;
        let is_module = |name: &String| {
            let child: Vec<String> = module.iter().chain([name]).cloned().collect();
            ["crate", "self", "super"].contains(&name.as_str()) || self.files.contains_key(&child)
        };
        let trees = USE.captures_iter(text).flat_map(|found| expand(&found[2]));
        let imported = trees.map(|path| path.split("::").next().unwrap().to_owned());
        let siblings = SIBLING.find_iter(text).map(|name| name.as_str().to_owned());
        imported.filter(|name| !is_module(name)).chain(siblings).collect()
    }

    fn exports_of(&self, module: &[String]) -> BTreeMap<String, Vec<String>> {
        let mut exports = BTreeMap::new();
        for found in USE.captures_iter(&self.files[module].text).filter(|found| found[1].starts_with("pub")) {
            for path in expand(&found[2]) {
                let segments: Vec<&str> = path.split("::").filter(|segment| *segment != "self").collect();
                let Some((name, child)) = segments.split_last() else { continue };
                let child: Vec<String> =
                    module.iter().cloned().chain(child.iter().map(ToString::to_string)).collect();
                if child.len() > module.len() && self.files.contains_key(&child) {
                    exports.insert((*name).to_owned(), child);
                }
            }
        }
        exports
    }

    /// The module that a path leads into, past what is exported again on the way.
    fn resolve(&self, from: &[String], path: &str) -> Option<Vec<String>> {
        let mut at: Vec<String> = Vec::new();
        let mut segments = path.split("::").peekable();
        match segments.next()? {
            "crate" => {}
            "self" => at = from.to_vec(),
            "super" => {
                at = from.to_vec();
                at.pop();
                while segments.next_if_eq(&"super").is_some() {
                    at.pop();
                }
            }
            // A child, named without `self`.
            child => {
                at = from.iter().cloned().chain([child.to_owned()]).collect();
                if !self.files.contains_key(&at) {
                    return None;
                }
            }
        }
        for segment in segments {
            let child: Vec<String> = at.iter().cloned().chain([segment.to_owned()]).collect();
            if self.files.contains_key(&child) {
                at = child;
            } else if let Some(exported) = self.exports.get(&at).and_then(|exports| exports.get(segment)) {
                at = exported.clone();
            } else {
                break;
            }
        }
        self.files.contains_key(&at).then_some(at)
    }
}

/// The single paths of a use tree: `a::{b, c::d as e}` is `a::b` and `a::c::d`.
fn expand(tree: &str) -> Vec<String> {
    let tree = tree.split_whitespace().collect::<Vec<_>>().join(" ");
    let Some((prefix, group)) = tree.split_once('{') else {
        return vec![tree.split(" as ").next().unwrap().trim().to_owned()];
    };
    let group = group.trim_end().strip_suffix('}').unwrap_or(group);
    let (mut parts, mut depth, mut part) = (Vec::new(), 0, String::new());
    for c in group.chars() {
        match c {
            ',' if depth == 0 => parts.push(std::mem::take(&mut part)),
            _ => {
                depth += i32::from(c == '{') - i32::from(c == '}');
                part.push(c);
            }
        }
    }
    parts.push(part);
    let parts = parts.iter().map(|part| part.trim()).filter(|part| !part.is_empty());
    parts.flat_map(|part| expand(&format!("{}{part}", prefix.trim()))).collect()
}

#[test]
fn use_trees_are_expanded() {
    assert_eq!(
        expand("crate::a::{self, b::{C, d as e},\n F}"),
        ["crate::a::self", "crate::a::b::C", "crate::a::b::d", "crate::a::F"]
    );
    assert_eq!(expand("super::X as Y"), ["super::X"]);
}
