//! Output for the person at the terminal: results line by line, and progress in one line that is redrawn.

use std::{
    fmt::Write,
    time::{Duration, Instant},
};

use anyhow::Error;
use console::style;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};

/// How often progress is reported where lines cannot be redrawn.
const REMINDER: Duration = Duration::from_secs(30);
const REDRAW: Duration = Duration::from_millis(100);

/// Prints that the command failed, and why.
pub(crate) fn error(error: &Error) {
    eprintln!("{} {error:#}", style("error:").for_stderr().red().bold());
}

/// Progress of one task. On a terminal a line that is redrawn; elsewhere a line at the start, one every half minute
/// and one at the end.
#[derive(Debug)]
pub(crate) struct Progress {
    label: String,
    bar: ProgressBar,
    started: Instant,
    reminded: Instant,
}

impl Progress {
    /// Starts the clock.
    pub(crate) fn start(label: impl Into<String>) -> Self {
        let took = |state: &ProgressState, text: &mut dyn Write| {
            let _ = text.write_str(&seconds(state.elapsed()));
        };
        let style = ProgressStyle::with_template("{prefix} · {took} · {wide_msg}")
            .unwrap_or_else(|_| ProgressStyle::default_spinner())
            .with_key("took", took);
        let label = label.into();
        let bar = ProgressBar::new_spinner().with_style(style).with_prefix(label.clone());
        if bar.is_hidden() {
            eprintln!("{label} …");
        } else {
            bar.enable_steady_tick(REDRAW);
        }
        Self { label, bar, started: Instant::now(), reminded: Instant::now() }
    }

    /// Shows a program's last line of output beside the label.
    pub(crate) fn detail(&mut self, line: &str) {
        let plain = plain(line);
        if !plain.trim().is_empty() {
            self.bar.set_message(plain.trim().to_owned());
        }
    }

    /// Reports progress now and then where lines cannot be redrawn.
    pub(crate) fn remind(&mut self) {
        if self.bar.is_hidden() && self.reminded.elapsed() >= REMINDER {
            self.reminded = Instant::now();
            eprintln!("  {} so far: {}", seconds(self.started.elapsed()), self.bar.message());
        }
    }

    /// Prints a line above the progress.
    pub(crate) fn print(&self, line: &str) {
        self.bar.suspend(|| eprintln!("{line}"));
    }

    /// Replaces the progress by a line with the time that the task took.
    pub(crate) fn finish(self) {
        self.bar.finish_and_clear();
        eprintln!("{} · {}", self.label, seconds(self.started.elapsed()));
    }
}

/// A duration for people: `850 ms`, `3.2 s`, `4 min 5 s`.
pub(crate) fn seconds(duration: Duration) -> String {
    let ms = duration.as_millis();
    match duration.as_secs() {
        0 => format!("{ms} ms"),
        s @ 1..60 => format!("{s}.{} s", ms % 1000 / 100),
        s => format!("{} min {} s", s / 60, s % 60),
    }
}

/// The text without control sequences and control characters, which would break a line that is redrawn.
pub(crate) fn plain(text: &str) -> String {
    console::strip_ansi_codes(text).replace(char::is_control, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_read_well() {
        assert_eq!(seconds(Duration::from_millis(850)), "850 ms");
        assert_eq!(seconds(Duration::from_millis(3_260)), "3.2 s");
        assert_eq!(seconds(Duration::from_secs(245)), "4 min 5 s");
    }

    #[test]
    fn escapes_are_removed() {
        assert_eq!(plain("\x1b[1m\x1b[32m   Compiling\x1b[0m leptos\r"), "   Compiling leptos");
    }
}
