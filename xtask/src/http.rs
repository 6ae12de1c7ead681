//! Whether a local server answers: the little of HTTP that this takes.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{Ipv4Addr, SocketAddrV4, TcpListener, TcpStream},
    time::Duration,
};

use anyhow::{Context as _, Result};

/// How long a local server may take to answer.
const TIMEOUT: Duration = Duration::from_secs(2);
/// The most that is read of an answer's head.
const HEAD_BYTES_MAX: u64 = 64 * 1024;

/// The status with which a server on this machine answers a GET, if it answers.
pub(crate) fn status(port: u16, path: &str) -> Option<u16> {
    parse_status(&head(port, path)?)
}

/// Whether a server on this machine answers a GET with something other than a page: a console answers with its
/// page to every path that it does not know.
pub(crate) fn serves_file(port: u16, path: &str) -> Option<bool> {
    let head = head(port, path)?.to_ascii_lowercase();
    Some(parse_status(&head)? == 200 && !head.contains("\r\ncontent-type: text/html"))
}

/// The status line and headers with which a server on this machine answers a GET.
fn head(port: u16, path: &str) -> Option<String> {
    let address = SocketAddrV4::new(Ipv4Addr::LOCALHOST, port);
    let mut stream = TcpStream::connect_timeout(&address.into(), TIMEOUT).ok()?;
    stream.set_read_timeout(Some(TIMEOUT)).ok()?;
    let request = format!("GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).ok()?;
    let mut head = String::new();
    for line in BufReader::new(stream.take(HEAD_BYTES_MAX)).lines() {
        let line = line.ok()?;
        if line.is_empty() {
            break;
        }
        head.push_str(&line);
        head.push_str("\r\n");
    }
    Some(head)
}

/// The status in the first line of an answer: `HTTP/1.1 200 OK`.
fn parse_status(head: &str) -> Option<u16> {
    head.get(..7).filter(|start| start.eq_ignore_ascii_case("HTTP/1."))?;
    head.get(9..12)?.parse().ok()
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
        assert_eq!(parse_status("HTTP/1.1 200 OK\r\n"), Some(200));
        assert_eq!(parse_status("http/1.0 503"), Some(503));
        assert_eq!(parse_status("SSH-2.0-OpenSSH"), None);
        assert_eq!(parse_status(""), None);
    }

    /// A server that gives one answer, and its port.
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
    fn a_page_is_not_a_file() {
        let script = answering("HTTP/1.1 200 OK\r\nContent-Type: text/javascript\r\n\r\n1");
        assert_eq!(serves_file(script, "/a.js"), Some(true));
        let page = answering("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>");
        assert_eq!(serves_file(page, "/a.js"), Some(false));
        assert_eq!(status(answering("HTTP/1.1 404 Not Found\r\n\r\n"), "/"), Some(404));
        assert_eq!(status(free_port().unwrap(), "/"), None);
    }

    #[test]
    fn a_port_in_use_is_not_free() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        assert!(!is_free(listener.local_addr().unwrap().port()));
    }
}
