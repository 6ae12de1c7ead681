//! Process groups: each program runs in a group of its own, so that what it started ends with it.

use std::{
    collections::BTreeSet,
    io,
    os::unix::process::CommandExt as _,
    process::{Child, Command},
    sync::{Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result};
use rustix::process::{Pid, Signal, WaitOptions};
use signal_hook::{consts, iterator::Signals};

/// How long programs may take to end by themselves.
const GRACE: Duration = Duration::from_secs(5);

static GROUPS: Mutex<Groups> = Mutex::new(Groups { ending: false, leaders: BTreeSet::new() });

struct Groups {
    /// A signal came: nothing may be started any more.
    ending: bool,
    /// The process ids of the programs started, which are also the ids of their groups.
    leaders: BTreeSet<u32>,
}

fn groups() -> MutexGuard<'static, Groups> {
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a program in a process group of its own.
pub(super) fn spawn(command: &mut Command) -> io::Result<Child> {
    let mut groups = groups();
    if groups.ending {
        drop(groups);
        park();
    }
    let child = command.process_group(0).spawn()?;
    groups.leaders.insert(child.id());
    Ok(child)
}

/// Ends what a program left behind, after the program itself has ended and been waited for.
pub(super) fn end_leftovers(leader: u32) {
    if groups().leaders.remove(&leader) {
        signal_group(leader, Signal::TERM);
    }
}

/// Ends every program that was started and everything that they started, politely first.
pub(super) fn end_all() {
    let leaders = std::mem::take(&mut groups().leaders);
    for &leader in &leaders {
        signal_group(leader, Signal::TERM);
    }
    let deadline = Instant::now() + GRACE;
    while leaders.iter().any(|&leader| is_alive(leader)) && Instant::now() < deadline {
        thread::sleep(Duration::from_millis(20));
    }
    for &leader in &leaders {
        signal_group(leader, Signal::KILL);
    }
}

/// From now on, Ctrl-C and a request to terminate end everything that was started, then this command.
pub(crate) fn end_all_on_signal() -> Result<()> {
    let mut signals = Signals::new([consts::SIGINT, consts::SIGTERM, consts::SIGHUP])
        .context("signals cannot be listened to")?;
    thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            groups().ending = true;
            end_all();
            // The shell's way of saying which signal it was.
            std::process::exit(128 + signal);
        }
    });
    Ok(())
}

/// Waits for the end if a signal has come. A program that the signal ended is then not reported as a failure.
pub(crate) fn park_when_ending() {
    if groups().ending {
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
        // There may be nobody left, which is what is wanted.
        let _ = rustix::process::kill_process_group(group, signal);
    }
}

/// Whether anything of a group still runs. A program that has ended is taken off the process table first.
fn is_alive(leader: u32) -> bool {
    let Some(group) = pid(leader) else { return false };
    let _ = rustix::process::waitpid(Some(group), WaitOptions::NOHANG);
    rustix::process::test_kill_process_group(group).is_ok()
}

fn pid(id: u32) -> Option<Pid> {
    i32::try_from(id).ok().and_then(Pid::from_raw)
}
