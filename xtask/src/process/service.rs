//! Programs that run side by side until the command ends.

use std::{
    collections::VecDeque,
    process::{Child, Command},
    sync::mpsc::{self, Receiver, Sender},
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, anyhow};

use super::group;
use crate::terminal::{Progress, plain};

/// How many lines of a program's output are kept to explain its end.
const TAIL_LINES: usize = 40;
/// How long one wait for output takes.
const TICK: Duration = Duration::from_millis(50);

/// The programs that run side by side. All of them end when this is dropped.
#[derive(Debug)]
pub(crate) struct Services {
    running: Vec<Service>,
    sender: Sender<Line>,
    lines: Receiver<Line>,
}

#[derive(Debug)]
struct Service {
    name: &'static str,
    child: Child,
    tail: VecDeque<String>,
}

/// The name of a service and a line of its output.
type Line = (&'static str, String);

impl Services {
    pub(crate) fn new() -> Self {
        let (sender, lines) = mpsc::channel();
        Self { running: Vec::new(), sender, lines }
    }

    /// Starts one more program, under a name of its own.
    pub(crate) fn start(&mut self, name: &'static str, command: Command) -> Result<()> {
        let sender = self.sender.clone();
        let child = group::spawn(command, move |line| {
            let _ = sender.send((name, line));
        })
        .with_context(|| format!("cannot start the {name}"))?;
        self.running.push(Service { name, child, tail: VecDeque::new() });
        Ok(())
    }

    /// Shows progress until `is_ready`. An error that a program prints is shown and does not end the wait: an edit
    /// of a file may fix it.
    pub(crate) fn wait_until(&mut self, label: &str, is_ready: impl Fn() -> bool) -> Result<()> {
        let mut progress = Progress::start(label);
        let mut is_failing = false;
        let mut asked = Instant::now();
        loop {
            if let Some((_, line)) = self.next()? {
                let plain = plain(&line);
                is_failing |= plain.starts_with("error") || plain.contains("[ERROR]");
                if is_failing {
                    progress.print(&line);
                }
                progress.detail(&line);
            }
            progress.remind();
            if asked.elapsed() >= TICK {
                if is_ready() {
                    progress.finish();
                    // The rest of the output about the start is not shown.
                    while self.receive(2 * TICK).is_some() {}
                    return Ok(());
                }
                asked = Instant::now();
            }
        }
    }

    /// Prints the programs' output until one of them ends, which is an error.
    pub(crate) fn follow(&mut self) -> Result<()> {
        loop {
            if let Some((name, line)) = self.next()?.filter(|(_, line)| is_worth_showing(line)) {
                eprintln!("{name:>8} | {line}");
            }
        }
    }

    /// The next line, if one arrives soon. Fails when a program has ended.
    fn next(&mut self) -> Result<Option<Line>> {
        let line = self.receive(TICK);
        if line.is_none() {
            let has_ended = |service: &mut Service| service.child.try_wait().is_ok_and(|end| end.is_some());
            if let Some(index) = self.running.iter_mut().position(has_ended) {
                group::park_if_ending();
                while self.receive(TICK).is_some() {}
                return Err(self.running.swap_remove(index).into_error());
            }
        }
        Ok(line)
    }

    /// The next line, if one arrives in time.
    fn receive(&mut self, timeout: Duration) -> Option<Line> {
        let (name, line) = self.lines.recv_timeout(timeout).ok()?;
        if let Some(service) = self.running.iter_mut().find(|service| service.name == name) {
            service.tail.truncate(TAIL_LINES - 1);
            service.tail.push_front(line.clone());
        }
        Some((name, line))
    }
}

impl Service {
    /// The error that the program ended, with its last lines of output.
    fn into_error(self) -> anyhow::Error {
        let tail: String =
            self.tail.iter().rev().map(|line| format!("\n{:>8} | {line}", self.name)).collect();
        anyhow!("the {} ended by itself; its last output:{tail}", self.name)
    }
}

/// Hides blank lines and the steps of a successful build.
fn is_worth_showing(line: &str) -> bool {
    let plain = plain(line);
    let text = plain.trim_start_matches("[custom build]").trim();
    !text.is_empty() && !text.starts_with("[INFO]:")
}

impl Drop for Services {
    fn drop(&mut self) {
        group::end_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_steps_of_a_successful_build_are_hidden() {
        assert!(!is_worth_showing(""));
        assert!(!is_worth_showing("[custom build] "));
        assert!(!is_worth_showing("[custom build] \u{1b}[1m[INFO]: done\u{1b}[0m"));
        assert!(is_worth_showing("[custom build] error[E0432]: unresolved import"));
        assert!(is_worth_showing("[wrangler:info] GET / 200 OK (3ms)"));
    }
}
