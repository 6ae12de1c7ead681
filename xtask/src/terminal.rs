//! Output for the person at the terminal.

use std::{
    io::{self, IsTerminal as _, Write as _},
    time::Duration,
};

use anyhow::Error;
use console::style;

/// Prints that the command failed, and why.
pub(crate) fn error(error: &Error) {
    eprintln!("{} {error:#}", style("error:").for_stderr().red().bold());
}

/// Prints what begins.
pub(crate) fn heading(text: &str) {
    eprintln!("{}", style(text).for_stderr().bold());
}

/// Whether somebody can be asked.
pub(crate) fn has_person() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Asks for a line.
pub(crate) fn prompt(text: &str) -> io::Result<String> {
    eprint!("{text}");
    io::stderr().flush()?;
    let mut line = String::new();
    io::stdin().read_line(&mut line)?;
    Ok(line.trim().to_owned())
}

/// A duration for people: `3.2 s`, `4 min 5 s`.
pub(crate) fn seconds(duration: Duration) -> String {
    match duration.as_secs() {
        0..60 => format!("{:.1} s", duration.as_secs_f64()),
        s => format!("{} min {} s", s / 60, s % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_read_well() {
        assert_eq!(seconds(Duration::from_millis(850)), "0.8 s");
        assert_eq!(seconds(Duration::from_millis(3_260)), "3.3 s");
        assert_eq!(seconds(Duration::from_secs(245)), "4 min 5 s");
    }
}
