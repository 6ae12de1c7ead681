//! A request, and what is read of it.

use docket_core::auth::session::CookieKind;
use docket_core::http::target::Target;
use docket_core::settings::Settings;
use docket_wire::ProblemCode;
use serde::de::DeserializeOwned;

use crate::http::body::{self, Unread};
use crate::http::failure::Failure;
use crate::platform::random;

/// A request that came in.
pub(crate) struct Incoming {
    /// Names the request in answers and logs.
    pub(crate) id: String,
    pub(crate) method: String,
    pub(crate) url: String,
    pub(crate) raw: web_sys::Request,
}

impl Incoming {
    pub(crate) fn new(raw: web_sys::Request) -> Self {
        // Without randomness nothing else works either; the answer will say so.
        Self { id: random::id("req").unwrap_or_default(), method: raw.method(), url: raw.url(), raw }
    }

    pub(crate) fn target(&self) -> Target<'_> {
        Target::of(&self.url)
    }

    pub(crate) fn header(&self, name: &str) -> Option<String> {
        self.raw.headers().get(name).ok().flatten()
    }

    pub(crate) fn is_head(&self) -> bool {
        self.method == "HEAD"
    }

    /// Whether this only looks, by the rules of HTTP.
    pub(crate) fn is_safe(&self) -> bool {
        matches!(self.method.as_str(), "GET" | "HEAD")
    }

    pub(crate) fn wants_web_socket(&self) -> bool {
        self.header("Upgrade").is_some_and(|upgrade| upgrade.eq_ignore_ascii_case("websocket"))
    }

    /// Docket's own origin: as set, or as the request names it.
    pub(crate) fn own_origin<'a>(&'a self, settings: &'a Settings) -> &'a str {
        settings.origin.as_ref().map_or(self.target().origin, |origin| origin.origin())
    }

    pub(crate) fn cookie_kind(&self, settings: &Settings) -> CookieKind {
        CookieKind::for_origin(self.own_origin(settings))
    }

    /// The client's address, as Cloudflare knows it.
    pub(crate) fn client_address(&self) -> String {
        self.header("CF-Connecting-IP").unwrap_or_default()
    }

    /// A JSON body: word for word, and read.
    pub(crate) async fn json<T: DeserializeOwned>(
        &self,
        bytes_max: usize,
        shape: &'static str,
        field: &'static str,
    ) -> Result<(String, T), Failure> {
        let is_json = self.header("Content-Type").is_some_and(|content_type| {
            let essence = content_type.split(';').next().unwrap_or_default();
            essence.trim().eq_ignore_ascii_case("application/json")
        });
        if !is_json {
            let error = "The body must be JSON, sent with Content-Type: application/json.";
            return Err(Failure::new(ProblemCode::UnsupportedMediaType, error).field("Content-Type"));
        }
        let bytes = body::read(self.raw.body(), bytes_max).await.map_err(|unread| match unread {
            Unread::TooLong(_) => {
                let error = format!("The body must not be longer than {} KiB.", bytes_max / 1024);
                Failure::new(ProblemCode::BodyTooLarge, error)
            }
            Unread::Broken(..) => Failure::invalid("body", "The body broke off."),
        })?;
        let text =
            String::from_utf8(bytes).map_err(|_| Failure::invalid("body", "The body must be UTF-8."))?;
        match serde_json::from_str(&text) {
            Ok(value) => Ok((text, value)),
            Err(error) if error.is_data() => {
                Err(Failure::invalid(field, format!("The body must be {shape}.")))
            }
            Err(_) => Err(Failure::invalid("body", format!("The body is not JSON. It must be {shape}."))),
        }
    }
}
