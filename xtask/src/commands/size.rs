//! `cargo xtask size`: the sizes of the app's first view and of the Worker, and their limits.

use std::{
    fmt,
    io::{Read as _, Write as _},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, bail};
use brotli::CompressorReader;
use flate2::{Compression, write::GzEncoder};
use fs_err as fs;
use walkdir::{DirEntry, WalkDir};

use crate::{
    build::own_paths,
    environment::{Environment, names},
    process::run,
    workspace::Workspace,
};

/// The limit of all files of the first view, compressed with brotli.
const APP_BYTES_MAX: u64 = 230_000;
/// The limit of the Worker's wasm, compressed with gzip as Cloudflare counts it.
const WORKER_BYTES_MAX: u64 = 545_000;

/// Prints the sizes of the last release build. Fails over the limits.
pub(crate) fn check(environment: &Environment) -> Result<()> {
    let groups = measure(&environment.workspace).context("run `cargo xtask build --release`")?;
    groups.iter().for_each(|group| println!("{group}"));
    let files = groups.iter().flat_map(|group| &group.files);
    let naming: Vec<&str> = files.filter(|file| file.has_own_paths).map(|file| file.name.as_str()).collect();
    if !naming.is_empty() {
        bail!("these name folders of this machine: {}", naming.join(", "));
    }
    // The limits apply to sizes alone.
    if let Err(error) = print_startup_time(environment) {
        println!("Worker start-up was not measured: {error:#}");
    }
    let over: Vec<&str> = groups.iter().filter(|group| group.is_over()).map(|group| group.title).collect();
    if over.is_empty() { Ok(()) } else { bail!("over the limit: {}", over.join(", ")) }
}

/// Has wrangler print the CPU time of the Worker's start-up on this machine.
fn print_startup_time(environment: &Environment) -> Result<()> {
    let mut wrangler = environment.command("wrangler");
    wrangler
        .current_dir(environment.workspace.edge())
        .args(["check", "startup", "--outfile"])
        .arg(environment.workspace.generated().join("startup.cpuprofile"))
        .env(names::PREBUILT, "1");
    run(wrangler)
}

/// Files that are compressed by the same method.
struct FileGroup {
    title: &'static str,
    method: &'static str,
    files: Vec<FileSize>,
    /// The limit of all together, compressed, in bytes.
    max: Option<u64>,
}

/// A file and its sizes in bytes.
struct FileSize {
    name: String,
    bytes: u64,
    compressed: u64,
    /// Whether it names folders of this machine.
    has_own_paths: bool,
}

/// The files that the first page loads, the modules and styles that load on demand, and the Worker's module.
fn measure(workspace: &Workspace) -> Result<[FileGroup; 3]> {
    let (dist, own) = (workspace.dist(), own_paths::folders()?);
    let page = fs::read_to_string(dist.join("index.html"))?;
    let (mut first, mut later) = (Vec::new(), Vec::new());
    for entry in WalkDir::new(&dist).sort_by_file_name() {
        let path = entry.map(DirEntry::into_path)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name == "index.html" || page.contains(&format!("/{name}\"")) {
            first.push(FileSize::of(&path, brotli, &own)?);
        } else if name.ends_with(".wasm") || name.ends_with(".css") {
            later.push(FileSize::of(&path, brotli, &own)?);
        }
    }
    let worker = vec![FileSize::of(&workspace.worker_wasm(), gzip, &own)?];
    Ok([
        FileGroup { title: "App, first view", method: "brotli", files: first, max: Some(APP_BYTES_MAX) },
        FileGroup { title: "App, when needed", method: "brotli", files: later, max: None },
        FileGroup { title: "Worker", method: "gzip", files: worker, max: Some(WORKER_BYTES_MAX) },
    ])
}

impl FileGroup {
    fn sum(&self) -> u64 {
        self.files.iter().map(|file| file.compressed).sum()
    }

    fn is_over(&self) -> bool {
        self.max.is_some_and(|max| self.sum() > max)
    }
}

impl fmt::Display for FileGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:40} {:>10} {:>10}", self.title, "bytes", self.method)?;
        for FileSize { name, bytes, compressed, .. } in &self.files {
            writeln!(f, "  {name:38} {:>10} {:>10}", kb(*bytes), kb(*compressed))?;
        }
        let limit = self.max.map(|max| format!(" of {}", kb(max))).unwrap_or_default();
        writeln!(f, "  {:38} {:>10} {:>10}{limit}", "together", "", kb(self.sum()))
    }
}

/// Kilobytes of 1,000 bytes.
fn kb(bytes: u64) -> String {
    format!("{}.{} kB", bytes / 1000, bytes % 1000 / 100)
}

impl FileSize {
    fn of(path: &Path, compressed: fn(&[u8]) -> Result<u64>, own: &[PathBuf]) -> Result<Self> {
        let bytes = fs::read(path)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let has_own_paths = own_paths::leak_in(&bytes, own);
        Ok(Self { name, bytes: bytes.len().try_into()?, compressed: compressed(&bytes)?, has_own_paths })
    }
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
        let group = |compressed| FileGroup {
            title: "App",
            method: "brotli",
            files: vec![FileSize { name: "a".into(), bytes: 1, compressed, has_own_paths: false }],
            max: Some(230_000),
        };
        assert!(!group(230_000).is_over());
        assert!(group(230_001).is_over());
        assert!(group(230_001).to_string().contains("230.0 kB of 230.0 kB"));
    }
}
