//! `cargo xtask size`: the sizes of the app's first view and of the Worker, and their limits.

mod first_view;

use std::{
    collections::BTreeSet,
    fmt, fs,
    io::{Read as _, Write as _},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, bail};
use brotli::CompressorReader;
use flate2::{Compression, write::GzEncoder};

use crate::{
    environment::{Environment, names},
    process::Task,
    terminal::plain,
    workspace::Workspace,
};

/// The limit of all files of the first view, compressed with brotli.
const APP_BYTES_MAX: u64 = 230_000;
/// The limit of the Worker's wasm, compressed with gzip as Cloudflare counts it.
const WORKER_BYTES_MAX: u64 = 450_000;

/// Prints the sizes of the last release build. Fails over the limits.
pub(crate) fn run(environment: &Environment) -> Result<()> {
    let sizes = Sizes::of_build(&environment.workspace)?;
    print!("{sizes}");
    match startup_time(environment) {
        Ok(time) => println!("\nWorker start-up on this machine: {time}"),
        // The limits apply to sizes alone.
        Err(error) => println!("\nWorker start-up was not measured: {error:#}"),
    }
    sizes.check()
}

/// The CPU time of the Worker's start-up, from wrangler's local profile.
fn startup_time(environment: &Environment) -> Result<String> {
    let mut wrangler = environment.command("wrangler");
    wrangler
        .current_dir(environment.workspace.edge())
        .args(["check", "startup", "--outfile"])
        .arg(environment.workspace.generated().join("startup.cpuprofile"))
        .env(names::PREBUILT, "1");
    let mut time = None;
    Task::new("Worker start-up", wrangler).run_reading(|line| {
        if let Some((_, active)) = line.split_once("Active: ") {
            time = Some(plain(active));
        }
    })?;
    time.context("wrangler reports no time")
}

/// A file and its sizes in bytes.
#[derive(Debug)]
struct FileSize {
    name: String,
    bytes: u64,
    compressed: u64,
}

/// The sizes of a release build.
#[derive(Debug)]
struct Sizes {
    app: Vec<FileSize>,
    /// The parts of the app that load on demand.
    parts: Vec<FileSize>,
    worker: Vec<FileSize>,
}

impl Sizes {
    fn of_build(workspace: &Workspace) -> Result<Self> {
        let dist = workspace.dist();
        let first = first_view::first_view(&dist)?;
        let parts = first_view::modules(&dist).difference(&first).cloned().collect();
        let measure_all = |paths: BTreeSet<PathBuf>| {
            paths.iter().map(|path| measure(path, path.strip_prefix(&dist)?, brotli)).collect::<Result<_>>()
        };
        let wasm = workspace.worker_wasm();
        let worker = vec![measure(&wasm, wasm.file_name().map(Path::new).unwrap_or(&wasm), gzip)?];
        Ok(Self { app: measure_all(first)?, parts: measure_all(parts)?, worker })
    }

    /// Fails over the limits.
    fn check(&self) -> Result<()> {
        let over = |what: &str, files: &[FileSize], max: u64| {
            let sum = total(files);
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

/// A table in Markdown, for docs/sizes.md.
fn table(
    f: &mut fmt::Formatter<'_>,
    title: &str,
    method: &str,
    files: &[FileSize],
    max: Option<u64>,
) -> fmt::Result {
    let width = files.iter().map(|file| file.name.len()).max().unwrap_or(0).max(title.len());
    writeln!(f, "| {title:width$} |      bytes | {method:>10} |")?;
    writeln!(f, "|{:-<w$}|-----------:|-----------:|", "", w = width + 2)?;
    for FileSize { name, bytes, compressed } in files {
        writeln!(f, "| {name:width$} | {:>10} | {:>10} |", kb(*bytes), kb(*compressed))?;
    }
    let bytes = kb(files.iter().map(|file| file.bytes).sum());
    writeln!(f, "| {:width$} | {bytes:>10} | {:>10} |", "together", kb(total(files)))?;
    match max {
        Some(max) => writeln!(f, "| {:width$} | {:>10} | {:>10} |", "limit", "", kb(max)),
        None => Ok(()),
    }
}

fn total(files: &[FileSize]) -> u64 {
    files.iter().map(|file| file.compressed).sum()
}

/// Kilobytes of 1,000 bytes.
fn kb(bytes: u64) -> String {
    format!("{}.{} kB", bytes / 1000, bytes % 1000 / 100)
}

fn measure(path: &Path, name: &Path, compressed: fn(&[u8]) -> Result<u64>) -> Result<FileSize> {
    let bytes = fs::read(path)
        .with_context(|| format!("cannot read {}; run `cargo xtask build --release`", path.display()))?;
    Ok(FileSize {
        name: name.display().to_string(),
        bytes: bytes.len().try_into()?,
        compressed: compressed(&bytes)?,
    })
}

fn brotli(bytes: &[u8]) -> Result<u64> {
    let mut compressed = Vec::new();
    CompressorReader::new(bytes, 1 << 16, 11, 22).read_to_end(&mut compressed)?;
    Ok(compressed.len().try_into()?)
}

fn gzip(bytes: &[u8]) -> Result<u64> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.len().try_into()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_holds_to_the_byte() {
        let sizes = |app, worker| Sizes {
            app: vec![FileSize { name: "a".into(), bytes: 1, compressed: app }],
            parts: Vec::new(),
            worker: vec![FileSize { name: "w".into(), bytes: 1, compressed: worker }],
        };
        assert!(sizes(APP_BYTES_MAX, WORKER_BYTES_MAX).check().is_ok());
        let error = sizes(APP_BYTES_MAX + 1, WORKER_BYTES_MAX + 1).check().unwrap_err().to_string();
        assert!(error.contains("the app's first view") && error.contains("the Worker's wasm"), "{error}");
    }

    #[test]
    fn the_table_is_markdown() {
        let app = vec![
            FileSize { name: "app_bg.wasm".into(), bytes: 400_000, compressed: 120_400 },
            FileSize { name: "index.html".into(), bytes: 900, compressed: 410 },
        ];
        let parts = vec![FileSize { name: "app-job.wasm".into(), bytes: 34_700, compressed: 13_800 }];
        let worker = vec![FileSize { name: "index_bg.wasm".into(), bytes: 600_000, compressed: 240_000 }];
        let expected = "\
| App, first view |      bytes |     brotli |
|-----------------|-----------:|-----------:|
| app_bg.wasm     |   400.0 kB |   120.4 kB |
| index.html      |     0.9 kB |     0.4 kB |
| together        |   400.9 kB |   120.8 kB |
| limit           |            |   230.0 kB |

| App, when needed |      bytes |     brotli |
|------------------|-----------:|-----------:|
| app-job.wasm     |    34.7 kB |    13.8 kB |
| together         |    34.7 kB |    13.8 kB |

| Worker        |      bytes |       gzip |
|---------------|-----------:|-----------:|
| index_bg.wasm |   600.0 kB |   240.0 kB |
| together      |   600.0 kB |   240.0 kB |
| limit         |            |   450.0 kB |
";
        assert_eq!(Sizes { app, parts, worker }.to_string(), expected);
    }
}
