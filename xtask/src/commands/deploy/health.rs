//! Whether a deployment works.

use std::{
    thread,
    time::{Duration, Instant},
};

use anyhow::{Result, bail};
use docket_wire::{Health, HealthState};

use crate::environment::Environment;

/// How long a deployment may take to arrive everywhere.
pub(super) const WITHIN: Duration = Duration::from_secs(30);
const TICK: Duration = Duration::from_secs(1);
/// Node has TLS, which xtask's own requests to this machine do not need. The module passes Cloudflare Access.
const FETCH: &str = "const [, url, module] = process.argv; const { send } = await import(module);
     process.stdout.write(await (await send(new URL(url))).text());";

/// Asks each address for its health until it is well. Fails with what is wrong after this time.
pub(super) fn check(addresses: &[String], within: Duration, environment: &Environment) -> Result<()> {
    for address in addresses {
        let url = format!("{address}/api/health");
        let began = Instant::now();
        loop {
            let health = ask(environment, &url);
            match health {
                Some(health) if health.status == HealthState::Ok => {
                    println!("Docket {} is healthy: {address}", health.version);
                    break;
                }
                _ if began.elapsed() < within => thread::sleep(TICK),
                Some(health) => bail!("{address} is not healthy:\n  {}", health.missing.join("\n  ")),
                // Cloudflare Access, for example, answers in its place.
                None => {
                    println!(
                        "{url} does not show Docket's health; look at it in a browser, or set the variables of Cloudflare Access"
                    );
                    break;
                }
            }
        }
    }
    Ok(())
}

fn ask(environment: &Environment, url: &str) -> Option<Health> {
    let module = environment.workspace.root().join("xtask/package/requests.mjs");
    let mut node = environment.command("node");
    node.args(["--input-type=module", "--eval", FETCH, url]).arg(module);
    serde_json::from_slice(&node.output().ok()?.stdout).ok()
}
