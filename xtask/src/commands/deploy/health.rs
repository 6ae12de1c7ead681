//! Whether a deployment works.

use std::{
    process::Command,
    thread,
    time::{Duration, Instant},
};

use anyhow::{Result, bail};
use docket_wire::{Health, HealthState};

use crate::environment::Environment;

/// How long a deployment may take to arrive everywhere.
pub(super) const WITHIN: Duration = Duration::from_secs(30);
const TICK: Duration = Duration::from_secs(1);
/// Node has TLS, which xtask's own requests to this machine do not need.
const FETCH: &str =
    "const response = await fetch(process.argv[1]); process.stdout.write(await response.text());";

/// Asks each address for its health until it is well. Fails with what is wrong after this time.
pub(super) fn check(addresses: &[String], within: Duration, environment: &Environment) -> Result<()> {
    for address in addresses {
        let url = format!("{address}/api/health");
        let began = Instant::now();
        loop {
            let health = ask(environment.command("node"), &url);
            match health {
                Some(health) if health.status == HealthState::Ok => {
                    println!("Docket {} is healthy: {address}", health.version);
                    break;
                }
                _ if began.elapsed() < within => thread::sleep(TICK),
                Some(health) => bail!("{address} is not healthy:\n  {}", health.missing.join("\n  ")),
                // Cloudflare Access, for example, answers in its place.
                None => {
                    println!("{url} does not show Docket's health; look at it in a browser");
                    break;
                }
            }
        }
    }
    Ok(())
}

fn ask(mut node: Command, url: &str) -> Option<Health> {
    let output = node.args(["--input-type=module", "--eval", FETCH, url]).output().ok()?;
    serde_json::from_slice(&output.stdout).ok()
}
