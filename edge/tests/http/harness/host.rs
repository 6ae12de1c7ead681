//! The process that hosts the Workers of all tests of a program; `host.mjs` has the protocol.

use std::collections::HashMap;
use std::process::Stdio;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::Deserialize;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::OnceCell;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// What the host says about a Worker.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Message {
    /// It is ready at this address.
    Url(String),
    /// It could not be started, and why.
    Failed(String),
    /// A line of its log.
    Log(String),
    Ended(bool),
}

#[derive(Deserialize)]
struct Line {
    id: u64,
    #[serde(flatten)]
    message: Message,
}

pub(super) struct Host {
    requests: UnboundedSender<Value>,
    /// Who gets the messages about each Worker.
    hosted: Mutex<HashMap<u64, UnboundedSender<Message>>>,
    /// It ends with its input, and so with the program.
    _process: Child,
}

/// A Worker of the host.
#[derive(Clone, Copy)]
pub(super) struct Hosted {
    host: &'static Host,
    id: u64,
}

impl Host {
    /// The host of this program, which `command` starts for its first Worker.
    pub(super) async fn of_program(command: impl FnOnce() -> Command) -> &'static Self {
        static HOST: OnceCell<Host> = OnceCell::const_new();
        HOST.get_or_init(|| async {
            let mut process = command()
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .expect("Node is needed, and the packages that `npm ci` installs");
            let (requests, to_send) = unbounded_channel();
            tokio::spawn(send(process.stdin.take().unwrap(), to_send));
            tokio::spawn(receive(process.stdout.take().unwrap(), &HOST));
            Self { requests, hosted: Mutex::default(), _process: process }
        })
        .await
    }

    /// Starts a Worker. Returns it, and what the host says about it from now on.
    pub(super) fn start(&'static self, options: &Value) -> (Hosted, UnboundedReceiver<Message>) {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        let (sender, messages) = unbounded_channel();
        self.hosted.lock().unwrap().insert(id, sender);
        self.send(json!({ "id": id, "start": options }));
        (Hosted { host: self, id }, messages)
    }

    fn send(&self, request: Value) {
        // If the host has ended, the messages have, too.
        let _ = self.requests.send(request);
    }
}

impl Hosted {
    /// Kills its workerd, like a power failure.
    pub(super) fn kill(self) {
        self.host.send(json!({ "id": self.id, "kill": true }));
    }

    /// Lets it end, also after it was killed.
    pub(super) fn end(self) {
        self.host.send(json!({ "id": self.id, "end": true }));
    }
}

async fn send(mut input: ChildStdin, mut requests: UnboundedReceiver<Value>) {
    while let Some(request) = requests.recv().await {
        if input.write_all(format!("{request}\n").as_bytes()).await.is_err() {
            return;
        }
    }
}

async fn receive(output: ChildStdout, host: &OnceCell<Host>) {
    let mut lines = BufReader::new(output).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        let Ok(Line { id, message }) = serde_json::from_str(&line) else {
            println!("{line}");
            continue;
        };
        let mut hosted = host.get().unwrap().hosted.lock().unwrap();
        let sender =
            if matches!(message, Message::Ended(_)) { hosted.remove(&id) } else { hosted.get(&id).cloned() };
        // A test that has ended is not interested.
        let _ = sender.map(|sender| sender.send(message));
    }
    // Nobody may wait for what is never said.
    host.get().unwrap().hosted.lock().unwrap().clear();
}
