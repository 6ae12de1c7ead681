use std::collections::BTreeMap;
use std::env;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use docket_openapi::DOCUMENT_FILE;
use serde_json::json;
use tempfile::TempDir;
use tokio::process::Command;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::watch;
use tokio::time::timeout;

use super::host::{Host, Hosted, Message};

/// Maximum delay of the log.
const LOGGED_WITHIN: Duration = Duration::from_secs(25);
/// The lines of the log that a failed test shows.
const LINES_SHOWN: usize = 40;

/// A running Worker, which ends when it is dropped.
pub(crate) struct Worker {
    /// Without a trailing slash.
    pub(crate) url: String,
    /// Its files and its state, which a restart preserves.
    folder: Arc<TempDir>,
    config: WorkerConfig,
    hosted: Hosted,
    log: watch::Receiver<Log>,
}

/// What a Worker has logged.
#[derive(Default)]
struct Log {
    text: String,
    has_ended: bool,
}

impl Drop for Worker {
    /// After a failure, the end of the log may say why.
    fn drop(&mut self) {
        self.hosted.end();
        if thread::panicking() {
            show_end(&self.log.borrow().text);
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
        let host = Host::of_program(|| {
            let mut host = node();
            host.arg(edge().join("tests/http/harness/host.mjs"));
            host
        });
        let (hosted, mut messages) = host.await.start(&options);
        let (log, log_so_far) = watch::channel(Log::default());
        let url = url(&mut messages, &log).await;
        tokio::spawn(record_log(messages, log));
        Self { url, folder, config, hosted, log: log_so_far }
    }

    /// Kills its workerd, like a power failure.
    pub(crate) fn kill(&self) {
        self.hosted.kill();
    }

    /// The folder of its state.
    #[allow(dead_code, reason = "not every test program uses it")]
    pub(crate) fn state(&self) -> PathBuf {
        self.folder.path().join("state")
    }

    /// Ends it, unless it was killed, and starts it again with its state. `work` may change the folder of the state in
    /// between.
    pub(crate) async fn restart_after(mut self, work: impl FnOnce(&Path)) -> Self {
        self.hosted.end();
        self.log.wait_for(|log| log.has_ended).await.expect("the host of the Workers runs");
        work(&self.state());
        Self::start_in(Arc::clone(&self.folder), self.config.clone()).await
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
        let mut log = self.log.clone();
        let has_text = log.wait_for(|log| log.text[start..].contains(text));
        timeout(LOGGED_WITHIN, has_text).await.is_ok_and(|logged| logged.is_ok())
    }

    /// The log so far.
    pub(crate) fn log(&self) -> String {
        self.log.borrow().text.clone()
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

/// Waits until the Worker is ready. Returns its address.
async fn url(messages: &mut UnboundedReceiver<Message>, log: &watch::Sender<Log>) -> String {
    while let Some(message) = messages.recv().await {
        match message {
            Message::Url(url) => return url.trim_end_matches('/').to_owned(),
            Message::Failed(why) => panic!("the Worker did not start: {why}"),
            message => log.send_modify(|log| log.add(message)),
        }
    }
    panic!("the host of the Workers has ended");
}

/// Records what the host says about a Worker.
async fn record_log(mut messages: UnboundedReceiver<Message>, log: watch::Sender<Log>) {
    while let Some(message) = messages.recv().await {
        log.send_modify(|log| log.add(message));
    }
}

impl Log {
    fn add(&mut self, message: Message) {
        match message {
            Message::Log(line) => self.text.extend([line.as_str(), "\n"]),
            Message::Ended(has_ended) => self.has_ended = has_ended,
            Message::Url(_) | Message::Failed(_) => {}
        }
    }
}

fn show_end(log: &str) {
    let lines: Vec<_> = log.lines().rev().take(LINES_SHOWN).collect();
    println!("The log of the Worker ends with:");
    lines.iter().rev().for_each(|line| println!("{line}"));
}
