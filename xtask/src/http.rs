//! Whether a local server answers: the little of HTTP that this takes.

use std::{
    io::{Read as _, Write as _},
    net::{Ipv4Addr, SocketAddrV4, TcpListener, TcpStream},
    time::Duration,
};

use anyhow::{Context as _, Result};

/// How long a local server may take to answer.
const TIMEOUT: Duration = Duration::from_secs(2);

/// The status with which a server on this machine answers a GET, if it answers.
pub(crate) fn status(port: u16, path: &str) -> Option<u16> {
    let address = SocketAddrV4::new(Ipv4Addr::LOCALHOST, port);
    let mut stream = TcpStream::connect_timeout(&address.into(), TIMEOUT).ok()?;
    stream.set_read_timeout(Some(TIMEOUT)).ok()?;
    let request = format!("GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).ok()?;
    let mut start = [0; 12];
    stream.read_exact(&mut start).ok()?;
    parse_status(&start)
}

/// The status in the first bytes of an answer: `HTTP/1.1 200`.
fn parse_status(start: &[u8]) -> Option<u16> {
    let text = std::str::from_utf8(start).ok()?;
    text.strip_prefix("HTTP/1.")?.get(2..5)?.parse().ok()
}

/// Whether nobody listens on this port of this machine.
pub(crate) fn is_free(port: u16) -> bool {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok()
}

/// A port of this machine that nobody listens on.
pub(crate) fn free_port() -> Result<u16> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no port is free")?;
    Ok(listener.local_addr().context("no port is free")?.port())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_status_is_read_from_the_first_line() {
        assert_eq!(parse_status(b"HTTP/1.1 200"), Some(200));
        assert_eq!(parse_status(b"HTTP/1.0 503"), Some(503));
        assert_eq!(parse_status(b"SSH-2.0-Open"), None);
    }

    #[test]
    fn a_port_in_use_is_not_free() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        assert!(!is_free(listener.local_addr().unwrap().port()));
    }
}
