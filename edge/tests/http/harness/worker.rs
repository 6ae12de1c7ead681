use std::collections::BTreeMap;
use std::env;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use docket_openapi::DOCUMENT_FILE;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::watch;
use tokio::time::timeout;

/// Maximum delay of the log.
const LOGGED_WITHIN: Duration = Duration::from_secs(5);
/// The lines of the log that a failed test shows.
const LINES_SHOWN: usize = 40;

/// A running Worker. Dropping it closes its input, which ends it.
pub(crate) struct Worker {
    /// Without a trailing slash.
    pub(crate) url: String,
    /// Its files and its state, which a restart preserves.
    folder: Arc<TempDir>,
    config: WorkerConfig,
    process: Process,
}

/// The program that starts workerd, in a process group that both share.
struct Process {
    child: Child,
    input: ChildStdin,
    log: watch::Sender<String>,
}

impl Process {
    /// Kills it and its workerd, and returns whether they have ended or end now.
    fn kill(&self) -> bool {
        let Some(group) = self.child.id() else { return true };
        let killed = std::process::Command::new("kill").args(["-KILL", "--", &format!("-{group}")]).status();
        killed.is_ok_and(|status| status.success())
    }

    /// Lets it end, unless it was killed.
    async fn end(&mut self) {
        // If it was killed, nothing reads this.
        let _ = self.input.write_all(b"end\n").await;
        self.child.wait().await.unwrap();
    }
}

impl Drop for Process {
    /// After a failure, nothing may run on, and the end of the log may say why.
    fn drop(&mut self) {
        if thread::panicking() {
            self.kill();
            let log = self.log.borrow();
            let lines: Vec<_> = log.lines().rev().take(LINES_SHOWN).collect();
            println!("The log of the Worker ends with:");
            lines.iter().rev().for_each(|line| println!("{line}"));
        }
    }
}

/// A file of the app, with the hash of its content in its name.
pub(crate) const ASSET: &str = "docket-app-0123456789abcdef.js";

/// Configuration of a Worker.
#[derive(Clone)]
pub(crate) struct WorkerConfig {
    /// The settings.
    pub(crate) vars: BTreeMap<String, String>,
    /// A module that adds a baseline for a benchmark.
    pub(crate) prepare: Option<PathBuf>,
}

fn edge() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The entry of the built Worker.
pub(crate) fn entry() -> PathBuf {
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
    pub(crate) async fn start(config: WorkerConfig) -> Self {
        Self::start_in(Arc::new(TempDir::new().unwrap()), config).await
    }

    async fn start_in(folder: Arc<TempDir>, config: WorkerConfig) -> Self {
        let assets = folder.path().join("assets");
        std::fs::create_dir_all(&assets).unwrap();
        std::fs::write(assets.join("index.html"), "<!doctype html><title>Docket</title>").unwrap();
        std::fs::write(assets.join("signed-out.html"), "<!doctype html><title>Docket</title><form>").unwrap();
        std::fs::write(assets.join("new-job.html"), "<!doctype html><title>Docket</title><textarea>")
            .unwrap();
        std::fs::write(assets.join(ASSET), "export default 1;").unwrap();
        std::fs::create_dir_all(assets.join("api")).unwrap();
        std::fs::copy(edge().join("..").join(DOCUMENT_FILE), assets.join("api/openapi.json")).unwrap();
        std::fs::write(assets.join("_headers"), docket_core::http::headers::assets_file()).unwrap();
        let options = json!({
            "folder": folder.path(),
            "config": edge().join("wrangler.jsonc"),
            "entrypoint": entry(),
            "assets": assets,
            "persist": folder.path().join("state"),
            "vars": config.vars,
            "prepare": config.prepare,
        });
        let mut child = node()
            .arg(edge().join("tests/http/harness/start.mjs"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(false)
            // Its own process group, so that a test can kill it together with its workerd.
            .process_group(0)
            .spawn()
            .expect("Node is needed, and the packages that `npm ci` installs");
        let log = watch::Sender::default();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let errors = BufReader::new(child.stderr.take().unwrap()).lines();
        let mut process = Process { input: child.stdin.take().unwrap(), child, log: log.clone() };
        process.input.write_all(format!("{options}\n").as_bytes()).await.unwrap();
        tokio::spawn(append_lines(errors, log.clone()));
        let url = url(&mut lines, &log).await;
        tokio::spawn(append_lines(lines, log));
        Self { url, folder, config, process }
    }

    /// Kills it and its workerd at once, like a power failure.
    pub(crate) fn kill(&self) {
        assert!(self.process.kill());
    }

    /// The folder of its state.
    #[allow(dead_code, reason = "not every test program uses it")]
    pub(crate) fn state(&self) -> PathBuf {
        self.folder.path().join("state")
    }

    /// Ends it, unless it was killed, and starts it again with its state. `work` may change the folder of the state in
    /// between.
    pub(crate) async fn restart_after(mut self, work: impl FnOnce(&Path)) -> Self {
        self.process.end().await;
        work(&self.state());
        Self::start_in(self.folder, self.config).await
    }

    /// Changes a setting, for the next start.
    #[allow(dead_code, reason = "not every test program uses it")]
    pub(crate) fn set(&mut self, name: &str, value: &str) {
        self.config.vars.insert(name.to_owned(), value.to_owned());
    }

    /// The value of a setting.
    #[allow(dead_code, reason = "not every test program uses it")]
    pub(crate) fn setting(&self, name: &str) -> String {
        self.config.vars[name].clone()
    }

    /// Waits until the log contains a text.
    pub(crate) async fn has_logged(&self, text: &str) -> bool {
        self.has_logged_after(0, text).await
    }

    /// Waits until the log contains a text after its first bytes.
    pub(crate) async fn has_logged_after(&self, start: usize, text: &str) -> bool {
        let mut log = self.process.log.subscribe();
        timeout(LOGGED_WITHIN, log.wait_for(|log| log[start..].contains(text))).await.is_ok()
    }

    /// The log so far.
    pub(crate) fn log(&self) -> String {
        self.process.log.borrow().clone()
    }
}

fn node() -> Command {
    // The npm packages may have a newer Node than the system.
    let bin = edge().parent().unwrap().join("node_modules/.bin");
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths(std::iter::once(bin.clone()).chain(env::split_paths(&path))).unwrap();
    let own = bin.join("node");
    let mut command = Command::new(if own.exists() { own } else { "node".into() });
    command
        .env("PATH", path)
        // Every start compiles the same megabytes of JavaScript.
        .env("NODE_COMPILE_CACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("node-compile-cache"));
    command
}

async fn url(lines: &mut Lines<BufReader<ChildStdout>>, log: &watch::Sender<String>) -> String {
    while let Some(line) = lines.next_line().await.unwrap() {
        let message: Option<Value> = serde_json::from_str(&line).ok();
        if let Some(url) = message.as_ref().and_then(|message| message["url"].as_str()) {
            return url.trim_end_matches('/').to_owned();
        }
        append(log, &line);
    }
    panic!("the Worker did not start:\n{}", log.borrow().as_str());
}

async fn append_lines(mut lines: Lines<impl AsyncBufRead + Unpin>, log: watch::Sender<String>) {
    while let Ok(Some(line)) = lines.next_line().await {
        append(&log, &line);
    }
}

fn append(log: &watch::Sender<String>, line: &str) {
    log.send_modify(|log| {
        log.push_str(line);
        log.push('\n');
    });
}
