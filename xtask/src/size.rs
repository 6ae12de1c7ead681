//! What the first view of the app and the Worker weigh, and the limits that they keep.

use std::{
    collections::BTreeSet,
    fmt, fs,
    io::{Read as _, Write as _},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, bail};

use crate::{markup, workspace::Workspace};

/// Limit of everything that the first view loads, compressed with brotli.
const APP_BYTES_MAX: u64 = 200_000;
/// Limit of the Worker's WebAssembly, compressed with gzip as Cloudflare counts it.
const WORKER_BYTES_MAX: u64 = 300_000;

/// One file and what it weighs, in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Weight {
    name: String,
    raw: u64,
    compressed: u64,
}

/// The weights of a release build.
#[derive(Debug)]
pub(crate) struct Sizes {
    app: Vec<Weight>,
    /// Loaded when somebody first goes where they are needed.
    parts: Vec<Weight>,
    worker: Vec<Weight>,
}

impl Sizes {
    /// Weighs what was built last.
    pub(crate) fn of_build(workspace: &Workspace) -> Result<Self> {
        let dist = workspace.dist();
        let first = first_view(&dist)?;
        let later = modules(&dist)?.difference(&first).cloned().collect();
        let weigh_all = |paths: BTreeSet<PathBuf>| {
            paths.iter().map(|path| weigh(path, &dist, brotli)).collect::<Result<_>>()
        };
        let (app, parts) = (weigh_all(first)?, weigh_all(later)?);
        let worker = vec![weigh(&workspace.worker_wasm(), &workspace.edge_build(), gzip)?];
        Ok(Self { app, parts, worker })
    }

    /// Fails when something is heavier than its limit.
    pub(crate) fn check(&self) -> Result<()> {
        let over = |what: &str, weights: &[Weight], max: u64| {
            let sum = total(weights);
            (sum > max).then(|| format!("{what}: {} is over the limit of {}", kb(sum), kb(max)))
        };
        let found: Vec<String> = [
            over("the app's first view", &self.app, APP_BYTES_MAX),
            over("the Worker's wasm", &self.worker, WORKER_BYTES_MAX),
        ]
        .into_iter()
        .flatten()
        .collect();
        if found.is_empty() { Ok(()) } else { bail!("{}", found.join("; ")) }
    }
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        table(f, "App, first view", "brotli", &self.app, Some(APP_BYTES_MAX))?;
        writeln!(f)?;
        if !self.parts.is_empty() {
            table(f, "App, when needed", "brotli", &self.parts, None)?;
            writeln!(f)?;
        }
        table(f, "Worker", "gzip", &self.worker, Some(WORKER_BYTES_MAX))
    }
}

fn table(
    f: &mut fmt::Formatter<'_>,
    title: &str,
    method: &str,
    weights: &[Weight],
    max: Option<u64>,
) -> fmt::Result {
    let width = weights.iter().map(|weight| weight.name.len()).max().unwrap_or(0).max(title.len());
    writeln!(f, "| {title:width$} |      bytes | {method:>10} |")?;
    writeln!(f, "|{:-<w$}|-----------:|-----------:|", "", w = width + 2)?;
    for Weight { name, raw, compressed } in weights {
        writeln!(f, "| {name:width$} | {:>10} | {:>10} |", kb(*raw), kb(*compressed))?;
    }
    let raw = kb(weights.iter().map(|weight| weight.raw).sum());
    writeln!(f, "| {:width$} | {raw:>10} | {:>10} |", "together", kb(total(weights)))?;
    match max {
        Some(max) => writeln!(f, "| {:width$} | {:>10} | {:>10} |", "limit", "", kb(max)),
        None => Ok(()),
    }
}

fn total(weights: &[Weight]) -> u64 {
    weights.iter().map(|weight| weight.compressed).sum()
}

/// Kilobytes of 1,000 bytes.
fn kb(bytes: u64) -> String {
    format!("{}.{} kB", bytes / 1000, bytes % 1000 / 100)
}

fn weigh(path: &Path, folder: &Path, compressed: fn(&[u8]) -> Result<u64>) -> Result<Weight> {
    let bytes = fs::read(path).with_context(|| {
        format!("{} cannot be read; `cargo xtask build --release` makes it", path.display())
    })?;
    let name = path.strip_prefix(folder).unwrap_or(path).display().to_string();
    Ok(Weight { name, raw: length(&bytes), compressed: compressed(&bytes)? })
}

fn brotli(bytes: &[u8]) -> Result<u64> {
    let mut compressed = Vec::new();
    brotli::CompressorReader::new(bytes, 1 << 16, 11, 22)
        .read_to_end(&mut compressed)
        .context("brotli cannot compress a file")?;
    Ok(length(&compressed))
}

fn gzip(bytes: &[u8]) -> Result<u64> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).context("gzip cannot compress a file")?;
    Ok(length(&encoder.finish().context("gzip cannot compress a file")?))
}

fn length(bytes: &[u8]) -> u64 {
    u64::try_from(bytes.len()).unwrap_or(u64::MAX)
}

/// The files that a browser loads to show the first page: the page, what it names, what its style sheets name,
/// and the snippets that the app's script imports.
fn first_view(dist: &Path) -> Result<BTreeSet<PathBuf>> {
    let page = dist.join("index.html");
    let html = fs::read_to_string(&page).with_context(|| {
        format!("{} cannot be read; `cargo xtask build --release` makes it", page.display())
    })?;
    let mut files: BTreeSet<PathBuf> = page_files(&html).iter().map(|path| dist.join(path)).collect();
    files.insert(page);
    let sheets: Vec<PathBuf> =
        files.iter().filter(|path| path.extension().is_some_and(|e| e == "css")).cloned().collect();
    for sheet in sheets {
        let css =
            fs::read_to_string(&sheet).with_context(|| format!("{} cannot be read", sheet.display()))?;
        files.extend(sheet_files(&css).iter().map(|path| dist.join(path)));
    }
    collect_files(&dist.join("snippets"), &mut files)?;
    Ok(files)
}

