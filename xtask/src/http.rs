//! Probes of local servers.

use std::{
    net::{Ipv4Addr, TcpListener},
    time::Duration,
};

use anyhow::{Context as _, Result};
use ureq::Agent;

/// How long a local server may take to answer.
const TIMEOUT: Duration = Duration::from_secs(2);

/// The status and the body of the answer of a server on this machine, if all of it came in time.
pub(crate) fn get(port: u16, path: &str) -> Option<(u16, String)> {
    let config =
        Agent::config_builder().timeout_global(Some(TIMEOUT)).http_status_as_error(false).proxy(None);
    let mut answer = Agent::from(config.build()).get(format!("http://127.0.0.1:{port}{path}")).call().ok()?;
    let body = answer.body_mut().read_to_string().ok()?;
    Some((answer.status().as_u16(), body))
}

/// Whether this port of this machine is free.
pub(crate) fn is_free(port: u16) -> bool {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok()
}

/// A free port of this machine.
pub(crate) fn free_port() -> Result<u16> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no port is free")?;
    Ok(listener.local_addr().context("no port is free")?.port())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_in_use_is_not_free() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        assert!(!is_free(listener.local_addr().unwrap().port()));
        assert!(get(free_port().unwrap(), "/").is_none());
    }
}
