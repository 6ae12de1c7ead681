//! Development and release builds.

use std::env;

use crate::{
    environment::names,
    tools::{self, Pinned},
};

/// How app and Worker are compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Profile {
    /// Quick to build.
    Dev,
    /// For deployment.
    Release,
}

impl Profile {
    /// The profile for a `--release` flag.
    pub(crate) fn new(is_release: bool) -> Self {
        if is_release { Self::Release } else { Self::Dev }
    }

    /// The profile that a command chose for wrangler's build hook. Unset means release, so that a direct
    /// `wrangler deploy` deploys a release build.
    pub(crate) fn from_env() -> Self {
        Self::new(env::var_os(names::EDGE_PROFILE).is_none_or(|value| value != Self::Dev.worker()))
    }

    /// The tools that a build needs.
    pub(crate) fn tools(self) -> &'static [Pinned] {
        match self {
            Self::Dev => tools::DEV,
            Self::Release => tools::RELEASE,
        }
    }

    /// Cargo's name for the Worker's profile, also the value of the variable.
    pub(crate) fn worker(self) -> &'static str {
        match self {
            Self::Dev => "dev",
            Self::Release => "edge",
        }
    }
}