/// The app's modules, whether the first page takes them or not.
fn modules(dist: &Path) -> Result<BTreeSet<PathBuf>> {
    let mut files = BTreeSet::new();
    collect_files(dist, &mut files)?;
    files.retain(|path| path.extension().is_some_and(|extension| extension == "wasm"));
    Ok(files)
}

/// Paths, relative to the top, of what a page loads from its own origin.
fn page_files(html: &str) -> Vec<String> {
    const LOADED: [&str; 5] = ["stylesheet", "modulepreload", "preload", "icon", "manifest"];
    let loaded = markup::tags(html).into_iter().filter_map(|tag| match tag.name.as_str() {
        "link" if LOADED.iter().any(|rel| tag.has_rel(rel)) => tag.attribute("href").map(str::to_owned),
        "script" | "img" => tag.attribute("src").map(str::to_owned),
        _ => None,
    });
    loaded.filter_map(|url| local(&url)).collect()
}

/// Paths, relative to the top, of the fonts and pictures that a style sheet names.
fn sheet_files(css: &str) -> Vec<String> {
    css.split("url(")
        .skip(1)
        .filter_map(|rest| rest.split_once(')'))
        .filter_map(|(url, _)| local(url.trim().trim_matches(['"', '\''])))
        .collect()
}

/// The path of a URL on the own origin, without its query.
fn local(url: &str) -> Option<String> {
    let path = url.strip_prefix('/').filter(|path| !path.starts_with('/'))?;
    path.split(['?', '#']).next().map(str::to_owned)
}

fn collect_files(folder: &Path, files: &mut BTreeSet<PathBuf>) -> Result<()> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    for entry in entries {
        let path = entry.with_context(|| format!("{} cannot be listed", folder.display()))?.path();
        if path.is_dir() {
            collect_files(&path, files)?;
        } else {
            files.insert(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_view_is_what_the_page_and_its_sheets_name() {
        let folder = tempfile::tempdir().unwrap();
        let dist = folder.path();
        let page = "<link rel=icon href=/favicon.svg><link rel=stylesheet href=/index-1.css><script \
                    src=/boot.js?v=1 type=module></script><link rel=modulepreload href=/app.js><link rel=preload \
                    as=fetch href=\"/app_bg.wasm\"><link rel=canonical href=/elsewhere><a href=/page>";
        fs::write(dist.join("index.html"), page).unwrap();
        fs::write(dist.join("index-1.css"), "@font-face{src:url('/text.woff2')}a{b:url(data:x)}").unwrap();
        fs::create_dir_all(dist.join("snippets/x")).unwrap();
        fs::write(dist.join("snippets/x/inline.js"), "").unwrap();
        let found: Vec<PathBuf> = first_view(dist).unwrap().into_iter().collect();
        let expected = [
            "app.js",
            "app_bg.wasm",
            "boot.js",
            "favicon.svg",
            "index-1.css",
            "index.html",
            "snippets/x/inline.js",
            "text.woff2",
        ];
        assert_eq!(found, expected.map(|name| dist.join(name)));
    }

    #[test]
    fn both_methods_compress() {
        let bytes = b"the same again, ".repeat(1000);
        assert!(brotli(&bytes).unwrap() < 100);
        assert!(gzip(&bytes).unwrap() < 200);
    }

    #[test]
    fn a_limit_is_kept_to_the_byte() {
        let weigh = |app, worker| Sizes {
            app: vec![Weight { name: "a".into(), raw: 1, compressed: app }],
            parts: Vec::new(),
            worker: vec![Weight { name: "w".into(), raw: 1, compressed: worker }],
        };
        assert!(weigh(APP_BYTES_MAX, WORKER_BYTES_MAX).check().is_ok());
        let error = weigh(APP_BYTES_MAX + 1, WORKER_BYTES_MAX + 1).check().unwrap_err().to_string();
        assert!(error.contains("the app's first view") && error.contains("the Worker's wasm"), "{error}");
    }

    #[test]
    fn the_table_is_markdown() {
        let app = vec![
            Weight { name: "app_bg.wasm".into(), raw: 400_000, compressed: 120_400 },
            Weight { name: "index.html".into(), raw: 900, compressed: 410 },
        ];
        let parts = vec![Weight { name: "app-job.wasm".into(), raw: 34_700, compressed: 13_800 }];
        let worker = vec![Weight { name: "index_bg.wasm".into(), raw: 600_000, compressed: 240_000 }];
        let expected = "\
| App, first view |      bytes |     brotli |
|-----------------|-----------:|-----------:|
| app_bg.wasm     |   400.0 kB |   120.4 kB |
| index.html      |     0.9 kB |     0.4 kB |
| together        |   400.9 kB |   120.8 kB |
| limit           |            |   200.0 kB |

| App, when needed |      bytes |     brotli |
|------------------|-----------:|-----------:|
| app-job.wasm     |    34.7 kB |    13.8 kB |
| together         |    34.7 kB |    13.8 kB |

| Worker        |      bytes |       gzip |
|---------------|-----------:|-----------:|
| index_bg.wasm |   600.0 kB |   240.0 kB |
| together      |   600.0 kB |   240.0 kB |
| limit         |            |   300.0 kB |
";
        assert_eq!(Sizes { app, parts, worker }.to_string(), expected);
    }
}
