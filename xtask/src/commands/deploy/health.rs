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
/// The exit code of [`FETCH`] where Cloudflare Access sends everybody to its own sign-in.
const ACCESS: i32 = 3;
/// Node has TLS, which xtask's own requests to this machine do not need. The module passes Cloudflare Access.
const FETCH: &str = "const [, url, module] = process.argv; const { send } = await import(module);
     const isAccess = (error) => error.place?.includes('/cdn-cgi/access/login');
     const response = await send(new URL(url)).catch((error) => process.exit(isAccess(error) ? 3 : 1));
     process.stdout.write(await response.text());";

enum HealthAnswer {
    Health(Health),
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
    let module = environment.workspace.root().join("xtask/package/requests.mjs");
    let mut node = environment.command("node");
    let output = node.args(["--input-type=module", "--eval", FETCH, url]).arg(module).output().ok()?;
    if output.status.code() == Some(ACCESS) {
        return Some(HealthAnswer::Access);
    }
    serde_json::from_slice(&output.stdout).ok().map(HealthAnswer::Health)
}
