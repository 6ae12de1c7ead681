use std::fmt;
use std::io;

use docket_wire::{ProjectId, UnixMs};

/// The default key. It is not valid anywhere else.
pub const DEFAULT_KEY: &str = "mint_stand_in";

#[derive(Debug, Clone)]
pub struct Config {
    /// Port on 127.0.0.1; 0 selects a free one.
    pub port: u16,
    /// Determines jobs and visitors. The same seed generates the same data.
    pub seed: u64,
    /// Speed of jobs: at 1, half of all jobs take more than
    /// [`MEDIAN_S`](crate::MEDIAN_S). Durations named in a prompt, and archival, do not depend on it.
    pub speed: f64,
    /// The only key that is accepted.
    pub key: Key,
    /// Projects, in addition to those of [`FAULT_PROJECT_PREFIX`](crate::FAULT_PROJECT_PREFIX).
    pub projects: Vec<ProjectId>,
    /// Creates and follow-ups together that a project may send in an hour.
    pub agent_per_hour: u32,
    /// Visitors requests in an hour, over all projects, because they share one key.
    pub analytics_per_hour: u32,
    /// Paths of a project's documentation.
    pub paths: usize,
    /// Probability, 0 to 1, of a random fault.
    pub chaos: f64,
    /// Time at the start; the default is the system's.
    pub now: Option<UnixMs>,
}

impl Config {
    /// Maximum number of paths of a project: a few megabytes.
    pub const PATHS_MAX: usize = 100_000;

    /// # Errors
    /// Names the first setting that is out of range.
    pub(crate) fn check(&self) -> Result<(), StartError> {
        let rules = [
            (self.speed.is_finite() && self.speed > 0.0, "speed must be above 0"),
            ((0.0..=1.0).contains(&self.chaos), "chaos must be from 0 to 1"),
            ((1..=Self::PATHS_MAX).contains(&self.paths), "paths must be from 1 to 100000"),
            (!self.key.0.is_empty(), "key must not be empty"),
        ];
        match rules.into_iter().find(|(kept, _)| !kept) {
            Some((_, rule)) => Err(StartError::Config(rule)),
            None => Ok(()),
        }
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            port: 0,
            seed: 1,
            speed: 1.0,
            key: Key::from(DEFAULT_KEY),
            projects: "acme-docs".parse().into_iter().collect(),
            agent_per_hour: 100,
            analytics_per_hour: 100,
            paths: 4_000,
            chaos: 0.0,
            now: None,
        }
    }
}

/// The admin key. Its text never reaches a log or a debug print.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(String);

impl Key {
    /// Whether an `Authorization` header presents this key.
    pub(crate) fn opens(&self, authorization: &str) -> bool {
        authorization.strip_prefix("Bearer ").is_some_and(|presented| presented == self.0)
    }
}

impl From<&str> for Key {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl From<String> for Key {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

/// Why a stand-in could not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// A setting is out of range.
    #[error("{0}")]
    Config(&'static str),
    /// The port could not be opened.
    #[error("cannot listen on 127.0.0.1:{port}: {source}")]
    Listen { port: u16, source: io::Error },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_not_printed() {
        let config = Config { key: Key::from("mint_canary"), ..Config::default() };
        assert!(!format!("{config:?}").contains("canary"));
    }

    #[test]
    fn settings_out_of_range_are_named() {
        let rule = |config: Config| config.check().unwrap_err().to_string();
        assert!(rule(Config { speed: 0.0, ..Config::default() }).contains("speed"));
        assert!(rule(Config { speed: f64::NAN, ..Config::default() }).contains("speed"));
        assert!(rule(Config { chaos: 1.5, ..Config::default() }).contains("chaos"));
        assert!(rule(Config { paths: 0, ..Config::default() }).contains("paths"));
        assert!(rule(Config { key: Key::from(""), ..Config::default() }).contains("key"));
        assert!(Config::default().check().is_ok());
    }
}
