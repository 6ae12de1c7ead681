use reqwest::Url;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::parts::Parts;
use crate::harness::{Person, Program};

/// A response, as it came.
#[derive(Debug)]
pub(super) struct RawResponse {
    pub(super) status: u16,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl RawResponse {
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        headers.find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

/// Sends a request byte for byte: a client library would clean its path and headers.
pub(super) async fn send(base: &str, parts: &Parts) -> RawResponse {
    let url = Url::parse(base).unwrap();
    let (host, port) = (url.host_str().unwrap(), url.port().unwrap());
    let mut socket = TcpStream::connect((host, port)).await.unwrap();
    let Parts { method, target, headers, body, is_from_app } = parts;
    let mut bytes = format!("{method} {target} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n");
    bytes += &match is_from_app {
        true => format!("Cookie: {}\r\nX-Docket: 1\r\nOrigin: {base}\r\n", Person::Admin.cookie()),
        false => format!("Authorization: Bearer {}\r\n", Program::Everything.token()),
    };
    for (name, value) in headers {
        bytes += &format!("{name}: {value}\r\n");
    }
    if !body.is_empty() {
        bytes += &format!("Content-Length: {}\r\n", body.len());
    }
    bytes += "\r\n";
    let mut bytes = bytes.into_bytes();
    bytes.extend_from_slice(body);
    // A server may answer and close before it has read everything.
    let _ = socket.write_all(&bytes).await;
    let mut received = Vec::new();
    let _ = socket.read_to_end(&mut received).await;
    read(&received).unwrap_or_else(|| panic!("{parts:?}: {}", String::from_utf8_lossy(&received)))
}

fn read(received: &[u8]) -> Option<RawResponse> {
    let end = received.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(&received[..end]).into_owned();
    let mut lines = head.split("\r\n");
    let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let headers = lines.filter_map(|line| line.split_once(": "));
    let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let mut response = RawResponse { status, headers, body: received[end + 4..].to_vec() };
    if response.header("Transfer-Encoding") == Some("chunked") {
        response.body = unchunked(&response.body)?;
    }
    Some(response)
}

fn unchunked(mut rest: &[u8]) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let end = rest.windows(2).position(|two| two == b"\r\n")?;
        let size = usize::from_str_radix(str::from_utf8(&rest[..end]).ok()?.trim(), 16).ok()?;
        if size == 0 {
            return Some(body);
        }
        body.extend_from_slice(rest.get(end + 2..end + 2 + size)?);
        rest = rest.get(end + 4 + size..)?;
    }
}
