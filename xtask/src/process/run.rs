//! A program that is run to its end.

use std::{
    io::{self, BufRead as _, BufReader, PipeReader},
    process::{Child, Command, ExitStatus, Stdio},
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail};

use super::group;
use crate::terminal::Progress;

/// How long output is still read after the program ended, for what it left behind holds the pipe open.
const DRAIN: Duration = Duration::from_secs(2);

/// What happens to a program's output while it runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Echo {
    /// Shown at once.
    Lines,
    /// Kept, and shown only when the program fails.
    OnFailure,
}

/// A program to be run, and what is said about it.
#[derive(Debug)]
pub(crate) struct Task {
    label: String,
    command: Command,
    echo: Echo,
}

impl Task {
    /// A program whose output is shown only when it fails.
    pub(crate) fn new(label: impl Into<String>, command: Command) -> Self {
        Self { label: label.into(), command, echo: Echo::OnFailure }
    }

    /// Chooses what happens to the output.
    pub(crate) fn echo(mut self, echo: Echo) -> Self {
        self.echo = echo;
        self
    }

    /// Runs it and shows progress. Fails, after its output, when the program does.
    pub(crate) fn run(self) -> Result<()> {
        self.run_reading(|_| {})
    }

    /// As [`Task::run`], handing each line of output to `read` as well.
    pub(crate) fn run_reading(self, mut read: impl FnMut(&str)) -> Result<()> {
        let Self { label, command, echo } = self;
        let program = command.get_program().to_string_lossy().into_owned();
        let mut progress = Progress::start(&label);
        let (mut child, lines) =
            spawn_reading(command).with_context(|| format!("{label}: `{program}` cannot be started"))?;
        let mut kept = Vec::new();
        let status = drain(&mut child, &lines, |event| {
            if let Some(line) = event {
                read(line);
                match echo {
                    Echo::Lines => {
                        progress.clear();
                        eprintln!("{line}");
                    }
                    Echo::OnFailure => kept.push(line.to_owned()),
                }
                progress.detail(line);
            }
            progress.tick();
        })?;
        super::park_when_ending();
        if status.success() {
            progress.done();
            return Ok(());
        }
        progress.clear();
        for line in &kept {
            eprintln!("{line}");
        }
        bail!("{label}: `{program}` ended with {status}")
    }
}

/// Reads lines until the program and its output have ended. `on_event` gets each line, and nothing now and then.
fn drain(
    child: &mut Child,
    lines: &Receiver<String>,
    mut on_event: impl FnMut(Option<&str>),
) -> Result<ExitStatus> {
    let mut ended: Option<(ExitStatus, Instant)> = None;
    loop {
        match lines.recv_timeout(Duration::from_millis(50)) {
            Ok(line) => on_event(Some(&line)),
            Err(RecvTimeoutError::Timeout) => on_event(None),
            Err(RecvTimeoutError::Disconnected) => {
                let status = match ended {
                    Some((status, _)) => status,
                    None => child.wait().context("a program's end cannot be waited for")?,
                };
                group::end_leftovers(child.id());
                return Ok(status);
            }
        }
        match ended {
            None => {
                if let Some(status) = child.try_wait().context("a program's end cannot be waited for")? {
                    group::end_leftovers(child.id());
                    ended = Some((status, Instant::now()));
                }
            }
            Some((status, at)) if at.elapsed() > DRAIN => return Ok(status),
            Some(_) => {}
        }
    }
}

/// Starts a program in a group of its own, with both of its outputs read line by line, in order.
fn spawn_reading(command: Command) -> io::Result<(Child, Receiver<String>)> {
    let (sender, lines) = mpsc::channel();
    let (child, output) = spawn_piped(command)?;
    thread::spawn(move || {
        each_line(output, |line| {
            // Nobody listens any more once the program has ended.
            let _ = sender.send(line);
        });
    });
    Ok((child, lines))
}

/// Starts a program whose two outputs come out of one pipe. It gets no input: it runs outside the terminal's
/// foreground group, where reading would stop it.
pub(super) fn spawn_piped(mut command: Command) -> io::Result<(Child, PipeReader)> {
    let (reader, writer) = io::pipe()?;
    command.stdin(Stdio::null()).stdout(writer.try_clone()?).stderr(writer);
    let child = group::spawn(&mut command)?;
    // `command` ends here, and with it this process's own ends of the pipe for writing.
    Ok((child, reader))
}

/// Hands over each line, whatever bytes are in it, without its end.
pub(super) fn each_line(output: PipeReader, mut on_line: impl FnMut(String)) {
    let mut output = BufReader::new(output);
    let mut bytes = Vec::new();
    while output.read_until(b'\n', &mut bytes).is_ok_and(|count| count > 0) {
        on_line(String::from_utf8_lossy(&bytes).trim_end_matches(['\r', '\n']).to_owned());
        bytes.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn both_outputs_are_read_in_order() {
        let mut lines = Vec::new();
        let task = Task::new("test", shell("echo one; echo two >&2; echo three"));
        task.run_reading(|line| lines.push(line.to_owned())).unwrap();
        assert_eq!(lines, ["one", "two", "three"]);
    }

    #[test]
    fn a_failure_names_the_task_and_the_status() {
        let error = Task::new("the test", shell("exit 3")).run().unwrap_err().to_string();
        assert!(error.contains("the test") && error.contains('3'), "{error}");
    }

    #[test]
    fn what_a_program_leaves_behind_is_ended() {
        let started = Instant::now();
        let mut lines = Vec::new();
        let task = Task::new("test", shell("sleep 60 & echo $!"));
        task.run_reading(|line| lines.push(line.to_owned())).unwrap();
        assert!(started.elapsed() < Duration::from_secs(20), "the sleeper was waited for");
    }

    #[test]
    fn a_program_that_does_not_exist_is_named() {
        let error = format!("{:#}", Task::new("test", Command::new("no-such-program")).run().unwrap_err());
        assert!(error.contains("no-such-program"), "{error}");
    }
}
