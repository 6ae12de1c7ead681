//! What is said to the person: results line by line, and one line of progress that is rewritten in place.

use std::{
    io::{IsTerminal as _, Write as _},
    time::{Duration, Instant},
};

/// How often something that goes on is mentioned where lines cannot be rewritten.
const REMINDER: Duration = Duration::from_secs(30);

/// Says that the command failed, and why.
pub(crate) fn error(error: &anyhow::Error) {
    eprintln!("{} {error:#}", paint("error:", RED));
}

/// A heading that stands out, where the terminal can do that.
pub(crate) fn heading(text: &str) -> String {
    paint(text, BOLD)
}

const BOLD: &str = "1";
const RED: &str = "31;1";

fn paint(text: &str, style: &str) -> String {
    let plain = std::env::var_os("NO_COLOR").is_some() || !std::io::stderr().is_terminal();
    if plain { text.to_owned() } else { format!("\x1b[{style}m{text}\x1b[0m") }
}

/// Progress of one thing that takes a while. On a terminal a line that is rewritten; elsewhere a line at the
/// start, one every half minute and one at the end.
#[derive(Debug)]
pub(crate) struct Progress {
    label: String,
    detail: String,
    started: Instant,
    reminded: Instant,
    drawn: Option<Instant>,
    rewrites: bool,
}

impl Progress {
    /// Starts the clock.
    pub(crate) fn start(label: impl Into<String>) -> Self {
        let now = Instant::now();
        let rewrites = std::io::stderr().is_terminal();
        let progress = Self {
            label: label.into(),
            detail: String::new(),
            started: now,
            reminded: now,
            drawn: None,
            rewrites,
        };
        if !rewrites {
            eprintln!("{} …", progress.label);
        }
        progress
    }

    /// What it is busy with now, in a few words: the last line that a program said.
    pub(crate) fn detail(&mut self, line: &str) {
        let line = line.trim();
        if !line.is_empty() {
            self.detail = without_escapes(line);
        }
    }

    /// Shows how long it has taken so far.
    pub(crate) fn tick(&mut self) {
        if self.rewrites {
            if self.drawn.is_none_or(|drawn| drawn.elapsed() >= Duration::from_millis(100)) {
                let line = format!("{} · {} · {}", self.label, seconds(self.started.elapsed()), self.detail);
                eprint!("\r\x1b[2K{}", cut(&line, width()));
                let _ = std::io::stderr().flush();
                self.drawn = Some(Instant::now());
            }
        } else if self.reminded.elapsed() >= REMINDER {
            self.reminded = Instant::now();
            eprintln!("  {} so far: {}", seconds(self.started.elapsed()), self.detail);
        }
    }

    /// Takes the line away, to make room for other output.
    pub(crate) fn clear(&self) {
        if self.rewrites {
            eprint!("\r\x1b[2K");
            let _ = std::io::stderr().flush();
        }
    }

    /// Ends with a line that stays. Gives the time it took.
    pub(crate) fn done(self) -> Duration {
        let took = self.started.elapsed();
        self.clear();
        eprintln!("{} · {}", self.label, seconds(took));
        took
    }
}

/// A duration as people say it: `850 ms`, `3.2 s`, `4 min 5 s`.
pub(crate) fn seconds(duration: Duration) -> String {
    let ms = duration.as_millis();
    match duration.as_secs() {
        0 => format!("{ms} ms"),
        s @ 1..60 => format!("{s}.{} s", ms % 1000 / 100),
        s => format!("{} min {} s", s / 60, s % 60),
    }
}

fn width() -> usize {
    rustix::termios::tcgetwinsize(std::io::stderr()).map_or(80, |size| usize::from(size.ws_col).max(20))
}

fn cut(line: &str, width: usize) -> String {
    if line.chars().count() < width {
        return line.to_owned();
    }
    line.chars().take(width.saturating_sub(2)).chain(['…']).collect()
}

/// The text without terminal control sequences (`ESC [ … letter`), which would break a line that is rewritten.
pub(crate) fn without_escapes(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(char) = chars.next() {
        if char == '\x1b' {
            chars.by_ref().skip_while(|&c| c == '[').find(|c| ('@'..='~').contains(c));
        } else if !char.is_control() {
            plain.push(char);
        }
    }
    plain
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
    fn escapes_are_taken_out() {
        assert_eq!(without_escapes("\x1b[1m\x1b[32m   Compiling\x1b[0m leptos"), "   Compiling leptos");
    }

    #[test]
    fn long_lines_are_cut_to_the_width() {
        assert_eq!(cut("short", 20), "short");
        assert_eq!(cut("a line that is too long", 10), "a line t…");
    }
}
