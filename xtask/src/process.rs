//! Running other programs so that none of them outlives this one.

use std::{
    io::{BufRead as _, BufReader},
    os::unix::process::CommandExt as _,
    panic::resume_unwind,
    process::{Child, Command, Stdio},
    sync::{Mutex, OnceLock, PoisonError},
    thread,
};

use anyhow::{Context as _, Result, bail};

/// Waits for the end of this process, whatever ends it, and then ends its own process group: the programs get a second
/// to end by themselves.
const GUARD: &str = "trap '' INT TERM HUP; cat; kill -TERM 0; sleep 1; kill -KILL 0";

/// The process group of all programs. Without it, they stay in the group of this process.
static GROUP: OnceLock<i32> = OnceLock::new();
/// Locked permanently once a signal has arrived.
static ENDING: Mutex<()> = Mutex::new(());

/// From now on, programs run in a process group that ends with this process, even if SIGKILL ends it. After Ctrl-C,
/// SIGTERM or SIGHUP, this process waits for the end of the group.
pub(crate) fn end_together() -> Result<()> {
    let mut guard = Command::new("sh");
    guard
        .args(["-c", GUARD])
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut guard = guard.spawn().context("cannot start `sh`")?;
    GROUP.get_or_init(|| guard.id().cast_signed());
    let end = move || {
        let _ending = ENDING.lock();
        // Waiting closes the guard's input, as the end of this process would.
        let _ = guard.wait();
        std::process::exit(130)
    };
    ctrlc::set_handler(end).context("cannot handle signals")
}

/// Waits for the end of this process if a signal has arrived, so that a program ended by it is not reported as failed.
pub(crate) fn wait_if_ending() {
    drop(ENDING.lock().unwrap_or_else(PoisonError::into_inner));
}

/// Starts a program without input. It writes to the output of this process.
pub(crate) fn start(mut command: Command) -> Result<Child> {
    if let Some(group) = GROUP.get() {
        // A read from the terminal would stop it, outside of the foreground group.
        command.process_group(*group).stdin(Stdio::null());
    }
    command.spawn().with_context(|| format!("cannot start `{}`", name(&command)))
}

/// Runs a program to its end. Fails, by its name, when it does.
pub(crate) fn run(command: Command) -> Result<()> {
    let name = name(&command);
    finish(start(command)?, &name)
}

/// As [`run`], and passes each line of the standard output to `read` before it is printed.
pub(crate) fn run_reading(mut command: Command, mut read: impl FnMut(&str)) -> Result<()> {
    let name = name(&command);
    command.stdout(Stdio::piped());
    let mut program = start(command)?;
    for line in BufReader::new(program.stdout.take().context("the output is lost")?).split(b'\n') {
        let line = line.with_context(|| format!("cannot read the output of `{name}`"))?;
        let line = String::from_utf8_lossy(&line);
        read(&line);
        println!("{line}");
    }
    finish(program, &name)
}

/// Does two things at once, and fails if either does.
pub(crate) fn side_by_side(
    first: impl FnOnce() -> Result<()> + Send,
    second: impl FnOnce() -> Result<()>,
) -> Result<()> {
    thread::scope(|scope| {
        let first = scope.spawn(first);
        let second = second();
        first.join().unwrap_or_else(|panic| resume_unwind(panic)).and(second)
    })
}

fn finish(mut program: Child, name: &str) -> Result<()> {
    let status = program.wait()?;
    if !status.success() {
        bail!("`{name}` ended with {status}");
    }
    Ok(())
}

fn name(command: &Command) -> String {
    command.get_program().to_string_lossy().into_owned()
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
    fn lines_of_the_output_are_read_in_order() {
        let mut lines = Vec::new();
        run_reading(shell("echo one; echo three >&2; echo two"), |line| lines.push(line.to_owned())).unwrap();
        assert_eq!(lines, ["one", "two"]);
    }

    #[test]
    fn a_failure_names_the_program_and_the_status() {
        let error = run(shell("exit 3")).unwrap_err().to_string();
        assert!(error.contains("`sh`") && error.contains('3'), "{error}");
        let error = format!("{:#}", run(Command::new("no-such-program")).unwrap_err());
        assert!(error.contains("no-such-program"), "{error}");
    }

    #[test]
    fn two_things_at_once_both_end_and_either_may_fail() {
        let rendezvous = std::sync::Barrier::new(2);
        let meet = |result: Result<()>| {
            // Neither gets on without the other.
            rendezvous.wait();
            result
        };
        assert!(side_by_side(|| meet(Ok(())), || meet(Ok(()))).is_ok());
        assert!(side_by_side(|| meet(run(shell("exit 3"))), || meet(Ok(()))).is_err());
        assert!(side_by_side(|| meet(Ok(())), || meet(run(shell("exit 3")))).is_err());
    }

    #[test]
    fn the_guard_ends_its_group_when_its_input_ends() {
        let mut guard = shell(GUARD);
        let mut guard = guard.process_group(0).stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        let group = guard.id().cast_signed();
        // The second one survives SIGTERM.
        let mut programs = ["sleep 60", "trap '' TERM; sleep 60"]
            .map(|script| shell(script).process_group(group).spawn().unwrap());
        assert!(!guard.wait().unwrap().success());
        assert!(programs.iter_mut().all(|program| !program.wait().unwrap().success()));
    }
}
