//! Requests to the Worker.

use docket_core::audit::RequestSource;
use docket_core::auth::cookie::CookieKind;
use docket_core::http::target::RequestTarget;
use docket_core::settings::Settings;
use docket_wire::ProblemCode;
use web_sys::Headers;

use crate::http::body::{self, IncompleteBody};
use crate::http::failure::Failure;
use crate::platform::random;

/// A request to the Worker.
pub(crate) struct IncomingRequest {
    /// Names the request in responses and logs.
    pub(crate) id: String,
    pub(crate) method: String,
    pub(crate) url: String,
    pub(crate) headers: Headers,
    pub(crate) raw: web_sys::Request,
}

impl IncomingRequest {
    pub(crate) fn new(raw: web_sys::Request) -> Self {
        // Without random numbers every later step fails as well, and the response says so.
        let id = random::id("req").unwrap_or_default();
        Self { id, method: raw.method(), url: raw.url(), headers: raw.headers(), raw }
    }

    pub(crate) fn target(&self) -> RequestTarget<'_> {
        RequestTarget::of(&self.url)
    }

    pub(crate) fn header(&self, name: &str) -> Option<String> {
        self.headers.get(name).ok().flatten()
    }

    pub(crate) fn is_head(&self) -> bool {
        self.method == "HEAD"
    }

    /// Whether it only reads, by the rules of HTTP.
    pub(crate) fn is_safe(&self) -> bool {
        matches!(self.method.as_str(), "GET" | "HEAD")
    }

    /// Whether a browser asks for a document, rather than a script, a module or a style sheet.
    pub(crate) fn is_navigation(&self) -> bool {
        self.header("Accept").is_some_and(|accept| accept.contains("text/html"))
    }

    pub(crate) fn wants_web_socket(&self) -> bool {
        self.header("Upgrade").is_some_and(|upgrade| upgrade.eq_ignore_ascii_case("websocket"))
    }

    /// Docket's own origin: the setting, or the origin of the request.
    pub(crate) fn own_origin<'a>(&'a self, settings: &'a Settings) -> &'a str {
        settings.origin.as_ref().map_or(self.target().origin, |origin| origin.origin())
    }

    pub(crate) fn cookie_kind(&self, settings: &Settings) -> CookieKind {
        CookieKind::for_origin(self.own_origin(settings))
    }

    pub(crate) fn has_session_cookie(&self, settings: &Settings) -> bool {
        let cookies = self.header("Cookie").unwrap_or_default();
        self.cookie_kind(settings).find(&cookies).is_some()
    }

    /// The client's address, from Cloudflare.
    pub(crate) fn client_address(&self) -> String {
        self.header("CF-Connecting-IP").unwrap_or_default()
    }

    /// How the browser or program describes itself.
    pub(crate) fn user_agent(&self) -> String {
        self.header("User-Agent").unwrap_or_default()
    }

    /// Where the request comes from, for the audit log.
    pub(crate) fn source(&self) -> RequestSource {
        RequestSource::new(Some(self.client_address()), self.header("CF-IPCountry"), self.id.clone())
    }

    /// Reads the text of a JSON body, for `parse_body`.
    pub(crate) async fn json(&self, bytes_max: usize) -> Result<String, Failure> {
        let is_json = self.header("Content-Type").is_some_and(|content_type| {
            // Two lines replace a media type library, because only the type before the parameters matters.
            let essence = content_type.split(';').next().unwrap_or_default();
            essence.trim().eq_ignore_ascii_case("application/json")
        });
        if !is_json {
            let error = "The body must be JSON, sent with Content-Type: application/json.";
            return Err(Failure::new(ProblemCode::UnsupportedMediaType, error).field("Content-Type"));
        }
        let encoding = self.header("Content-Encoding").unwrap_or_default();
        if !encoding.is_empty() && !encoding.trim().eq_ignore_ascii_case("identity") {
            let error = "The body must not be compressed.";
            return Err(Failure::new(ProblemCode::UnsupportedMediaType, error).field("Content-Encoding"));
        }
        let bytes = body::read_start(self.raw.body(), bytes_max).await.map_err(|error| match error {
            IncompleteBody::TooLong(_) => {
                let error = format!("The body must not be longer than {} KiB.", bytes_max / 1024);
                Failure::new(ProblemCode::BodyTooLarge, error)
            }
            IncompleteBody::Broken(..) => Failure::invalid("body", "The body ended early."),
        })?;
        String::from_utf8(bytes).map_err(|_| Failure::invalid("body", "The body must be UTF-8."))
    }
}
