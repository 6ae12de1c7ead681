//! Programs that run to their end.

use std::{
    process::{Child, Command, ExitStatus},
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail};

use super::group;
use crate::terminal::Progress;

/// How long output is read after the program's end: a process that left its group may keep the pipe open.
const DRAIN: Duration = Duration::from_secs(2);
const TICK: Duration = Duration::from_millis(50);

/// A program to run, with its progress.
#[derive(Debug)]
pub(crate) struct Task {
    label: String,
    command: Command,
    is_verbose: bool,
}

impl Task {
    /// A program whose output is printed only when it fails.
    pub(crate) fn new(label: impl Into<String>, command: Command) -> Self {
        Self { label: label.into(), command, is_verbose: false }
    }

    /// Chooses whether the output is printed at once.
    pub(crate) fn verbose(self, is_verbose: bool) -> Self {
        Self { is_verbose, ..self }
    }

    /// Runs the program and shows progress. Fails, after the program's output, when the program does.
    pub(crate) fn run(self) -> Result<()> {
        self.run_reading(|_| {})
    }

    /// As [`Task::run`], and passes each line of output to `read`.
    pub(crate) fn run_reading(self, mut read: impl FnMut(&str)) -> Result<()> {
        let Self { label, command, is_verbose } = self;
        let program = command.get_program().to_string_lossy().into_owned();
        let mut progress = Progress::start(&label);
        let (sender, lines) = mpsc::channel();
        let mut child = group::spawn(command, move |line| {
            let _ = sender.send(line);
        })
        .with_context(|| format!("{label}: cannot start `{program}`"))?;
        let mut output = Vec::new();
        let status = wait(&mut child, &lines, |line| {
            if let Some(line) = line {
                read(&line);
                progress.detail(&line);
                if is_verbose { progress.print(&line) } else { output.push(line) }
            }
            progress.remind();
        })?;
        group::park_if_ending();
        if status.success() {
            progress.finish();
            return Ok(());
        }
        drop(progress);
        output.iter().for_each(|line| eprintln!("{line}"));
        bail!("{label}: `{program}` ended with {status}")
    }
}

/// Waits for the end of the program and of its output. `on_event` gets each line, and `None` now and then.
fn wait(
    child: &mut Child,
    lines: &Receiver<String>,
    mut on_event: impl FnMut(Option<String>),
) -> Result<ExitStatus> {
    let mut deadline = None;
    while deadline.is_none_or(|deadline| Instant::now() < deadline) {
        match lines.recv_timeout(TICK) {
            Ok(line) => on_event(Some(line)),
            Err(RecvTimeoutError::Timeout) => on_event(None),
            Err(RecvTimeoutError::Disconnected) => break,
        }
        if deadline.is_none() && child.try_wait()?.is_some() {
            group::end_leftovers(child.id());
            deadline = Some(Instant::now() + DRAIN);
        }
    }
    let status = child.wait()?;
    group::end_leftovers(child.id());
    Ok(status)
}

/// Runs a step of another tool's build inside that tool's process group, with its output.
pub(crate) fn run_inside(mut command: Command) -> Result<()> {
    let program = command.get_program().to_string_lossy().into_owned();
    let status = command.status().with_context(|| format!("cannot start {program}"))?;
    if !status.success() {
        bail!("{program} ended with {status}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    fn lines_of(script: &str) -> Vec<String> {
        let mut lines = Vec::new();
        Task::new("test", shell(script)).run_reading(|line| lines.push(line.to_owned())).unwrap();
        lines
    }

    #[test]
    fn both_outputs_are_read_in_order() {
        assert_eq!(lines_of("echo one; echo two >&2; echo three"), ["one", "two", "three"]);
    }

    #[test]
    fn a_failure_names_the_task_and_the_status() {
        let error = Task::new("the test", shell("exit 3")).run().unwrap_err().to_string();
        assert!(error.contains("the test") && error.contains('3'), "{error}");
    }

    #[test]
    fn a_background_child_ends_with_its_program() {
        let started = Instant::now();
        lines_of("sleep 60 & echo $!");
        assert!(started.elapsed() < Duration::from_secs(20), "the task waited for the child");
    }

    #[test]
    fn a_missing_program_is_named() {
        let error = format!("{:#}", Task::new("test", Command::new("no-such-program")).run().unwrap_err());
        assert!(error.contains("no-such-program"), "{error}");
    }
}
