//! Probes of local servers.

use std::{
    net::{Ipv4Addr, TcpListener},
    time::Duration,
};

use anyhow::{Context as _, Result};
use ureq::{Agent, Body, http::Response};

/// How long a local server may take to answer.
const TIMEOUT: Duration = Duration::from_secs(2);

/// The status with which a server on this machine answers a GET. `None` without an answer.
pub(crate) fn status(port: u16, path: &str) -> Option<u16> {
    get(port, path).map(|response| response.status().as_u16())
}

/// Whether a server on this machine answers a GET with a file rather than with the app's page, which it serves
/// under every unknown path. `None` without an answer.
pub(crate) fn serves_file(port: u16, path: &str) -> Option<bool> {
    let response = get(port, path)?;
    Some(response.status().as_u16() == 200 && response.body().mime_type() != Some("text/html"))
}

fn get(port: u16, path: &str) -> Option<Response<Body>> {
    let config = Agent::config_builder()
        .timeout_global(Some(TIMEOUT))
        .http_status_as_error(false)
        .max_redirects(0)
        .proxy(None);
    Agent::from(config.build()).get(format!("http://127.0.0.1:{port}{path}")).call().ok()
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
    use std::io::{Read as _, Write as _};

    use super::*;

    /// A server that sends one answer, and its port.
    fn answering(answer: &'static str) -> u16 {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let _ = stream.read(&mut [0; 1024]);
            stream.write_all(answer.as_bytes()).unwrap();
        });
        port
    }

    #[test]
    fn the_status_is_read_from_the_first_line() {
        assert_eq!(status(answering("HTTP/1.1 200 OK\r\n\r\n"), "/"), Some(200));
        assert_eq!(status(answering("HTTP/1.0 503 Service Unavailable\r\n\r\n"), "/"), Some(503));
        assert_eq!(status(answering("HTTP/1.1 404 Not Found\r\n\r\n"), "/"), Some(404));
        assert_eq!(status(answering("HTTP/1.1 302 Found\r\nLocation: /x\r\n\r\n"), "/"), Some(302));
        assert_eq!(status(answering("SSH-2.0-OpenSSH"), "/"), None);
        assert_eq!(status(answering(""), "/"), None);
        assert_eq!(status(free_port().unwrap(), "/"), None);
    }

    #[test]
    fn a_page_is_not_a_file() {
        let script = answering("HTTP/1.1 200 OK\r\nContent-Type: text/javascript\r\n\r\n1");
        assert_eq!(serves_file(script, "/a.js"), Some(true));
        let page = answering("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>");
        assert_eq!(serves_file(page, "/a.js"), Some(false));
    }

    #[test]
    fn a_port_in_use_is_not_free() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        assert!(!is_free(listener.local_addr().unwrap().port()));
    }
}
