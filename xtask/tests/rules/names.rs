//! One thing, one name.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    process::Command,
    sync::LazyLock,
};

use regex::Regex;

use super::{CRATES, is_tests, root, rust_files};

/// Types that everybody knows by these names. Another type of the name would have to be told apart each time.
const STD: &str = "
    Any Arc Args AsRef BTreeMap BTreeSet BinaryHeap Borrow Bound Box BufRead BufReader BufWriter Bytes
    Cell Chars Child Clone Command Component ControlFlow Copy Cow Cursor Debug Default Deref Display
    Drop Duration Entry Eq Err Error ErrorKind ExitCode File Fn Formatter From FromStr Future Hash
    HashMap HashSet Hasher Instant Into IpAddr Iterator LazyCell LazyLock Lines LinkedList Metadata
    Mutex None Ok Once OnceCell OnceLock Option Ord Ordering OsStr OsString Output Path PathBuf Peekable
    PhantomData Pin Poll Range Rc Read Receiver RefCell Result RwLock Scope Seek Send Sender SocketAddr
    Some Stderr Stdin Stdout String Sync SystemTime Thread ToString TryFrom TryInto Vec VecDeque Wake
    Waker Weak Wrapping Write
";

/// The same of Leptos's prelude. Its `Submission` belongs to an action that the app does not use, and Docket's to its API.
const LEPTOS: &str = "
    Action ActionForm Await Callback Children Effect ErrorBoundary For Fragment Memo MultiAction NodeRef
    Owner Provider Render Resource RwSignal Selector Show Signal Storage StoredValue Suspend Suspense
    Transition Trigger
";

/// The same of the `worker` crate.
const WORKER: &str = "
    Body Cache CacheMode Context Cors Data Date Delay DurableObject Env Fetch Fetcher FormData Headers
    Method Object ObjectId ObjectNamespace Objects Queue RateLimiter Request RequestInit Response
    ResponseBody ResponseBuilder RouteContext Router Secret Socket SqlStorage State Stub Transaction Url Var
    WebSocket
";

/// Words of a private language that the project once spoke, and what says the same in the field's.
const OLD_WORDS: [(&str, &str); 28] = [
    ("all the same", "anyway"),
    ("anew", "again"),
    ("at fault", "invalid, or has an error"),
    ("dice", "random"),
    ("deed", "mutation"),
    ("deeds", "mutations"),
    ("desk", "jobs"),
    ("fate", "outcome"),
    ("for ever", "indefinitely"),
    ("for good", "indefinitely, or permanently"),
    ("gathered", "loaded"),
    ("gathering", "backfill"),
    ("gathers", "loads"),
    ("given up", "cancelled, or failed"),
    ("heard", "received"),
    ("hence", "so"),
    ("laid aside", "discarded"),
    ("lay aside", "discard"),
    ("lays aside", "discards"),
    ("likeness", "similarity"),
    ("mend", "fix"),
    ("mended", "fixed"),
    ("mending", "fixing"),
    ("mends", "fixes"),
    ("told", "sent, or reported"),
    ("upon", "on"),
    ("whoever", "the caller, or a person"),
    ("word for word", "verbatim"),
];

/// A type, or a component: a view names a component like a type. Types within a function, a module or a macro are indented, and count.
/// An indented `type` belongs to the implementation of a trait.
static TYPE: LazyLock<Regex> = LazyLock::new(|| {
    let visibility = r"(?:pub(?:\([^)]*\))? )?";
    let pattern =
        format!(r"(?m)^(?: *{visibility}(?:struct|enum|trait|union)|{visibility}(?:type|fn)) ([A-Z]\w*)");
    Regex::new(&pattern).unwrap()
});

#[test]
fn a_type_has_a_name_of_its_own() {
    let root = root();
    let mut types: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in CRATES.iter().flat_map(|src| rust_files(&root.join(src))) {
        let place = file.strip_prefix(&root).unwrap();
        if is_tests(place) {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        let product = text.split("\nmod tests {").next().unwrap();
        let place = place.display().to_string();
        for found in TYPE.captures_iter(product) {
            types.entry(found[1].to_owned()).or_default().push(place.clone());
        }
    }
    let known: BTreeSet<&str> = [STD, LEPTOS, WORKER].into_iter().flat_map(str::split_whitespace).collect();
    let twice: Vec<_> = types
        .into_iter()
        .filter(|(name, places)| places.len() > 1 || known.contains(name.as_str()))
        .collect();
    assert!(twice.is_empty(), "{twice:#?}");
}

#[test]
fn types_are_found_wherever_they_are_declared() {
    let text = "pub(crate) struct A<T>(T);\nfn B() {\n    enum C {}\n}\nimpl D for A {\n    type Error = ();\n    fn E() {}\n}";
    let found: Vec<_> = TYPE.captures_iter(text).map(|found| found[1].to_owned()).collect();
    assert_eq!(found, ["A", "B", "C"]);
}

#[test]
fn nothing_is_said_in_the_old_words() {
    let root = root();
    let files = Command::new("git")
        .args([
            "ls-files", "*.rs", "*.md", "*.mjs", "*.js", "*.html", "*.css", "*.sh", "*.toml", "*.yml",
            "*.jsonc",
        ])
        .current_dir(&root)
        .output()
        .unwrap();
    let better = BTreeMap::from(OLD_WORDS);
    let words: Vec<&str> = better.keys().copied().collect();
    let pattern = Regex::new(&format!(r"(?i)\b(?:{})\b", words.join("|"))).unwrap();
    let mut found = Vec::new();
    for file in String::from_utf8(files.stdout).unwrap().lines() {
        // A file that was moved away is still listed until it is committed.
        let Ok(text) = fs::read_to_string(root.join(file)) else { continue };
        // This file has to name them, and so has a migration from tables that they named.
        if file.ends_with("rules/names.rs") || file.contains("/schema/v") {
            continue;
        }
        for (line, number) in text.lines().zip(1..) {
            let line = words_of(line);
            found.extend(pattern.find_iter(&line).map(|word| {
                let better = better[word.as_str().to_lowercase().as_str()];
                format!("{file}:{number}: {}: {better}", word.as_str())
            }));
        }
    }
    assert!(found.is_empty(), "{} places: {found:#?}", found.len());
}

/// A line with the words of its identifiers apart: `STORED_FOR_EVER` and `StoredForEver` are three words each.
fn words_of(line: &str) -> String {
    static JOINT: LazyLock<Regex> = LazyLock::new(|| Regex::new("([a-z0-9])([A-Z])").unwrap());
    JOINT.replace_all(line, "$1 $2").replace('_', " ")
}
