//! Process groups: each program runs in a group of its own, so that its children end with it.

use std::{
    collections::BTreeSet,
    io::{self, BufRead as _, BufReader},
    os::unix::process::CommandExt as _,
    process::{Child, Command, Stdio},
    sync::{Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result};
use rustix::process::{Pid, Signal, WaitOptions};
use signal_hook::{consts, iterator::Signals};

/// How long programs have to end after SIGTERM.
const GRACE: Duration = Duration::from_secs(5);

static GROUPS: Mutex<Groups> = Mutex::new(Groups { is_ending: false, leaders: BTreeSet::new() });

struct Groups {
    /// A signal arrived: no program may start any more.
    is_ending: bool,
    /// The ids of the started programs, which are also the ids of their groups.
    leaders: BTreeSet<u32>,
}

fn groups() -> MutexGuard<'static, Groups> {
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a program in a process group of its own and passes each line of both its outputs, in order, to `on_line`
/// in a thread. The program has no input: outside the terminal's foreground group a read would stop it.
pub(super) fn spawn(
    mut command: Command,
    mut on_line: impl FnMut(String) + Send + 'static,
) -> io::Result<Child> {
    let (output, writer) = io::pipe()?;
    command.process_group(0).stdin(Stdio::null()).stdout(writer.try_clone()?).stderr(writer);
    let mut groups = groups();
    if groups.is_ending {
        drop(groups);
        park();
    }
    let child = command.spawn()?;
    groups.leaders.insert(child.id());
    thread::spawn(move || {
        let mut output = BufReader::new(output);
        let mut bytes = Vec::new();
        while output.read_until(b'\n', &mut bytes).is_ok_and(|count| count > 0) {
            on_line(String::from_utf8_lossy(&bytes).trim_end_matches(['\r', '\n']).to_owned());
            bytes.clear();
        }
    });
    Ok(child)
}

/// Ends the children of a program that has ended and been waited for.
pub(super) fn end_leftovers(leader: u32) {
    if groups().leaders.remove(&leader) {
        signal_group(leader, Signal::TERM);
    }
}

/// Ends all started programs and their children: with SIGTERM, then with SIGKILL.
pub(super) fn end_all() {
    let leaders = std::mem::take(&mut groups().leaders);
    leaders.iter().for_each(|&leader| signal_group(leader, Signal::TERM));
    let deadline = Instant::now() + GRACE;
    while leaders.iter().any(|&leader| is_alive(leader)) && Instant::now() < deadline {
        thread::sleep(Duration::from_millis(20));
    }
    leaders.iter().for_each(|&leader| signal_group(leader, Signal::KILL));
}

/// From now on, Ctrl-C, SIGTERM and SIGHUP end all started programs, then this one.
pub(crate) fn end_all_on_signal() -> Result<()> {
    let mut signals =
        Signals::new([consts::SIGINT, consts::SIGTERM, consts::SIGHUP]).context("cannot handle signals")?;
    thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            groups().is_ending = true;
            end_all();
            // A shell expects this code of a program that a signal ended.
            std::process::exit(128 + signal);
        }
    });
    Ok(())
}

/// Waits for the end of this process if a signal has arrived, so that a program ended by it is not reported as failed.
pub(crate) fn park_if_ending() {
    if groups().is_ending {
        park();
    }
}

fn park() -> ! {
    loop {
        thread::park();
    }
}

fn signal_group(leader: u32, signal: Signal) {
    if let Some(group) = pid(leader) {
        // An empty group is not an error here.
        let _ = rustix::process::kill_process_group(group, signal);
    }
}

/// Whether a process of the group runs. Reaps the leader first, which would count as running otherwise.
fn is_alive(leader: u32) -> bool {
    let Some(group) = pid(leader) else { return false };
    let _ = rustix::process::waitpid(Some(group), WaitOptions::NOHANG);
    rustix::process::test_kill_process_group(group).is_ok()
}

fn pid(id: u32) -> Option<Pid> {
    i32::try_from(id).ok().and_then(Pid::from_raw)
}
