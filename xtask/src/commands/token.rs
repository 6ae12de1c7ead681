//! `cargo xtask token`: a token for a program, shown once.

use std::{
    str::FromStr,
    time::{SystemTime, UNIX_EPOCH},
};

use anyhow::{Context as _, Result, ensure};
use clap::{Args, builder::PossibleValuesParser};
use docket_core::{
    auth::token::{self, TokenHash},
    settings::names,
};
use docket_wire::{Day, NewToken, ProjectId, Right, TokenId};
use serde_json::{Map, Value, json};

use super::entry;

/// Generate a token for a program. It is shown once; the Worker stores its hash.
#[derive(Debug, Args)]
pub(crate) struct TokenArgs {
    /// Its name in the log of changes: 1 to 40 letters, digits and hyphens
    #[arg(long)]
    id: TokenId,
    /// A right of the program; may be given several times
    #[arg(long = "right", required = true, value_name = "RIGHT", value_parser = rights())]
    rights: Vec<String>,
    /// A project in which the rights hold; may be given several times [default: all projects]
    #[arg(long = "project", value_name = "ID")]
    projects: Vec<ProjectId>,
    /// The first day on which the Worker refuses it, in UTC, or `never` [default: in 90 days]
    #[arg(long, value_name = "YYYY-MM-DD")]
    expires: Option<Expiry>,
}

fn rights() -> PossibleValuesParser {
    PossibleValuesParser::new(Right::FOR_PROGRAMS.map(Right::as_str))
}

/// When a token expires.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Expiry {
    On(Day),
    Never,
}

impl Expiry {
    /// The default lifetime, as on the page *Access*.
    fn by_default(today: Day) -> Result<Self> {
        today.plus(NewToken::DAYS_DEFAULT.into()).map(Self::On).context("the clock of this machine is wrong")
    }

    fn day(self) -> Option<Day> {
        match self {
            Self::On(day) => Some(day),
            Self::Never => None,
        }
    }
}

impl FromStr for Expiry {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "never" => Ok(Self::Never),
            day => day
                .parse()
                .map(Self::On)
                .map_err(|_| "must be a day like 2026-12-31, until 2100, or never".to_owned()),
        }
    }
}

/// The present day, in UTC.
fn today() -> Result<Day> {
    let now_s = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
    let today = i32::try_from(now_s / 86_400).ok().and_then(Day::from_epoch);
    today.context("the clock of this machine is wrong")
}

impl TokenArgs {
    pub(crate) fn run(&self) -> Result<()> {
        let today = today()?;
        let expiry = self.expires.map_or_else(|| Expiry::by_default(today), Ok)?;
        let has_expired = expiry.day().is_some_and(|day| day <= today);
        ensure!(
            !has_expired,
            "--expires must be a day after {today}: the Worker would refuse the token at once"
        );
        ensure!(
            self.projects.is_empty() || !self.rights.iter().any(|right| right == Right::BackupRead.as_str()),
            "--right backup:read needs all projects, because a backup has all of them: leave --project out"
        );
        let token = token::make(&self.id, &rand::random());
        let mut entry = Map::new();
        let mut set = |name: &str, value| entry.insert(name.to_owned(), value);
        set("id", json!(self.id));
        set("hash", json!(TokenHash::of(&token).to_string()));
        set("rights", json!(self.rights));
        if !self.projects.is_empty() {
            set("projects", json!(self.projects));
        }
        if let Some(day) = expiry.day() {
            set("expires", json!(day));
        }
        let entry = Value::from(entry);
        entry::check(names::TOKENS, &entry)?;
        let end = expiry.day().map_or_else(|| "never expires".to_owned(), |day| format!("expires on {day}"));
        println!("token, shown only now ({end}):\n\n    {token}\n");
        entry::show(names::TOKENS, &entry);
        Ok(())
    }
}
