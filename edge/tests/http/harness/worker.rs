use std::collections::BTreeMap;
use std::env;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::watch;
use tokio::time::timeout;

/// How long a line takes at most from the Worker to its log.
const LOGGED_WITHIN: Duration = Duration::from_secs(5);

/// A Worker that runs. Ends when it is dropped: it reads the end of its input then.
pub(crate) struct Worker {
    /// Without a slash at its end.
    pub(crate) url: String,
    log: watch::Sender<String>,
    /// Its files and what it stores. Outlives a restart.
    folder: Arc<TempDir>,
    how: How,
    process: Child,
    input: ChildStdin,
}

/// How a Worker is started.
#[derive(Clone)]
pub(crate) struct How {
    /// Its settings.
    pub(crate) vars: BTreeMap<String, String>,
    /// A module that puts something beside it, for a benchmark.
    pub(crate) prepare: Option<PathBuf>,
}

fn edge() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn built() -> PathBuf {
    let folder = env::var_os("DOCKET_TEST_WORKER").map_or_else(|| edge().join("build"), PathBuf::from);
    let entry = folder.join("index.js");
    assert!(
        entry.exists(),
        "there is no built Worker at {}; `cargo xtask build` makes one",
        folder.display()
    );
    entry.canonicalize().unwrap()
}

impl Worker {
    pub(crate) async fn start(how: How) -> Self {
        Self::start_in(Arc::new(TempDir::new().unwrap()), how).await
    }

    async fn start_in(folder: Arc<TempDir>, how: How) -> Self {
        let assets = folder.path().join("assets");
        std::fs::create_dir_all(&assets).unwrap();
        std::fs::write(assets.join("index.html"), "<!doctype html><title>Docket</title>").unwrap();
        std::fs::write(assets.join("_headers"), docket_core::http::headers::assets_file()).unwrap();
        let options = json!({
            "folder": folder.path(),
            "config": edge().join("wrangler.jsonc"),
            "entrypoint": built(),
            "assets": assets,
            "persist": folder.path().join("state"),
            "vars": how.vars,
            "prepare": how.prepare,
        });
        let mut process = node()
            .arg(edge().join("tests/http/harness/start.mjs"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(false)
            // A group of its own, so that it can be killed with the workerd that it starts.
            .process_group(0)
            .spawn()
            .expect("Node is needed, and the packages that `npm ci` installs");
        let mut input = process.stdin.take().unwrap();
        input.write_all(format!("{options}\n").as_bytes()).await.unwrap();

        let log = watch::Sender::default();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let errors = BufReader::new(process.stderr.take().unwrap()).lines();
        tokio::spawn(keep_all(errors, log.clone()));
        let url = url(&mut lines, &log).await;
        tokio::spawn(keep_all(lines, log.clone()));
        Self { url, log, folder, how, process, input }
    }

    /// Kills it at once, workerd and all, as a power cut would.
    pub(crate) fn kill(&self) {
        let Some(group) = self.process.id() else { return };
        let killed = std::process::Command::new("kill").args(["-KILL", "--", &format!("-{group}")]).status();
        assert!(killed.unwrap().success());
    }

    /// Ends it, if it was not killed, and starts it again with what it has stored.
    /// In between, something may be done to the folder where it stores.
    pub(crate) async fn restart_after(mut self, work: impl FnOnce(&Path)) -> Self {
        // Nobody reads this any more if it was killed.
        let _ = self.input.write_all(b"end\n").await;
        self.process.wait().await.unwrap();
        work(&self.folder.path().join("state"));
        Self::start_in(self.folder, self.how).await
    }

    /// Changes a setting, for the next start.
    #[allow(dead_code, reason = "not everybody needs it")]
    pub(crate) fn set(&mut self, name: &str, value: &str) {
        self.how.vars.insert(name.to_owned(), value.to_owned());
    }

    /// Waits until something has been logged, which takes its time.
    pub(crate) async fn has_logged(&self, text: &str) -> bool {
        let mut log = self.log.subscribe();
        timeout(LOGGED_WITHIN, log.wait_for(|log| log.contains(text))).await.is_ok()
    }

    /// Everything that was logged so far.
    pub(crate) fn log(&self) -> String {
        self.log.borrow().clone()
    }
}

fn node() -> Command {
    // The packages may bring a newer Node than the system's.
    let bin = edge().parent().unwrap().join("node_modules/.bin");
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths(std::iter::once(bin.clone()).chain(env::split_paths(&path))).unwrap();
    let own = bin.join("node");
    let mut command = Command::new(if own.exists() { own } else { "node".into() });
    command
        .env("PATH", path)
        .env("WRANGLER_SEND_METRICS", "false")
        .env("CLOUDFLARE_CF_FETCH_ENABLED", "false");
    command
}

async fn url(lines: &mut Lines<BufReader<ChildStdout>>, log: &watch::Sender<String>) -> String {
    while let Some(line) = lines.next_line().await.unwrap() {
        let said: Option<Value> = serde_json::from_str(&line).ok();
        if let Some(url) = said.as_ref().and_then(|said| said["url"].as_str()) {
            return url.trim_end_matches('/').to_owned();
        }
        keep(log, &line);
    }
    panic!("the Worker did not start:\n{}", log.borrow().as_str());
}

async fn keep_all(mut lines: Lines<impl AsyncBufRead + Unpin>, log: watch::Sender<String>) {
    while let Ok(Some(line)) = lines.next_line().await {
        keep(&log, &line);
    }
}

fn keep(log: &watch::Sender<String>, line: &str) {
    log.send_modify(|log| {
        log.push_str(line);
        log.push('\n');
    });
}
