//! The number of tests, from the summaries that test runners print.

/// How many tests passed and failed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Count {
    passed: u64,
    failed: u64,
    is_skipped: bool,
}

impl Count {
    /// Reads a line of a runner's output: cargo's `test result: ok. 3 passed; 0 failed; …`, or Node's
    /// `ℹ pass 3` and `ℹ fail 0` (`# pass 3` in TAP).
    pub(super) fn read(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (passed, failed) = match words[..] {
            ["test", "result:", _, passed, "passed;", failed, "failed;", ..] => (passed, failed),
            ["ℹ" | "#", "pass", passed] => (passed, "0"),
            ["ℹ" | "#", "fail", failed] => ("0", failed),
            _ => return,
        };
        self.passed += passed.parse().unwrap_or(0);
        self.failed += failed.parse().unwrap_or(0);
    }

    /// Adds a test that passed and prints no summary.
    pub(super) fn add_passed(&mut self) {
        self.passed += 1;
    }

    /// Marks a step that this machine cannot do, so that the last lines do not look as if it had been done.
    pub(super) fn skip(&mut self) {
        self.is_skipped = true;
    }

    /// Adds another count.
    pub(super) fn add(&mut self, other: &Self) {
        self.passed += other.passed;
        self.failed += other.failed;
    }

    /// For one step; empty for a step without tests.
    pub(super) fn tests(&self) -> String {
        match self {
            Self { is_skipped: true, .. } => "skipped".to_owned(),
            Self { passed: 0, failed: 0, .. } => String::new(),
            Self { passed, failed: 0, .. } => format!("{passed} tests"),
            Self { passed, failed, .. } => format!("{passed} passed, {failed} failed"),
        }
    }

    /// For all steps. A step that failed without a failed test counts as one failure.
    pub(super) fn summary(&self, step_failed: bool) -> String {
        format!("{} passed, {} failed", self.passed, self.failed.max(u64::from(step_failed)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(lines: &[&str]) -> Count {
        let mut count = Count::default();
        lines.iter().for_each(|line| count.read(line));
        count
    }

    #[test]
    fn summaries_of_both_runners_are_read() {
        let lines = [
            "running 3 tests",
            "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s",
            "test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s",
            "ℹ tests 5",
            "ℹ pass 4",
            "ℹ fail 1",
            "# pass 2",
            "a line with pass 7 in it",
        ];
        assert_eq!(count(&lines), Count { passed: 11, failed: 2, is_skipped: false });
    }

    #[test]
    fn a_failed_step_is_never_a_success() {
        let summary = |failed, step| Count { passed: 3, failed, is_skipped: false }.summary(step);
        assert_eq!(summary(0, false), "3 passed, 0 failed");
        assert_eq!(summary(0, true), "3 passed, 1 failed");
        assert_eq!(summary(2, true), "3 passed, 2 failed");
    }

    #[test]
    fn a_skipped_step_is_no_step_without_tests() {
        let mut count = Count::default();
        assert_eq!(count.tests(), "");
        count.skip();
        assert_eq!(count.tests(), "skipped");
    }
}
