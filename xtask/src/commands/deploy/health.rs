//! Whether a deployment works.

use std::{
    thread,
    time::{Duration, Instant},
};

use anyhow::{Result, bail};
use docket_wire::{Health, HealthState};

use crate::environment::Environment;

/// How long a deployment may take to arrive everywhere.
pub(super) const WITHIN: Duration = Duration::from_secs(60);
/// The release that was deployed.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");
const TICK: Duration = Duration::from_secs(1);

enum HealthAnswer {
    Health(Health),
    /// Of Cloudflare Access, which sends everybody to its own sign-in.
    Access,
}

/// Asks each address for its health until this release is well there. Fails with what is wrong after this time.
pub(super) fn check(addresses: &[String], within: Duration, environment: &Environment) -> Result<()> {
    if addresses.is_empty() {
        println!(
            "wrangler named no address, so the health was not checked: open /api/health where Docket is"
        );
    }
    for address in addresses {
        let url = format!("{address}/api/health");
        let began = Instant::now();
        loop {
            match ask(environment, &url) {
                Some(HealthAnswer::Health(health)) if is_well(&health) => {
                    println!("Docket {VERSION} is healthy: {address}");
                    break;
                }
                Some(HealthAnswer::Access) => {
                    println!("Cloudflare Access answers for {address}: open {url} in a browser");
                    break;
                }
                _ if began.elapsed() < within => thread::sleep(TICK),
                Some(HealthAnswer::Health(health)) if health.version != VERSION => {
                    bail!("{address} is still Docket {}, and not {VERSION}", health.version)
                }
                Some(HealthAnswer::Health(health)) => {
                    bail!("{address} is not healthy:\n  {}", health.missing.join("\n  "))
                }
                None => bail!(
                    "deployed, but {url} does not show Docket's health. A new domain takes minutes: open it later"
                ),
            }
        }
    }
    Ok(())
}

fn is_well(health: &Health) -> bool {
    health.status == HealthState::Ok && health.version == VERSION
}

fn ask(environment: &Environment, url: &str) -> Option<HealthAnswer> {
    let script = environment.workspace.root().join("xtask/src/commands/deploy/health.mjs");
    let output = environment.command("node").arg(script).arg(url).output().ok()?;
    match output.stdout.trim_ascii() {
        b"access" => Some(HealthAnswer::Access),
        health => serde_json::from_slice(health).ok().map(HealthAnswer::Health),
    }
}
