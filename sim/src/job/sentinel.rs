//! Instructions to the stand-in in a prompt: `[sim: 2s, no-pr]`, `[sim: timeout-after]`, `[sim: poll-500 x3]`.

use std::time::Duration;

use crate::fault::{InvalidFault, SimFault, parse_duration};
use crate::job::plan::TurnOutcome;

const OPEN: &str = "[sim:";
const CLOSE: char = ']';

/// One instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Directive {
    /// A fault's name: the fault of this request. Only the first one applies.
    Answer(SimFault),
    /// `poll-` and a fault's name, followed by `x3` or `forever`: the fault of the job's next polls.
    Poll(SimFault, PollCount),
    /// The duration of the turn, independent of the speed.
    Takes(Duration),
    /// `never`: the turn does not end.
    Never,
    /// `pr`, `no-pr`, `fail`: the end of the turn.
    Ends(TurnOutcome),
    /// `hostile-pr`: the pull request's link is a script.
    HostilePullRequest,
    /// `refuse-follow-up`: later messages to the job get 400.
    RefuseFollowUps,
    /// `archive` and a duration: the time from the end of the job to its archival.
    ArchiveAfter(Duration),
    /// `late` and a duration: the job becomes active this long after the prompt.
    StartsAfter(Duration),
}

/// The number of polls with a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PollCount {
    /// This number.
    Times(u32),
    /// All polls.
    Forever,
}

/// Why an instruction is invalid. The stand-in responds with 400, so that a test with a typo fails.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidSentinel {
    /// No `]`.
    #[error("[sim: is not closed")]
    Open,
    /// Neither a fault nor another instruction.
    #[error("[sim: …]: {0}")]
    Fault(#[from] InvalidFault),
    /// The text after `archive` or `late` is not a duration.
    #[error("[sim: {0} …] needs a duration like 5s")]
    Duration(&'static str),
}

/// All instructions of a prompt, in order.
///
/// # Errors
/// Names the first invalid instruction.
pub fn directives(prompt: &str) -> Result<Vec<Directive>, InvalidSentinel> {
    let mut found = Vec::new();
    for behind in prompt.split(OPEN).skip(1) {
        let (items, _) = behind.split_once(CLOSE).ok_or(InvalidSentinel::Open)?;
        for item in items.split(',').map(str::trim).filter(|item| !item.is_empty()) {
            found.push(directive(item)?);
        }
    }
    Ok(found)
}

fn directive(item: &str) -> Result<Directive, InvalidSentinel> {
    let plain = match item {
        "never" => Some(Directive::Never),
        "pr" => Some(Directive::Ends(TurnOutcome::PullRequest)),
        "no-pr" => Some(Directive::Ends(TurnOutcome::NoChanges)),
        "fail" => Some(Directive::Ends(TurnOutcome::Failed)),
        "hostile-pr" => Some(Directive::HostilePullRequest),
        "refuse-follow-up" => Some(Directive::RefuseFollowUps),
        _ => parse_duration(item).map(Directive::Takes),
    };
    if let Some(directive) = plain {
        return Ok(directive);
    }
    for (word, directive) in
        [("archive", Directive::ArchiveAfter as fn(Duration) -> Directive), ("late", Directive::StartsAfter)]
    {
        if let Some(after) = item.strip_prefix(word) {
            return parse_duration(after.trim()).map(directive).ok_or(InvalidSentinel::Duration(word));
        }
    }
    match item.strip_prefix("poll-") {
        Some(rest) => {
            let (fault, count) = counted(rest);
            Ok(Directive::Poll(fault.parse()?, count))
        }
        None => Ok(Directive::Answer(item.parse()?)),
    }
}

/// Splits `x3` or `forever` off the end. The default is once.
fn counted(text: &str) -> (&str, PollCount) {
    let once = (text, PollCount::Times(1));
    let Some((fault, last)) = text.rsplit_once(char::is_whitespace) else { return once };
    match (last, last.strip_prefix('x').and_then(|times| times.parse().ok())) {
        ("forever", _) => (fault, PollCount::Forever),
        (_, Some(times)) => (fault, PollCount::Times(times)),
        _ => once,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(prompt: &str, expected: &[Directive]) {
        assert_eq!(directives(prompt).unwrap(), expected, "{prompt:?}");
    }

    #[test]
    fn an_ordinary_prompt_asks_for_nothing() {
        check("Update the quickstart [draft] for sim: 4", &[]);
    }

    #[test]
    fn several_things_can_be_asked_for() {
        let drop = "drop-after".parse().unwrap();
        check(
            "Fix [sim: 2s, no-pr] the page [sim: drop-after]",
            &[
                Directive::Takes(Duration::from_secs(2)),
                Directive::Ends(TurnOutcome::NoChanges),
                Directive::Answer(drop),
            ],
        );
        check(
            "[sim:fail][sim: never,refuse-follow-up , archive 5s,hostile-pr, late 40s]",
            &[
                Directive::Ends(TurnOutcome::Failed),
                Directive::Never,
                Directive::RefuseFollowUps,
                Directive::ArchiveAfter(Duration::from_secs(5)),
                Directive::HostilePullRequest,
                Directive::StartsAfter(Duration::from_secs(40)),
            ],
        );
    }

    #[test]
    fn polls_can_be_counted() {
        let poll = |count| Directive::Poll(SimFault::status(503), count);
        check("[sim: poll-503]", &[poll(PollCount::Times(1))]);
        check("[sim: poll-503 x3]", &[poll(PollCount::Times(3))]);
        check("[sim: poll-503 forever]", &[poll(PollCount::Forever)]);
        let slow = "timeout 3s".parse().unwrap();
        check("[sim: poll-timeout 3s x2]", &[Directive::Poll(slow, PollCount::Times(2))]);
    }

    #[test]
    fn a_slip_is_not_passed_over() {
        assert_eq!(directives("[sim: 2s"), Err(InvalidSentinel::Open));
        assert_eq!(directives("[sim: archive]"), Err(InvalidSentinel::Duration("archive")));
        for prompt in ["[sim: no-prs]", "[sim: poll-]", "[sim: poll-503 y3]", "[sim: drop after]"] {
            assert!(matches!(directives(prompt), Err(InvalidSentinel::Fault(_))), "{prompt}");
        }
    }

    proptest! {
        #[test]
        fn no_prompt_is_too_strange(prompt in "(\\[sim:|\\PC|,| |\\])*") {
            let _ = directives(&prompt);
        }
    }
}
