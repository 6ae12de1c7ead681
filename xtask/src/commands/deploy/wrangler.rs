//! wrangler, for one deployment.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
    process::{Command, Stdio},
};

use anyhow::{Context as _, Result, ensure};
use fs_err as fs;
use serde::Deserialize;

use crate::environment::{Environment, names};

/// Options that say which deployment is meant, with a value.
const TARGET: [&str; 5] = ["-e", "--env", "-c", "--config", "--name"];

/// wrangler, for the deployment that the arguments name.
pub(super) struct Wrangler<'a> {
    environment: &'a Environment,
    arguments: &'a [String],
    /// Where wrangler reports, in lines of JSON, what it did.
    pub(super) report: PathBuf,
}

/// A line of the report.
#[derive(Deserialize)]
struct ReportLine {
    #[serde(default)]
    targets: Vec<String>,
}

#[derive(Deserialize)]
struct ListedSecret {
    name: String,
}

impl<'a> Wrangler<'a> {
    pub(super) fn new(environment: &'a Environment, arguments: &'a [String]) -> Result<Self> {
        let report = environment.workspace.local()?.join("deploy.ndjson");
        Ok(Self { environment, arguments, report })
    }

    /// The value of an option, as `--env staging` or `--env=staging`.
    pub(super) fn option(&self, names: &[&str]) -> Option<&'a str> {
        let words = self.arguments.iter().map(String::as_str);
        let mut pairs = words.clone().zip(words.skip(1).map(Some).chain([None]));
        pairs.find_map(|(word, next)| match word.split_once('=') {
            Some((name, value)) => names.contains(&name).then_some(value),
            None => next.filter(|_| names.contains(&word)),
        })
    }

    /// Deploys, and returns the addresses.
    pub(super) fn deploy(&self) -> Result<Vec<String>> {
        // wrangler appends to what is there.
        fs::write(&self.report, "")?;
        let mut deploy = self.command(&["deploy"]);
        deploy.args(self.arguments).env("WRANGLER_OUTPUT_FILE_PATH", &self.report);
        // wrangler may ask questions on the terminal, so that it runs in the foreground.
        let status = deploy.status().context("cannot start wrangler")?;
        ensure!(status.success(), "`wrangler deploy` ended with {status}");
        // A dry run reports nothing.
        let report = fs::read_to_string(&self.report).unwrap_or_default();
        let lines = report.lines().filter_map(|line| serde_json::from_str::<ReportLine>(line).ok());
        Ok(lines.flat_map(|line| line.targets).filter_map(|target| address(&target)).collect())
    }

    /// The names of the secrets that are set.
    pub(super) fn secrets(&self) -> Result<BTreeSet<String>> {
        let mut list = self.command(&["secret", "list", "--format", "json"]);
        let output = list.args(self.target()).stderr(Stdio::inherit()).output()?;
        ensure!(output.status.success(), "`wrangler secret list` ended with {}", output.status);
        let secrets: Vec<ListedSecret> =
            serde_json::from_slice(&output.stdout).context("wrangler lists no secrets")?;
        Ok(secrets.into_iter().map(|secret| secret.name).collect())
    }

    /// Sets secrets, in one new version of the Worker. No value is an argument, since every user of a machine can list arguments.
    pub(super) fn put_secrets(&self, secrets: &BTreeMap<&str, String>) -> Result<()> {
        let mut put = self.command(&["secret", "bulk"]);
        let mut put =
            put.args(self.target()).stdin(Stdio::piped()).spawn().context("cannot start wrangler")?;
        serde_json::to_writer(put.stdin.take().context("wrangler reads nothing")?, secrets)?;
        let status = put.wait()?;
        ensure!(status.success(), "`wrangler secret bulk` ended with {status}");
        Ok(())
    }

    /// The arguments that say which deployment is meant.
    fn target(&self) -> Vec<String> {
        let given = |name: &str| self.option(&[name]).map(|value| [name.to_owned(), value.to_owned()]);
        TARGET.into_iter().filter_map(given).flatten().collect()
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut wrangler = self.environment.command("wrangler");
        wrangler.args(words).current_dir(self.environment.workspace.edge()).env(names::PREBUILT, "1");
        wrangler
    }
}

/// The URL in a target like `https://docket.acme.workers.dev` or `docket.example.com (custom domain)`; none in a pattern.
fn address(target: &str) -> Option<String> {
    let place = target.split_whitespace().next().filter(|place| !place.contains('*'))?;
    Some(if place.contains("://") { place.to_owned() } else { format!("https://{place}") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_addresses() {
        let found = |target| address(target);
        assert_eq!(found("https://docket.a.workers.dev").unwrap(), "https://docket.a.workers.dev");
        assert_eq!(found("docket.example.com (custom domain)").unwrap(), "https://docket.example.com");
        assert_eq!(found("example.com/* (zone name: example.com)"), None);
    }
}
