//! Programs that go on: started together, ended together.

use std::{
    collections::VecDeque,
    process::{Child, Command},
    sync::mpsc::{self, Receiver, Sender},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail};

use super::{
    group,
    run::{each_line, spawn_piped},
};
use crate::terminal::{Progress, without_escapes};

/// How many lines of a program are kept to explain its end.
const TAIL_LINES: usize = 40;
/// How often programs are looked after.
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

/// What a program said, with its index among those that run.
type Line = (usize, String);

impl Services {
    /// None yet.
    pub(crate) fn new() -> Self {
        let (sender, lines) = mpsc::channel();
        Self { running: Vec::new(), sender, lines }
    }

    /// Starts one more.
    pub(crate) fn start(&mut self, name: &'static str, command: Command) -> Result<()> {
        let (child, output) =
            spawn_piped(command).with_context(|| format!("the {name} cannot be started"))?;
        let (index, sender) = (self.running.len(), self.sender.clone());
        thread::spawn(move || {
            each_line(output, |line| {
                // Nobody listens any more at the end.
                let _ = sender.send((index, line));
            });
        });
        self.running.push(Service { name, child, tail: VecDeque::new() });
        Ok(())
    }

    /// Waits until `is_ready` says so, asking now and then; shows progress meanwhile. An error that a program
    /// reports is shown and waited out: it may be mended by editing a file.
    pub(crate) fn wait_until(&mut self, label: &str, mut is_ready: impl FnMut() -> bool) -> Result<()> {
        let mut progress = Progress::start(label);
        let mut failing = false;
        let mut asked = Instant::now();
        loop {
            if let Ok((index, line)) = self.lines.recv_timeout(TICK) {
                let plain = without_escapes(&line);
                let broken = plain.starts_with("error") || plain.contains("[ERROR]");
                if broken && !failing {
                    progress.clear();
                }
                failing |= broken;
                if failing {
                    eprintln!("{line}");
                }
                progress.detail(&plain);
                self.keep(index, line);
            }
            if let Some(index) = self.ended() {
                progress.clear();
                bail!("{}", self.last_words(index));
            }
            progress.tick();
            if asked.elapsed() >= TICK {
                if is_ready() {
                    progress.done();
                    // What is said about getting ready is of no interest any more.
                    while let Ok((index, line)) = self.lines.recv_timeout(2 * TICK) {
                        self.keep(index, line);
                    }
                    return Ok(());
                }
                asked = Instant::now();
            }
        }
    }

    /// Shows what the programs say, until one of them ends, which is an error.
    pub(crate) fn follow(&mut self) -> Result<()> {
        loop {
            if let Ok((index, line)) = self.lines.recv_timeout(TICK) {
                if let Some(service) = self.running.get(index).filter(|_| is_worth_showing(&line)) {
                    eprintln!("{:>8} | {line}", service.name);
                }
                self.keep(index, line);
            } else if let Some(index) = self.ended() {
                bail!("{}", self.last_words(index));
            }
        }
    }

    fn keep(&mut self, index: usize, line: String) {
        if let Some(service) = self.running.get_mut(index) {
            service.tail.push_back(line);
            if service.tail.len() > TAIL_LINES {
                service.tail.pop_front();
            }
        }
    }

    /// The index of a program that has ended, if there is one.
    fn ended(&mut self) -> Option<usize> {
        let ended = self
            .running
            .iter_mut()
            .position(|service| service.child.try_wait().is_ok_and(|status| status.is_some()));
        if ended.is_some() {
            super::park_when_ending();
        }
        ended
    }

    /// Shows what a program said last, and gives the sentence that says that it ended.
    fn last_words(&mut self, index: usize) -> String {
        while let Ok((index, line)) = self.lines.recv_timeout(TICK) {
            self.keep(index, line);
        }
        let Some(service) = self.running.get(index) else { return String::new() };
        for line in &service.tail {
            eprintln!("{:>8} | {line}", service.name);
        }
        format!("the {} ended by itself; its last output is above", service.name)
    }
}

/// Not blank lines, nor the steps of a build that goes well.
fn is_worth_showing(line: &str) -> bool {
    let plain = without_escapes(line);
    let said = plain.trim_start_matches("[custom build]").trim();
    !said.is_empty() && !said.starts_with("[INFO]:")
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
    fn builds_that_go_well_are_not_told_line_by_line() {
        assert!(!is_worth_showing(""));
        assert!(!is_worth_showing("[custom build] "));
        assert!(!is_worth_showing("[custom build] \u{1b}[1m[INFO]: done\u{1b}[0m"));
        assert!(is_worth_showing("[custom build] error[E0432]: unresolved import"));
        assert!(is_worth_showing("[wrangler:info] GET / 200 OK (3ms)"));
    }
}
